//! What a kernel can take by value.

use tvm_ffi_core::Element;

use crate::pointer::{Ptr, PtrMut};

/// A parameter of a kernel as it is declared in Rust.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// The type as messages show it: `Ptr<f32>`.
    pub name: &'static str,
    /// Its size in bytes.
    pub size: usize,
    /// Its alignment in bytes.
    pub align: usize,
    /// The type in CUDA C++, `const float*` say, if there is one that a kernel's source can be compared with.
    pub c_type: Option<&'static str>,
}

/// A type that a kernel can take by value.
///
/// # Safety
///
/// The bytes of a value, padding aside, are what a kernel finds in its parameter: the type is `repr(C)` or `repr(transparent)` all the way down, has no
/// pointers into host memory, and has the size that [`PARAMETER`](Self::PARAMETER) says.
pub unsafe trait KernelParam: Copy {
    /// The parameter as a declaration of it is compared with a kernel.
    const PARAMETER: Parameter;
}

macro_rules! scalars {
    ($($type:ty = $c:literal;)*) => {$(
        // SAFETY: a number, which has the same bytes on the device.
        unsafe impl KernelParam for $type {
            const PARAMETER: Parameter = Parameter {
                name: stringify!($type),
                size: size_of::<$type>(),
                align: align_of::<$type>(),
                c_type: Some($c),
            };
        }
    )*};
}

scalars! {
    i8 = "signed char";
    i16 = "short";
    i32 = "int";
    i64 = "long long";
    u8 = "unsigned char";
    u16 = "unsigned short";
    u32 = "unsigned int";
    u64 = "unsigned long long";
    f32 = "float";
    f64 = "double";
    bool = "bool";
}

// SAFETY: one address, of eight bytes.
unsafe impl<T: Element> KernelParam for Ptr<'_, T> {
    const PARAMETER: Parameter = Parameter { name: "Ptr<_>", size: 8, align: 8, c_type: None };
}

// SAFETY: one address, of eight bytes.
unsafe impl<T: Element> KernelParam for PtrMut<'_, T> {
    const PARAMETER: Parameter = Parameter { name: "PtrMut<_>", size: 8, align: 8, c_type: None };
}
