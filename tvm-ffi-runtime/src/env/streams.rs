//! The current stream of each device, a table a thread.

use core::cell::{Cell, RefCell};
use core::ffi::c_int;
use core::ptr::null_mut;

use tvm_ffi_abi::TVMFFIStreamHandle;

use crate::catch::{self, Failure, fail};

/// Types and ids below these numbers have places in a table.
const TYPES: usize = 32;
const IDS: usize = 16;

thread_local! {
    static STREAMS: [[Cell<TVMFFIStreamHandle>; IDS]; TYPES] =
        const { [const { [const { Cell::new(null_mut()) }; IDS] }; TYPES] };
    /// The streams of all other devices.
    static OTHERS: RefCell<Vec<((i32, i32), TVMFFIStreamHandle)>> = const { RefCell::new(Vec::new()) };
}

/// Runs a function on the place of a device in the table. `None` if the device has none there.
#[inline(always)]
fn with_place<R>(
    device_type: i32,
    device_id: i32,
    function: impl FnOnce(&Cell<TVMFFIStreamHandle>) -> R,
) -> Option<R> {
    let (device_type, device_id) = (usize::try_from(device_type).ok()?, usize::try_from(device_id).ok()?);
    (device_type < TYPES && device_id < IDS)
        .then(|| STREAMS.with(|streams| function(&streams[device_type][device_id])))
}

/// The stream of a device that has no place in the table.
#[cold]
#[inline(never)]
fn other(device: (i32, i32)) -> TVMFFIStreamHandle {
    let find = |others: &RefCell<Vec<_>>| {
        others.borrow().iter().find(|(known, _)| *known == device).map(|(_, stream)| *stream)
    };
    OTHERS.try_with(find).ok().flatten().unwrap_or(null_mut())
}

/// Sets the stream of a device that has no place in the table, and gives the one before.
#[cold]
#[inline(never)]
fn set_other(device: (i32, i32), stream: TVMFFIStreamHandle) -> Result<TVMFFIStreamHandle, Failure> {
    let (device_type, device_id) = device;
    if device_type < 0 || device_id < 0 {
        return Err(fail!(
            ValueError,
            "The device type {device_type} and the device id {device_id} must not be negative"
        ));
    }
    let set = |others: &RefCell<Vec<_>>| {
        let mut others = others.borrow_mut();
        match others.iter_mut().find(|(known, _)| *known == device) {
            Some((_, known)) => core::mem::replace(known, stream),
            None => {
                others.push((device, stream));
                null_mut()
            }
        }
    };
    OTHERS.try_with(set).map_err(|_| fail!(RuntimeError, "A thread that ends has no streams"))
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
    let known = with_place(device_type, device_id, |place| place.replace(stream));
    let give = |before| {
        if !previous.is_null() {
            // SAFETY: the caller's contract.
            unsafe { previous.write(before) };
        }
    };
    match known {
        Some(before) => {
            give(before);
            0
        }
        None => catch::code(|| set_other((device_type, device_id), stream).map(give)),
    }
}

/// `TVMFFIEnvGetStream`. NULL, the default stream, if none was set.
#[inline(always)]
pub(crate) extern "C" fn get_stream(device_type: i32, device_id: i32) -> TVMFFIStreamHandle {
    with_place(device_type, device_id, Cell::get).unwrap_or_else(|| other((device_type, device_id)))
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
        // Some of these have no place in the table.
        for device in [(15, 15), (31, 16), (32, 15), (15, i32::MAX), (i32::MAX, i32::MAX)] {
            assert_eq!(set(device.0, device.1, 7), Some(0), "{device:?}");
            assert_eq!(set(device.0, device.1, 9), Some(7), "{device:?}");
            assert_eq!(get_stream(device.0, device.1).addr(), 9, "{device:?}");
        }
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
