//! Where the elements of a view are: the markers for devices, and what views of device memory give.

use core::ffi::c_void;

use super::marker::sealed::Sealed;
use super::{Access, Exclusive, View};
use crate::device::{Device, DeviceType};
use crate::env::Stream;
use crate::tensor::Element;

/// Where the elements of a view are: [`Cpu`], [`Cuda`], [`Rocm`], [`Metal`], ...
///
/// ```
/// use tvm_ffi_core::view::{Exclusive, Rank, Rocm, Shared, View};
///
/// /// Launches a kernel of a HIP library.
/// fn scale(x: View<'_, Rocm, Shared, f32, Rank<2>>, mut y: View<'_, Rocm, Exclusive, f32, Rank<2>>) {
///     let (from, to, stream) = (x.ptr(), y.ptr_mut(), x.stream().as_raw());
///     # let _ = (from, to, stream);
/// }
/// ```
pub trait DeviceMarker: Sealed + 'static {
    #[doc(hidden)]
    const DEVICE_TYPE: i32;
    #[doc(hidden)]
    const NAME: &'static str;

    /// Whether `data` of a tensor is a handle.
    #[doc(hidden)]
    const HAS_HANDLES: bool = Device::new(Self::DEVICE_TYPE, 0).has_handles();
}

/// Devices whose memory is passed by its address: [`Rocm`], [`CudaManaged`], [`OneApi`]. Those of [`Cuda`] views are
/// `tvm_ffi::cuda::DevicePtr`'s.
pub trait Addressed: DeviceMarker {}

/// Devices whose memory is passed by `data` as their framework has it, a handle of a buffer say, and an offset: [`Metal`],
/// [`Vulkan`], [`OpenCl`], [`WebGpu`], and those of which nothing is known here.
pub trait Opaque: DeviceMarker {}

macro_rules! devices {
    ($($(#[$doc:meta])* $marker:ident = $constant:ident $($kind:ident)*;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub enum $marker {}

        impl Sealed for $marker {}
        impl DeviceMarker for $marker {
            const DEVICE_TYPE: i32 = DeviceType::$constant;
            const NAME: &'static str = stringify!($marker);
        }
        $(impl $kind for $marker {})*
    )*};
}

devices! {
    /// Marks views of host memory. It may be pinned by CUDA or ROCm.
    Cpu = CPU;
    /// Marks views of the memory of a CUDA GPU.
    Cuda = CUDA;
    /// Marks views of memory that CUDA moves between the host and a GPU.
    CudaManaged = CUDA_MANAGED Addressed;
    /// Marks views of the memory of an AMD GPU.
    Rocm = ROCM Addressed;
    /// Marks views of the memory of a oneAPI device.
    OneApi = ONEAPI Addressed;
    /// Marks views of buffers of an Apple GPU.
    Metal = METAL Opaque;
    /// Marks views of Vulkan buffers.
    Vulkan = VULKAN Opaque;
    /// Marks views of OpenCL buffers.
    OpenCl = OPENCL Opaque;
    /// Marks views of WebGPU buffers.
    WebGpu = WEBGPU Opaque;
    /// Marks views of the memory of a Qualcomm Hexagon processor.
    Hexagon = HEXAGON Opaque;
    /// Marks views of the memory of a Microsoft MAIA device.
    Maia = MAIA Opaque;
    /// Marks views of the memory of an AWS Trainium device.
    Trn = TRN Opaque;
    /// Marks views of the memory of a Verilog simulator.
    Vpi = VPI Opaque;
    /// Marks views of the memory of a device that no standard names.
    ExtDev = EXT_DEV Opaque;
}

impl<D, A, T: Element, R, L> View<'_, D, A, T, R, L> {
    /// The stream on which this thread launches work on the device, see [`Stream`].
    pub fn stream(&self) -> Stream<'_> {
        self.metadata().stream()
    }
}

impl<D: Addressed, A: Access, T: Element, R, L> View<'_, D, A, T, R, L> {
    /// The address of the first element in the device's memory, to be read by a kernel. It may be NULL where there is no element.
    #[inline]
    pub fn ptr(&self) -> *const T {
        self.address()
    }
}

impl<D: Addressed, T: Element, R, L> View<'_, D, Exclusive, T, R, L> {
    /// The address of the first element in the device's memory, to be written by a kernel. It may be NULL where there is no
    /// element.
    #[inline]
    pub fn ptr_mut(&mut self) -> *mut T {
        self.address()
    }
}

impl<D: Opaque, A: Access, T: Element, R, L> View<'_, D, A, T, R, L> {
    /// The `data` of the tensor: on most of these devices a handle of the buffer, to which nothing can be added. The first element is
    /// [`byte_offset`](Self::byte_offset) bytes behind the start of the buffer.
    ///
    /// ```
    /// use tvm_ffi_core::view::{Metal, Rank, Shared, View};
    /// fn buffer_and_offset(x: View<'_, Metal, Shared, f32, Rank<1>>) -> (*mut std::ffi::c_void, u64) {
    ///     (x.handle(), x.byte_offset())
    /// }
    /// ```
    #[inline]
    pub fn handle(&self) -> *mut c_void {
        self.metadata().data_ptr()
    }

    /// How many bytes behind the start of the buffer the first element is.
    #[inline]
    pub fn byte_offset(&self) -> u64 {
        self.metadata().byte_offset()
    }
}
