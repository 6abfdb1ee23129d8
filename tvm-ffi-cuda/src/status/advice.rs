//! Advice for common errors.

use super::Status;

/// What the advice depends on besides the status.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Situation {
    /// Whether launches wait for their kernels (blocking mode).
    pub(crate) is_blocking: bool,
    /// Whether this process is a fork of one that has initialised CUDA.
    pub(crate) is_forked: bool,
}

pub(crate) const FORKED: &str = "CUDA was initialised before this process was forked, and does not work in forks: start processes with the `spawn` method \
                      (`multiprocessing.set_start_method(\"spawn\")` in Python), or use CUDA in the children only";

const BEFORE_CAPTURE: &str = "this cannot be done while a stream is captured into a graph: load the kernels before the capture, with one launch of each, with \
                              `tvm_ffi::cuda::preload(device)` in Rust, or with `mod.tvm_ffi_cuda_preload(device)` in Python";

const STICKY: &str = "an earlier kernel has failed, asynchronously, and this process cannot use CUDA any more: run it again with `TVM_FFI_CUDA_LAUNCH_BLOCKING=1`, so \
                      that the launch that causes an error reports it";

const STICKY_BLOCKING: &str = "a kernel has failed, and this process cannot use CUDA any more; launches wait for their kernels (`TVM_FFI_CUDA_LAUNCH_BLOCKING=1`), so it was the \
                               kernel that was launched here, or one of another library";

const IMAGE: &str = "the image of the kernels does not fit this GPU or this driver: compile it for the GPU's compute capability, or ship PTX of a version that the driver knows";

/// A known error, with its name in case the driver returns none, and with advice.
pub(super) struct Known {
    status: u32,
    pub(super) name: &'static str,
    advice: Option<&'static str>,
}

macro_rules! known {
    ($($status:literal $name:ident $(=> $advice:expr)?;)*) => {
        &[$(Known { status: $status, name: stringify!($name), advice: known!(@ $($advice)?) },)*]
    };
    (@) => { None };
    (@ $advice:expr) => { Some($advice) };
}

const KNOWN: &[Known] = known! {
    1 CUDA_ERROR_INVALID_VALUE;
    2 CUDA_ERROR_OUT_OF_MEMORY;
    3 CUDA_ERROR_NOT_INITIALIZED => FORKED;
    4 CUDA_ERROR_DEINITIALIZED => "the process is ending, and CUDA has shut down: destructors of static objects cannot launch kernels";
    34 CUDA_ERROR_STUB_LIBRARY => "the library that was loaded is the stub of the CUDA toolkit, for linking only: take the toolkit's `stubs` folder off the loader's path \
                                   (`LD_LIBRARY_PATH`), so that the library of the NVIDIA driver is found";
    46 CUDA_ERROR_DEVICE_UNAVAILABLE => "another process has exclusive use of the GPU (`nvidia-smi -q -d COMPUTE` shows the mode), or it is being reset";
    100 CUDA_ERROR_NO_DEVICE => "the driver is installed, but this process sees no GPU: `CUDA_VISIBLE_DEVICES` may hide them all, or a container was started without them \
                                 (`--gpus all`); `nvidia-smi` lists the GPUs";
    101 CUDA_ERROR_INVALID_DEVICE => "this process has no such GPU: `CUDA_VISIBLE_DEVICES` changes their count and their numbers";
    200 CUDA_ERROR_INVALID_IMAGE => IMAGE;
    201 CUDA_ERROR_INVALID_CONTEXT => "the context that is current on this thread has been destroyed, or is not that of the stream";
    209 CUDA_ERROR_NO_BINARY_FOR_GPU => IMAGE;
    218 CUDA_ERROR_INVALID_PTX => IMAGE;
    222 CUDA_ERROR_UNSUPPORTED_PTX_VERSION => IMAGE;
    400 CUDA_ERROR_INVALID_HANDLE => "the stream does not exist any more, or belongs to another device";
    500 CUDA_ERROR_NOT_FOUND;
    700 CUDA_ERROR_ILLEGAL_ADDRESS;
    701 CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    702 CUDA_ERROR_LAUNCH_TIMEOUT;
    710 CUDA_ERROR_ASSERT;
    714 CUDA_ERROR_HARDWARE_STACK_ERROR;
    715 CUDA_ERROR_ILLEGAL_INSTRUCTION;
    716 CUDA_ERROR_MISALIGNED_ADDRESS;
    717 CUDA_ERROR_INVALID_ADDRESS_SPACE;
    718 CUDA_ERROR_INVALID_PC;
    719 CUDA_ERROR_LAUNCH_FAILED;
    720 CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
    721 CUDA_ERROR_TENSOR_MEMORY_LEAK;
    801 CUDA_ERROR_NOT_SUPPORTED => "this GPU or this driver cannot do that";
    803 CUDA_ERROR_SYSTEM_DRIVER_MISMATCH => "the NVIDIA kernel module and the driver library are of different versions, as they are after an update: restart the machine, \
                                              or, in a container, do not bring a driver library of its own";
    804 CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE => "a compatibility library of a newer CUDA (`cuda-compat`) was loaded, which this GPU does not support: take it off the loader's path, \
                                                      or update the NVIDIA driver";
    900 CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED => BEFORE_CAPTURE;
    901 CUDA_ERROR_STREAM_CAPTURE_INVALIDATED => "the capture of the stream into a graph was invalidated by an earlier call that cannot be captured, often the first use of a kernel: \
                                                  load the kernels before the capture, with `tvm_ffi::cuda::preload(device)` in Rust or `mod.tvm_ffi_cuda_preload(device)` in Python";
    905 CUDA_ERROR_STREAM_CAPTURE_ISOLATION => "the stream depends on work of another capture, or on work that is not captured";
    906 CUDA_ERROR_STREAM_CAPTURE_IMPLICIT => "the legacy default stream cannot be used while a stream that waits for it is captured: capture and launch on streams of \
                                               their own";
    912 CUDA_ERROR_INVALID_CLUSTER_SIZE;
    999 CUDA_ERROR_UNKNOWN => "`nvidia-smi` may show more; after the machine was suspended the `nvidia_uvm` module has to be loaded again";
};

pub(super) fn known(status: Status) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.status == status.0)
}

/// The numbers and names of all known errors.
#[cfg(test)]
pub(crate) fn known_names() -> impl Iterator<Item = (u32, &'static str)> {
    KNOWN.iter().map(|known| (known.status, known.name))
}

/// The advice for an error, if there is any.
pub(super) fn of(status: Status, situation: Situation) -> Option<&'static str> {
    match status {
        _ if situation.is_forked => Some(FORKED),
        _ if status.is_sticky() && situation.is_blocking => Some(STICKY_BLOCKING),
        _ if status.is_sticky() => Some(STICKY),
        _ => known(status)?.advice,
    }
}
