//! PyTorch's numbers of dtypes and devices. It promises none of them, so they are asked for once.

use core::ffi::CStr;

use tvm_ffi_core::__private::LoadedLibrary;
use tvm_ffi_core::DType;
use tvm_ffi_core::abi::DLDeviceType;

use super::table::{c_names, number};

/// Defines the dtypes, and the functions that give their numbers.
macro_rules! dtypes {
    ($($name:ident: $dtype:expr,)*) => {
        const DTYPES: &[DType] = &[$($dtype),*];
        const NAMES: &str = concat!($(stringify!($name), "\0"),*);
    };
}

// Those of the last two rows came with 2.11.
dtypes! {
    aoti_torch_dtype_float32: DType::F32,
    aoti_torch_dtype_float64: DType::F64,
    aoti_torch_dtype_float16: DType::F16,
    aoti_torch_dtype_bfloat16: DType::BF16,
    aoti_torch_dtype_int64: DType::I64,
    aoti_torch_dtype_int32: DType::I32,
    aoti_torch_dtype_int16: DType::I16,
    aoti_torch_dtype_int8: DType::I8,
    aoti_torch_dtype_uint8: DType::U8,
    aoti_torch_dtype_uint16: DType::U16,
    aoti_torch_dtype_uint32: DType::U32,
    aoti_torch_dtype_uint64: DType::U64,
    aoti_torch_dtype_bool: DType::BOOL,
    aoti_torch_dtype_complex64: DType::COMPLEX64,
    aoti_torch_dtype_complex128: DType::COMPLEX128,
    aoti_torch_dtype_complex32: DType::COMPLEX32,
    aoti_torch_dtype_float8_e4m3fn: DType::F8_E4M3FN,
    aoti_torch_dtype_float8_e5m2: DType::F8_E5M2,
    aoti_torch_dtype_float8_e4m3fnuz: DType::F8_E4M3FNUZ,
    aoti_torch_dtype_float8_e5m2fnuz: DType::F8_E5M2FNUZ,
    torch_dtype_float8_e8m0fnu: DType::F8_E8M0FNU,
    // PyTorch's element of two numbers has two lanes in DLPack.
    torch_dtype_float4_e2m1fn_x2: DType::F4_E2M1FN.with_lanes(2),
}

/// PyTorch's numbers are below this.
const MOST: usize = 64;

pub(crate) struct Numbers {
    /// The dtypes by their numbers.
    dtypes: [Option<DType>; MOST],
    pub(crate) cpu: i32,
    pub(crate) cuda: i32,
    /// The layout of dense tensors.
    pub(crate) strided: i32,
}

impl Numbers {
    /// Asks for the numbers; gives the name of a function that 2.9 has, if it is missing.
    pub(super) fn read(library: &LoadedLibrary) -> Result<Self, &'static CStr> {
        let ask = |name: &'static CStr| number(library, name).ok_or(name);
        let mut dtypes = [None; MOST];
        for (dtype, name) in DTYPES.iter().zip(c_names(NAMES)) {
            let place = number(library, name).and_then(|number| usize::try_from(number).ok());
            if let Some(place) = place.and_then(|place| dtypes.get_mut(place)) {
                *place = Some(*dtype);
            }
        }
        Ok(Self {
            dtypes,
            cpu: ask(c"aoti_torch_device_type_cpu")?,
            cuda: ask(c"aoti_torch_device_type_cuda")?,
            strided: ask(c"aoti_torch_layout_strided")?,
        })
    }

    /// The dtype with a number; `None` for those that DLPack does not have, and for that of an undefined tensor.
    #[inline(always)]
    pub(crate) fn dtype(&self, number: i32) -> Option<DType> {
        *self.dtypes.get(usize::try_from(number).ok()?)?
    }

    /// The number of a dtype, if PyTorch has it.
    pub(crate) fn of_dtype(&self, dtype: DType) -> Option<i32> {
        let place = self.dtypes.iter().position(|found| *found == Some(dtype))?;
        i32::try_from(place).ok()
    }

    /// DLPack's number of a device type, 0 of one that kernels do not get.
    #[inline(always)]
    pub(crate) fn device_type(&self, number: i32) -> i32 {
        if number == self.cpu {
            DLDeviceType::kDLCPU as i32
        } else if number == self.cuda {
            DLDeviceType::kDLCUDA as i32
        } else {
            0
        }
    }
}
