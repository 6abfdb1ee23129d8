//! The table of driver functions.

use core::ffi::{CStr, c_char, c_int, c_uchar, c_uint, c_void};
use core::ptr::NonNull;

use cudarc::driver::sys::*;

use crate::status::Status;

macro_rules! functions {
    (
        required { $(fn $name:ident = $symbol:literal($($arg:ident: $ty:ty),* $(,)?);)* }
        optional { $(#[since($since:literal)] fn $late:ident = $late_symbol:literal($($late_arg:ident: $late_ty:ty),* $(,)?);)* }
    ) => {
        /// The functions of a driver library. C enumerations are plain numbers here, since a newer driver may return values that the declarations lack.
        pub(crate) struct Functions {
            $(pub(crate) $name: unsafe extern "C" fn($($arg: $ty),*) -> Status,)*
            $(
                #[doc = concat!("A driver for CUDA ", $since, " or later has it.")]
                pub(crate) $late: Option<unsafe extern "C" fn($($late_arg: $late_ty),*) -> Status>,
            )*
        }

        impl Functions {
            /// Looks up all functions.
            ///
            /// # Errors
            ///
            /// The name of the first required function (since CUDA 12.0) that the library lacks.
            ///
            /// # Safety
            ///
            /// `find` returns for each name the function of this name in the driver API.
            pub(super) unsafe fn resolve(find: impl Fn(&CStr) -> Option<NonNull<c_void>>) -> Result<Self, &'static CStr> {
                Ok(Self {
                    $($name: {
                        let address = find($symbol).ok_or($symbol)?;
                        // SAFETY: the caller's contract: the symbol is the function of that name, with the signature in cuda.h.
                        unsafe { core::mem::transmute::<*mut c_void, unsafe extern "C" fn($($ty),*) -> Status>(address.as_ptr()) }
                    },)*
                    $($late: find($late_symbol).map(|address| {
                        // SAFETY: as above.
                        unsafe { core::mem::transmute::<*mut c_void, unsafe extern "C" fn($($late_ty),*) -> Status>(address.as_ptr()) }
                    }),)*
                })
            }
        }

        /// The names of the required functions.
        #[cfg(test)]
        pub(super) const REQUIRED: &[&CStr] = &[$($symbol),*];
        #[cfg(test)]
        pub(super) const OPTIONAL: &[&CStr] = &[$($late_symbol),*];
    };
}

functions! {
    required {
        fn init = c"cuInit"(flags: c_uint);
        fn get_error_name = c"cuGetErrorName"(status: Status, name: *mut *const c_char);
        fn get_error_string = c"cuGetErrorString"(status: Status, sentence: *mut *const c_char);

        fn device_get = c"cuDeviceGet"(device: *mut CUdevice, ordinal: c_int);
        fn device_get_count = c"cuDeviceGetCount"(count: *mut c_int);
        fn device_get_name = c"cuDeviceGetName"(name: *mut c_char, len: c_int, device: CUdevice);
        fn device_get_attribute = c"cuDeviceGetAttribute"(value: *mut c_int, attribute: c_int, device: CUdevice);
        fn device_primary_ctx_retain = c"cuDevicePrimaryCtxRetain"(context: *mut CUcontext, device: CUdevice);
        fn ctx_get_current = c"cuCtxGetCurrent"(context: *mut CUcontext);
        fn ctx_set_current = c"cuCtxSetCurrent"(context: CUcontext);
        fn ctx_get_device = c"cuCtxGetDevice"(device: *mut CUdevice);

        fn library_load_data = c"cuLibraryLoadData"(
            library: *mut CUlibrary,
            code: *const c_void,
            jit_options: *mut c_int,
            jit_values: *mut *mut c_void,
            num_jit_options: c_uint,
            options: *mut c_int,
            values: *mut *mut c_void,
            num_options: c_uint,
        );
        fn library_get_kernel = c"cuLibraryGetKernel"(kernel: *mut CUkernel, library: CUlibrary, name: *const c_char);
        fn kernel_get_function = c"cuKernelGetFunction"(function: *mut CUfunction, kernel: CUkernel);
        fn kernel_get_attribute = c"cuKernelGetAttribute"(value: *mut c_int, attribute: c_int, kernel: CUkernel, device: CUdevice);
        fn kernel_set_attribute = c"cuKernelSetAttribute"(attribute: c_int, value: c_int, kernel: CUkernel, device: CUdevice);

        fn launch_kernel_ex = c"cuLaunchKernelEx"(
            config: *const CUlaunchConfig,
            function: CUfunction,
            params: *mut *mut c_void,
            extra: *mut *mut c_void,
        );
        fn occupancy_max_active_blocks_per_multiprocessor = c"cuOccupancyMaxActiveBlocksPerMultiprocessor"(
            blocks: *mut c_int,
            function: CUfunction,
            block_size: c_int,
            smem: usize,
        );
        fn occupancy_max_potential_block_size = c"cuOccupancyMaxPotentialBlockSize"(
            min_grid_size: *mut c_int,
            block_size: *mut c_int,
            function: CUfunction,
            smem_of_block_size: CUoccupancyB2DSize,
            smem: usize,
            block_size_limit: c_int,
        );
        fn occupancy_max_active_clusters = c"cuOccupancyMaxActiveClusters"(
            clusters: *mut c_int,
            function: CUfunction,
            config: *const CUlaunchConfig,
        );

        fn stream_create_with_priority = c"cuStreamCreateWithPriority"(stream: *mut CUstream, flags: c_uint, priority: c_int);
        fn stream_destroy = c"cuStreamDestroy_v2"(stream: CUstream);
        fn stream_synchronize = c"cuStreamSynchronize"(stream: CUstream);
        fn stream_wait_event = c"cuStreamWaitEvent"(stream: CUstream, event: CUevent, flags: c_uint);
        fn stream_get_capture_info = c"cuStreamGetCaptureInfo_v2"(
            stream: CUstream,
            status: *mut c_int,
            id: *mut u64,
            graph: *mut CUgraph,
            dependencies: *mut *const CUgraphNode,
            num_dependencies: *mut usize,
        );
        fn thread_exchange_stream_capture_mode = c"cuThreadExchangeStreamCaptureMode"(mode: *mut c_int);
        fn event_create = c"cuEventCreate"(event: *mut CUevent, flags: c_uint);
        fn event_destroy = c"cuEventDestroy_v2"(event: CUevent);
        fn event_record = c"cuEventRecord"(event: CUevent, stream: CUstream);

        fn mem_alloc_async = c"cuMemAllocAsync"(address: *mut CUdeviceptr, bytes: usize, stream: CUstream);
        fn mem_free_async = c"cuMemFreeAsync"(address: CUdeviceptr, stream: CUstream);
        fn memset_d8_async = c"cuMemsetD8Async"(address: CUdeviceptr, value: c_uchar, bytes: usize, stream: CUstream);

        fn tensor_map_encode_tiled = c"cuTensorMapEncodeTiled"(
            map: *mut c_void,
            data_type: c_int,
            rank: u32,
            address: *mut c_void,
            dims: *const u64,
            strides: *const u64,
            box_dims: *const u32,
            element_strides: *const u32,
            interleave: c_int,
            swizzle: c_int,
            l2_promotion: c_int,
            fill: c_int,
        );
    }
    optional {
        #[since("12.4")] fn kernel_get_param_info = c"cuKernelGetParamInfo"(kernel: CUkernel, index: usize, offset: *mut usize, size: *mut usize);
    }
}
