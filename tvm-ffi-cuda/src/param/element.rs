//! The names of element types, and of pointers to them.

use tvm_ffi_core::{DType, Element};

/// The names of an element type, and of pointers to it, in Rust and in CUDA C++.
#[derive(Clone, Copy)]
pub(super) struct Spelling {
    pub(super) name: &'static str,
    pub(super) ptr: &'static str,
    pub(super) ptr_mut: &'static str,
    pub(super) c_type: Option<&'static str>,
    pub(super) c_ptr: Option<&'static str>,
    pub(super) c_ptr_mut: Option<&'static str>,
}

/// Whether two dtypes are equal. Each element type has a dtype of its own, so this also compares the types.
pub(crate) const fn is_same(left: DType, right: DType) -> bool {
    left.code() == right.code() && left.bits() == right.bits() && left.lanes() == right.lanes()
}

/// The name of an element type.
pub(crate) const fn element_name<T: Element>() -> &'static str {
    Spelling::of::<T>().name
}

macro_rules! spellings {
    ($($name:literal $dtype:expr $(, $c:literal)?;)*) => {
        impl Spelling {
            /// The names of a type.
            pub(super) const fn of<T: Element>() -> Self {
                $(if is_same(T::DTYPE, $dtype) {
                    return Self {
                        c_type: optional!($($c)?),
                        c_ptr: optional!($("const " $c "*")?),
                        c_ptr_mut: optional!($($c "*")?),
                        ..Self::without_c($name, concat!("Ptr<", $name, ">"), concat!("PtrMut<", $name, ">"))
                    };
                })*
                Self::without_c("_", "Ptr<_>", "PtrMut<_>")
            }
        }
    };
}

macro_rules! optional {
    () => {
        None
    };
    ($($part:literal)+) => {
        Some(concat!($($part),+))
    };
}

impl Spelling {
    const fn without_c(name: &'static str, ptr: &'static str, ptr_mut: &'static str) -> Self {
        Self { name, ptr, ptr_mut, c_type: None, c_ptr: None, c_ptr_mut: None }
    }
}

spellings! {
    "f32" DType::F32, "float";
    "f64" DType::F64, "double";
    "f16" DType::F16, "__half";
    "bf16" DType::BF16, "__nv_bfloat16";
    "i8" DType::I8, "signed char";
    "i16" DType::I16, "short";
    "i32" DType::I32, "int";
    "i64" DType::I64, "long long";
    "u8" DType::U8, "unsigned char";
    "u16" DType::U16, "unsigned short";
    "u32" DType::U32, "unsigned int";
    "u64" DType::U64, "unsigned long long";
    "Bool8" DType::BOOL, "bool";
    "Complex<f16>" DType::COMPLEX32;
    "Complex<bf16>" DType::BCOMPLEX32;
    "Complex<f32>" DType::COMPLEX64;
    "Complex<f64>" DType::COMPLEX128;
    "F8E3M4" DType::F8_E3M4;
    "F8E4M3" DType::F8_E4M3;
    "F8E4M3B11FNUZ" DType::F8_E4M3B11FNUZ;
    "F8E4M3FN" DType::F8_E4M3FN, "__nv_fp8_e4m3";
    "F8E4M3FNUZ" DType::F8_E4M3FNUZ;
    "F8E5M2" DType::F8_E5M2, "__nv_fp8_e5m2";
    "F8E5M2FNUZ" DType::F8_E5M2FNUZ;
    "F8E8M0FNU" DType::F8_E8M0FNU, "__nv_fp8_e8m0";
    "F4E2M1FNx2" DType::F4_E2M1FN.with_lanes(2), "__nv_fp4x2_e2m1";
}
