//! Matrices in host memory that claim to be on a GPU, and calls with them.

use std::ffi::{c_int, c_void};
use std::pin::Pin;

use cuda_kernels::Float;
use tvm_ffi::abi::TVMFFIAny;
use tvm_ffi::{Any, Arguments, Function, SliceTensor, SliceTensorMut, Strided};
use tvm_ffi_cuda_tests::GpuTensor;

/// The C symbol of an export.
pub(crate) type Shim = unsafe extern "C" fn(*mut c_void, *const TVMFFIAny, i32, *mut TVMFFIAny) -> c_int;

/// Calls an export as Python does.
///
/// # Panics
///
/// If the call fails.
#[track_caller]
pub(crate) fn call(shim: Shim, args: impl Arguments) {
    try_call(shim, args).unwrap_or_else(|message| panic!("{message}"));
}

/// Calls an export as Python does. An error is returned as its message.
pub(crate) fn try_call(shim: Shim, args: impl Arguments) -> Result<(), String> {
    let make = Function::get_global("ffi.FunctionFromExternC").expect("TVM_FFI_LIBRARY names the runtime");
    // SAFETY: a shim obeys the SafeCall contract, without a context or a deleter.
    let shim = unsafe { Any::from_pointer(shim as *mut c_void) };
    let function = make.call(((), shim, ())).and_then(|made| made.cast::<Function>());
    let function = function.expect("it is a function");
    function.call(args).map(drop).map_err(|error| format!("{}: {}", error.kind(), error.message()))
}

/// The value of elements before and after a matrix, and in the gaps between its rows. They must not change.
const GUARD: usize = 64;

/// A matrix of pseudo-random numbers in a buffer.
#[derive(Clone)]
pub(crate) struct Matrix<T> {
    buffer: Vec<T>,
    dims: [usize; 2],
    pitch: usize,
}

impl<T: Float> Matrix<T> {
    /// A matrix with the row stride `pitch`. The same seed gives the same numbers, which are between -2 and 2.
    pub(crate) fn new(seed: u64, dims: [usize; 2], pitch: usize) -> Self {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            T::narrow((state >> 40) as f32 / (1u32 << 22) as f32 - 2.0)
        };
        // Extra room to align the first element.
        let length = dims[0] * pitch + 2 * GUARD + 16;
        Self { buffer: (0..length).map(|_| next()).collect(), dims, pitch }
    }

    /// A vector: a matrix of one row.
    pub(crate) fn vector(seed: u64, length: usize) -> Self {
        Self::new(seed, [1, length], length)
    }

    pub(crate) fn set(&mut self, row: usize, column: usize, value: f32) {
        let index = self.start() + row * self.pitch + column;
        self.buffer[index] = T::narrow(value);
    }

    /// The index of the first element, whose address is a multiple of 16 bytes.
    fn start(&self) -> usize {
        GUARD + self.buffer[GUARD..].as_ptr().align_offset(16)
    }

    fn strides(&self) -> [isize; 2] {
        [self.pitch as isize, 1]
    }

    /// The matrix as a tensor on a GPU, for a kernel that runs on the CPU.
    pub(crate) fn on_gpu(&mut self, device: i32) -> Pin<Box<GpuTensor>> {
        let start = self.start();
        let address = self.buffer[start..].as_mut_ptr().expose_provenance();
        let (dims, strides) = (self.dims.map(|dim| dim as i64), self.strides().map(|stride| stride as i64));
        GpuTensor::strided::<T>(address, device, &dims, &strides)
    }

    /// The only row as a tensor on a GPU.
    pub(crate) fn vector_on_gpu(&mut self, device: i32) -> Pin<Box<GpuTensor>> {
        let start = self.start();
        let address = self.buffer[start..].as_mut_ptr().expose_provenance();
        GpuTensor::at::<T>(address, device, &[self.dims[1] as i64])
    }

    pub(crate) fn on_cpu(&self) -> SliceTensor<'_, T, 2, Strided> {
        SliceTensor::with_strides(&self.buffer[self.start()..], self.dims, self.strides())
            .expect("it is inside")
    }

    pub(crate) fn on_cpu_mut(&mut self) -> SliceTensorMut<'_, T, 2, Strided> {
        let (start, strides) = (self.start(), self.strides());
        SliceTensorMut::with_strides(&mut self.buffer[start..], self.dims, strides).expect("it is inside")
    }

    pub(crate) fn vector_on_cpu(&self) -> SliceTensor<'_, T, 1> {
        let length = self.dims[1];
        SliceTensor::new(&self.buffer[self.start()..][..length], [length]).expect("it is inside")
    }

    pub(crate) fn vector_on_cpu_mut(&mut self) -> SliceTensorMut<'_, T, 1> {
        let (start, length) = (self.start(), self.dims[1]);
        SliceTensorMut::new(&mut self.buffer[start..][..length], [length]).expect("it is inside")
    }

    /// Asserts that both matrices have the same numbers, up to the differences of another order of summation, and that the memory before the matrix, between
    /// its rows, and after it has not changed.
    #[track_caller]
    pub(crate) fn assert_close(&self, expected: &Self, case: &str) {
        let epsilon = match T::DTYPE {
            tvm_ffi::DType::F32 => 1e-5,
            tvm_ffi::DType::F16 => 1.0 / 1024.0,
            _ => 1.0 / 128.0,
        };
        let ([rows, columns], whole) = (self.dims, self.dims[0] * self.pitch);
        for at in -(GUARD as isize)..(whole + GUARD) as isize {
            let of = |matrix: &Self| matrix.buffer[matrix.start().wrapping_add_signed(at)].widen();
            let (found, expected) = (of(self), of(expected));
            let is_inside = at >= 0 && self.pitch > 0 && {
                let at = at as usize;
                at / self.pitch < rows && at % self.pitch < columns
            };
            let allowed = if is_inside { epsilon * expected.abs() + 1e-6 } else { 0.0 };
            let is_close = (found - expected).abs() <= allowed || found.is_nan() && expected.is_nan();
            assert!(is_close, "{case}: [{at}] of {:?} is {found}, expected {expected}", self.dims);
        }
    }
}
