//! Cached properties of each GPU: handle, primary context, compute capability.

use core::ffi::{CStr, c_char, c_int};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

use cudarc::driver::sys;
use cudarc::driver::sys::CUdevice_attribute_enum as Attribute;
use tvm_ffi_core::{Result, bail};

use crate::driver::{Driver, driver};

/// The number of devices that the tables have room for. Larger device numbers are refused; no machine has that many GPUs.
pub(crate) const MAX_DEVICES: usize = 64;

/// Cached properties of one device. Each is zero or NULL until it is queried.
pub(crate) struct CachedDevice {
    /// The primary context, retained once and never released. All other users of CUDA in the process share it.
    pub(crate) primary: AtomicPtr<sys::CUctx_st>,
    /// The driver's handle of the device, plus one.
    handle: AtomicU32,
    /// The compute capability, as `major * 10 + minor`.
    pub(crate) capability: AtomicU32,
    /// The number of multiprocessors.
    pub(crate) multiprocessors: AtomicU32,
}

pub(crate) static CACHE: [CachedDevice; MAX_DEVICES] = [const {
    CachedDevice {
        primary: AtomicPtr::new(null_mut()),
        handle: AtomicU32::new(0),
        capability: AtomicU32::new(0),
        multiprocessors: AtomicU32::new(0),
    }
}; MAX_DEVICES];

/// The cache entry of a device.
///
/// # Errors
///
/// A `ValueError` if the number is out of range for any machine.
#[track_caller]
fn cached(device: u32) -> Result<&'static CachedDevice> {
    match CACHE.get(device as usize) {
        Some(cached) => Ok(cached),
        None => {
            bail!(ValueError, "there is no device cuda:{device}: numbers of devices are below {MAX_DEVICES}")
        }
    }
}

/// The primary context of a device, retained by the first call. Threads that call it at the same time may each retain it once.
///
/// # Errors
///
/// A `ValueError` if the device does not exist; the driver's error.
#[inline]
#[track_caller]
pub(crate) fn primary(driver: &'static Driver, device: u32) -> Result<sys::CUcontext> {
    let context = cached(device)?.primary.load(Ordering::Acquire);
    if context.is_null() { retain(driver, device) } else { Ok(context) }
}

#[cold]
#[track_caller]
fn retain(driver: &'static Driver, device: u32) -> Result<sys::CUcontext> {
    let handle = handle(driver, device)?;
    let mut context = null_mut();
    // SAFETY: `context` is writable, and the handle comes from the driver.
    let status = unsafe { (driver.device_primary_ctx_retain)(&mut context, handle) };
    status.check(driver, format_args!("the context of cuda:{device} could not be made"))?;
    // Two threads that retain it at the same time get the same context.
    cached(device)?.primary.store(context, Ordering::Release);
    Ok(context)
}

/// The number of GPUs that are visible to this process.
///
/// # Errors
///
/// A `RuntimeError` that says what is missing if there is no driver, if the driver is too old, or if there is no GPU.
#[track_caller]
pub fn device_count() -> Result<usize> {
    Ok(count(driver()?)? as usize)
}

/// Whether there is a usable driver and at least one GPU. If not, the error of [`driver_version`](crate::driver_version) says why.
///
/// ```
/// assert_eq!(tvm_ffi_cuda::is_available(), tvm_ffi_cuda::device_count().is_ok_and(|count| count > 0));
/// ```
pub fn is_available() -> bool {
    device_count().is_ok_and(|count| count > 0)
}

/// The number of GPUs.
///
/// # Errors
///
/// The driver's error.
#[track_caller]
pub(crate) fn count(driver: &'static Driver) -> Result<u32> {
    let mut count: c_int = 0;
    // SAFETY: `count` is writable.
    let status = unsafe { (driver.device_get_count)(&mut count) };
    status.check(driver, "the number of devices could not be queried")?;
    Ok(count.max(0) as u32)
}

