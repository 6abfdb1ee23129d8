//! Where a call runs: in host memory, or on a GPU in the order of XLA's stream.

use core::ffi::c_void;
use core::ptr::null_mut;

use tvm_ffi_core::__private::LoadedLibrary;
use tvm_ffi_core::{Device, env};

use super::abi::{Api, ApiWithOrdinal, DeviceOrdinalGet, ErrorDestroy, SizedStruct, StreamGet, XlaError};
use super::failure::Failure;
use super::frame::Frame;
use super::plan::Plan;

/// Where the buffers of a call are.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    Host,
    Gpu { device: Device, stream: *mut c_void },
}

impl Place {
    /// XLA does not say it. A function for host memory has its buffers there; for others a GPU has a stream.
    ///
    /// # Safety
    ///
    /// The contract of call frames.
    #[inline]
    pub(super) unsafe fn of(frame: Frame<'_>, plan: &Plan) -> Result<Self, Failure> {
        if !plan.devices.cuda {
            return Ok(Self::Host);
        }
        // SAFETY: the caller's contract.
        unsafe { gpu(frame, plan) }
    }

    pub(crate) fn device(self) -> Device {
        match self {
            Self::Host => Device::cpu(),
            Self::Gpu { device, .. } => device,
        }
    }

    /// Runs `body`, with XLA's stream as the current one.
    ///
    /// # Safety
    ///
    /// The stream lives until the function returns.
    #[inline]
    pub(super) unsafe fn run<R>(self, body: impl FnOnce() -> R) -> Result<R, Failure> {
        match self {
            Self::Host => Ok(body()),
            Self::Gpu { device, stream } => {
                // SAFETY: the caller's contract.
                let result = unsafe { env::with_stream(device, stream, body) };
                result.map_err(Failure::from)
            }
        }
    }

    /// Writes zeroes.
    ///
    /// # Safety
    ///
    /// There are `count` bytes of this place, which may be written.
    pub(super) unsafe fn clear(self, data: *mut c_void, count: usize) -> Result<(), Failure> {
        match self {
            _ if count == 0 => Ok(()),
            Self::Host => {
                // SAFETY: the caller's contract.
                unsafe { data.cast::<u8>().write_bytes(0, count) };
                Ok(())
            }
            // SAFETY: as above.
            Self::Gpu { stream, .. } => unsafe { clear_on_gpu(data, count, stream) },
        }
    }
}

/// # Safety
///
/// The contract of call frames.
#[cold]
unsafe fn gpu(frame: Frame<'_>, plan: &Plan) -> Result<Place, Failure> {
    let context = frame.raw.context;
    let mut get =
        StreamGet { struct_size: StreamGet::SIZE, extension: null_mut(), context, stream: null_mut() };
    // SAFETY: the function is XLA's, and the context is that of the call.
    let error = unsafe { (frame.api.stream_get)(&mut get) };
    if error.is_null() {
        // SAFETY: the caller's contract.
        return unsafe { ordinal(frame) }
            .map(|id| Place::Gpu { device: Device::cuda(id), stream: get.stream });
    }
    // SAFETY: the error is owned here.
    unsafe { destroy(frame.api, error) };
    if plan.devices.cpu {
        return Ok(Place::Host);
    }
    Err(Failure::argument(format!("{}: it is for GPUs, and XLA has no stream of one", plan.record.name)))
}

/// The number of the GPU.
///
/// # Safety
///
/// The contract of call frames.
unsafe fn ordinal(frame: Frame<'_>) -> Result<i32, Failure> {
    if frame.api.struct_size < ApiWithOrdinal::SIZE {
        return Err(Failure::internal("this XLA cannot tell on which GPU it calls: use a later version"));
    }
    // SAFETY: the table is large enough.
    let api = unsafe { &*frame.raw.api.cast::<ApiWithOrdinal>() };
    let context = frame.raw.context;
    let mut get =
        DeviceOrdinalGet { struct_size: DeviceOrdinalGet::SIZE, extension: null_mut(), context, ordinal: 0 };
    // SAFETY: the function is XLA's, and the context is that of the call.
    let error = unsafe { (api.device_ordinal_get)(&mut get) };
    if error.is_null() {
        return Ok(get.ordinal);
    }
    // SAFETY: the error is owned here.
    unsafe { destroy(frame.api, error) };
    Err(Failure::internal("XLA cannot tell on which GPU it calls"))
}

/// # Safety
///
/// The error is one of XLA's, which is owned by the caller.
unsafe fn destroy(api: &Api, error: *mut XlaError) {
    let mut arguments = ErrorDestroy { struct_size: ErrorDestroy::SIZE, extension: null_mut(), error };
    // SAFETY: the caller's contract.
    unsafe { (api.error_destroy)(&mut arguments) };
}

/// `cuMemsetD8Async`
type Memset = unsafe extern "C" fn(address: u64, value: u8, count: usize, stream: *mut c_void) -> u32;

/// # Safety
///
/// As for [`Place::clear`], in the order of the stream.
unsafe fn clear_on_gpu(data: *mut c_void, count: usize, stream: *mut c_void) -> Result<(), Failure> {
    let driver = ["libcuda.so.1", "nvcuda.dll"].into_iter().find_map(LoadedLibrary::find);
    let memset = driver.as_ref().and_then(|driver| driver.symbol(c"cuMemsetD8Async"));
    let missing = || Failure::internal("there is no CUDA driver in the process to clear an output with");
    let memset = memset.ok_or_else(missing)?;
    // SAFETY: the function of the driver has this signature.
    let memset = unsafe { core::mem::transmute::<core::ptr::NonNull<c_void>, Memset>(memset) };
    // SAFETY: the caller's contract; XLA has made the context of the GPU current.
    match unsafe { memset(data.addr() as u64, 0, count, stream) } {
        0 => Ok(()),
        code => Err(Failure::internal(format!("cuMemsetD8Async failed with code {code}"))),
    }
}
