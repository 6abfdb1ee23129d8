//! The current stream of each device, a table a thread.

use core::cell::RefCell;
use core::ffi::c_int;
use core::ptr::null_mut;

use tvm_ffi_abi::TVMFFIStreamHandle;

use crate::catch::{self, Failure, fail};

thread_local! {
    static STREAMS: RefCell<Streams> = const { RefCell::new(Streams(Vec::new())) };
}

/// Streams by device, sorted. A thread uses few devices, but their numbers may be large.
struct Streams(Vec<(u64, TVMFFIStreamHandle)>);

impl Streams {
    #[inline(always)]
    fn get(&self, device: u64) -> TVMFFIStreamHandle {
        self.place(device).map_or(null_mut(), |place| self.0[place].1)
    }

    /// Sets a stream, and gives the one before.
    fn set(&mut self, device: u64, stream: TVMFFIStreamHandle) -> TVMFFIStreamHandle {
        match self.place(device) {
            Ok(place) => core::mem::replace(&mut self.0[place].1, stream),
            Err(place) => {
                self.0.insert(place, (device, stream));
                null_mut()
            }
        }
    }

    #[inline(always)]
    fn place(&self, device: u64) -> core::result::Result<usize, usize> {
        self.0.binary_search_by_key(&device, |entry| entry.0)
    }
}

/// The key of a device, unless a number is negative.
#[inline(always)]
fn key(device_type: i32, device_id: i32) -> Option<u64> {
    if device_type | device_id < 0 {
        return None;
    }
    Some(u64::from(device_type.cast_unsigned()) << 32 | u64::from(device_id.cast_unsigned()))
}

/// `TVMFFIEnvSetStream`.
///
/// # Safety
///
/// The C API: `previous` is NULL or writable.
#[inline(always)]
pub(crate) unsafe extern "C" fn set_stream(
    device_type: i32,
    device_id: i32,
    stream: TVMFFIStreamHandle,
    previous: *mut TVMFFIStreamHandle,
) -> c_int {
    catch::code(|| {
        let device = key(device_type, device_id).ok_or_else(|| negative(device_type, device_id))?;
        let before = STREAMS.try_with(|streams| streams.borrow_mut().set(device, stream));
        let before = before.map_err(|_| fail!(RuntimeError, "A thread that ends has no streams"))?;
        if !previous.is_null() {
            // SAFETY: the caller's contract.
            unsafe { previous.write(before) };
        }
        Ok(())
    })
}

#[cold]
fn negative(device_type: i32, device_id: i32) -> Failure {
    fail!(ValueError, "The device type {device_type} and the device id {device_id} must not be negative")
}

/// `TVMFFIEnvGetStream`. NULL, the default stream, if none was set.
#[inline(always)]
pub(crate) extern "C" fn get_stream(device_type: i32, device_id: i32) -> TVMFFIStreamHandle {
    let Some(device) = key(device_type, device_id) else { return null_mut() };
    STREAMS.try_with(|streams| streams.borrow().get(device)).unwrap_or(null_mut())
}

#[cfg(test)]
mod tests {
    use core::ptr::without_provenance_mut;

    use super::*;

    fn set(device_type: i32, device_id: i32, stream: usize) -> Option<usize> {
        let mut previous = null_mut();
        // SAFETY: the place is writable.
        let code =
            unsafe { set_stream(device_type, device_id, without_provenance_mut(stream), &raw mut previous) };
        (code == 0).then(|| previous.addr())
    }

    #[test]
    fn each_thread_has_the_streams_that_it_set() {
        assert_eq!(get_stream(2, 0).addr(), 0);
        assert_eq!(set(2, 0, 8), Some(0));
        assert_eq!(set(2, 0, 16), Some(8));
        for device_id in (1..9).rev() {
            assert_eq!(set(2, device_id, device_id as usize), Some(0));
            assert_eq!(set(i32::MAX, device_id, 100), Some(0));
        }
        assert_eq!(get_stream(2, 0).addr(), 16);
        assert!((1..9).all(|device_id| get_stream(2, device_id).addr() == device_id as usize));
        assert_eq!(get_stream(2, i32::MAX).addr(), 0);
        std::thread::spawn(|| assert_eq!(get_stream(2, 0).addr(), 0)).join().expect("no stream is set there");
    }

    #[test]
    fn numbers_are_not_negative() {
        assert_eq!(set(-1, 0, 8), None);
        assert_eq!(set(0, -1, 8), None);
        assert_eq!(get_stream(0, -1).addr(), 0);
        // SAFETY: NULL is allowed.
        assert_eq!(unsafe { set_stream(1, 0, null_mut(), null_mut()) }, 0);
    }
}