/// Checks that a device exists, and returns its number.
///
/// # Errors
///
/// A `ValueError` if the device does not exist.
#[track_caller]
pub(crate) fn number(driver: &'static Driver, number: i32) -> Result<u32> {
    let Ok(device) = u32::try_from(number) else {
        bail!(ValueError, "there is no device cuda:{number}: expected a number from 0");
    };
    handle(driver, device)?;
    Ok(device)
}

/// The driver's handle of a device.
///
/// # Errors
///
/// A `ValueError` if the device does not exist.
#[track_caller]
pub(crate) fn handle(driver: &'static Driver, device: u32) -> Result<sys::CUdevice> {
    let slot = &cached(device)?.handle;
    // Relaxed: no other memory depends on this number.
    match slot.load(Ordering::Relaxed) {
        0 => {}
        next => return Ok((next - 1).cast_signed()),
    }
    let count = count(driver)?;
    if device >= count {
        let has = match count {
            0 => "no device".into(),
            1 => "one device, cuda:0".into(),
            _ => format!("{count} devices, the last of them cuda:{}", count - 1),
        };
        bail!(ValueError, "there is no device cuda:{device}: this process has {has}");
    }
    let mut handle: sys::CUdevice = 0;
    // SAFETY: `handle` is writable.
    let status = unsafe { (driver.device_get)(&mut handle, device as c_int) };
    status.check(driver, format_args!("cuda:{device} could not be opened"))?;
    slot.store(handle.cast_unsigned().wrapping_add(1), Ordering::Relaxed);
    Ok(handle)
}

/// An attribute of a device.
///
/// # Errors
///
/// A `ValueError` if the device does not exist; the driver's error.
#[track_caller]
pub(crate) fn attribute(driver: &'static Driver, device: u32, attribute: Attribute) -> Result<i32> {
    let handle = handle(driver, device)?;
    let mut value: c_int = 0;
    // SAFETY: `value` is writable, and the handle comes from the driver.
    let status = unsafe { (driver.device_get_attribute)(&mut value, attribute as c_int, handle) };
    status.check(driver, format_args!("an attribute of cuda:{device} could not be queried"))?;
    Ok(value)
}

/// The compute capability of a device: `(9, 0)`.
///
/// # Errors
///
/// As for [`attribute`].
#[track_caller]
pub(crate) fn capability(driver: &'static Driver, device: u32) -> Result<(u32, u32)> {
    let slot = &cached(device)?.capability;
    // Relaxed: no other memory depends on this number.
    let mut packed = slot.load(Ordering::Relaxed);
    if packed == 0 {
        let major = attribute(driver, device, Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = attribute(driver, device, Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        // Saturating, so that nonsense from the driver cannot overflow.
        packed = major.saturating_mul(10).saturating_add(minor).max(0).cast_unsigned();
        slot.store(packed, Ordering::Relaxed);
    }
    Ok((packed / 10, packed % 10))
}

/// The number of multiprocessors of a device.
///
/// # Errors
///
/// As for [`attribute`].
#[track_caller]
pub(crate) fn multiprocessors(driver: &'static Driver, device: u32) -> Result<u32> {
    let slot = &cached(device)?.multiprocessors;
    // Relaxed: no other memory depends on this number.
    let mut count = slot.load(Ordering::Relaxed);
    if count == 0 {
        count = attribute(driver, device, Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)? as u32;
        slot.store(count, Ordering::Relaxed);
    }
    Ok(count)
}

/// The driver's name of a device for messages, such as `NVIDIA H100 80GB HBM3`. `None` if the driver does not return one.
pub(crate) fn name(driver: &'static Driver, device: u32) -> Option<String> {
    let handle = handle(driver, device).ok()?;
    let mut name = [0; 128];
    // SAFETY: the buffer has the given length, and the handle comes from the driver.
    let status =
        unsafe { (driver.device_get_name)(name.as_mut_ptr().cast::<c_char>(), name.len() as c_int, handle) };
    let name = CStr::from_bytes_until_nul(&name).ok()?;
    (status.is_success() && !name.is_empty()).then(|| name.to_string_lossy().into_owned())
}
