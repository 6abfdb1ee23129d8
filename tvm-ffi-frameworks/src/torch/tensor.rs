//! Tensors of PyTorch as `DLTensor`s.

use core::ffi::c_void;
use core::ptr::null_mut;

use tvm_ffi_core::DType;
use tvm_ffi_core::abi::{DLDataType, DLDevice, DLTensor};

use super::failure::Failed;
use super::table::{Code, Table, Tensor};

/// A tensor as an export takes it, and its numbers in PyTorch.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct TensorArgument {
    pub(super) tensor: DLTensor,
    pub(super) dtype: i32,
    pub(super) device_type: i32,
    pub(super) device_index: i32,
}

impl TensorArgument {
    /// No tensor.
    pub(super) const NONE: Self = Self {
        tensor: DLTensor {
            data: null_mut(),
            device: DLDevice { device_type: 0, device_id: 0 },
            ndim: 0,
            dtype: DLDataType { code: 0, bits: 0, lanes: 0 },
            shape: null_mut(),
            strides: null_mut(),
            byte_offset: 0,
        },
        dtype: 0,
        device_type: 0,
        device_index: 0,
    };
}

/// Calls a function that writes to a place, and looks at its code.
macro_rules! ask {
    ($table:expr, $name:ident($($argument:expr),*) -> $initial:expr) => {{
        let mut place = $initial;
        // SAFETY: the handle is that of a live tensor, and the place is writable.
        let code = unsafe { ($table.functions.$name)($($argument,)* &mut place) };
        check($table, code, stringify!($name))?;
        place
    }};
}
pub(super) use ask;

/// Turns the code of a function into a result.
#[inline(always)]
pub(super) fn check(table: &Table, code: Code, function: &str) -> Result<(), Failed> {
    if code == 0 { Ok(()) } else { Err(Failed::in_torch(table, function)) }
}

/// Reads a tensor. `None` for one that is undefined: PyTorch passes it where a caller gave `None` for a tensor.
#[inline]
pub(super) fn read(table: &Table, handle: Tensor) -> Result<Option<TensorArgument>, Failed> {
    let dtype: i32 = ask!(table, aoti_torch_get_dtype(handle) -> 0);
    let Some(dlpack) = table.numbers.dtype(dtype) else { return Ok(None) };
    let data: *mut c_void = ask!(table, aoti_torch_get_data_ptr(handle) -> null_mut());
    let ndim: i64 = ask!(table, aoti_torch_get_dim(handle) -> 0);
    let shape: *mut i64 = ask!(table, aoti_torch_get_sizes(handle) -> null_mut());
    let strides: *mut i64 = ask!(table, aoti_torch_get_strides(handle) -> null_mut());
    let device_type: i32 = ask!(table, aoti_torch_get_device_type(handle) -> 0);
    // Host memory has no number.
    let device_index: i32 = if device_type == table.numbers.cpu {
        -1
    } else {
        ask!(table, aoti_torch_get_device_index(handle) -> 0)
    };
    let device =
        DLDevice { device_type: table.numbers.device_type(device_type) as _, device_id: device_index.max(0) };
    let tensor =
        DLTensor { data, device, ndim: ndim as i32, dtype: raw(dlpack), shape, strides, byte_offset: 0 };
    Ok(Some(TensorArgument { tensor, dtype, device_type, device_index }))
}

pub(super) fn raw(dtype: DType) -> DLDataType {
    DLDataType { code: dtype.code(), bits: dtype.bits(), lanes: dtype.lanes() }
}

/// Whether a tensor is contiguous.
#[inline]
pub(super) fn is_contiguous(tensor: &DLTensor) -> bool {
    let Ok(ndim @ 1..) = usize::try_from(tensor.ndim) else { return true };
    // SAFETY: DLTensor validity: there are `ndim` extents.
    let shape = unsafe { core::slice::from_raw_parts(tensor.shape, ndim) };
    // SAFETY: as above, with strides, which PyTorch always has.
    let strides = unsafe { core::slice::from_raw_parts(tensor.strides, ndim) };
    let (mut expected, mut in_order) = (1i64, true);
    for (extent, stride) in shape.iter().zip(strides).rev() {
        match *extent {
            0 => return true,
            1 => {}
            extent => {
                in_order &= *stride == expected;
                expected = expected.wrapping_mul(extent);
            }
        }
    }
    in_order
}
