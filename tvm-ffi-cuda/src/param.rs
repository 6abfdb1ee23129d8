//! What a kernel can take by value.

mod element;

use core::marker::PhantomData;

use tvm_ffi_core::{Bool8, Element, F4E2M1FNx2, F8E4M3FN, F8E5M2, F8E8M0FNU, bf16, f16};

use crate::pointer::{Ptr, PtrMut};
use element::Spelling;
pub(crate) use element::{element_name, is_same};

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

/// A type that a kernel can take by value: numbers, `bool`, [`Ptr`] and [`PtrMut`], tensors and descriptors of this crate, and structs with
/// `#[derive(KernelParam)]`.
///
/// `usize` is the `size_t` of 64-bit programs, `isize` the `ptrdiff_t`. Arrays can be fields of structs only, since no function of C++ takes one by value.
///
/// # Safety
///
/// - A kernel finds in its parameter the bytes of a value, so the layout is that of C++: the type is `repr(C)` or `repr(transparent)` all the way down, and what
///   it consists of are `KernelParam`s.
/// - Nothing in it is an address in host memory.
/// - [`PARAMETER`](Self::PARAMETER) has its size and its alignment.
///
/// Padding may be uninitialised. A launch passes the address of a value, and the driver copies as many bytes as the kernel has for the parameter, padding included: that
/// is done by code outside Rust, to which bytes are bytes, and no byte of padding becomes a value in Rust or is used by a kernel. For the same reason nobody may
/// read a `KernelParam` as a slice of bytes.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot take `{Self}` by value",
    label = "not a kernel parameter",
    note = "parameters are numbers, `bool`, `Ptr<T>`, `PtrMut<T>`, and structs with `#[derive(KernelParam)]`"
)]
pub unsafe trait KernelParam: Copy {
    /// The parameter as a declaration of it is compared with a kernel.
    const PARAMETER: Parameter;
}

/// A type that a field of a struct for kernels can have: a [`KernelParam`], or an array of them.
///
/// # Safety
///
/// As for [`KernelParam`].
#[diagnostic::on_unimplemented(
    message = "a struct for kernels cannot have a field of type `{Self}`",
    label = "not a kernel parameter",
    note = "fields are numbers, `bool`, `Ptr<T>`, `PtrMut<T>`, arrays of these, and structs with `#[derive(KernelParam)]`"
)]
pub unsafe trait KernelField: Copy {}

// SAFETY: the same contract.
unsafe impl<T: KernelParam> KernelField for T {}

// SAFETY: an array is one value after the other, in C++ too.
unsafe impl<T: KernelField, const N: usize> KernelField for [T; N] {}

// SAFETY: there is nothing of it in the struct.
unsafe impl<T: ?Sized> KernelField for PhantomData<T> {}

impl Parameter {
    /// The parameter of a struct.
    ///
    /// # Panics
    ///
    /// If it has no bytes, which is an error when it is compiled: a kernel finds one there.
    pub const fn of_struct<T>(name: &'static str, c_type: Option<&'static str>) -> Self {
        assert!(
            size_of::<T>() > 0,
            "a struct without bytes in Rust has one in C++: leave the parameter out on both sides"
        );
        Self { name, size: size_of::<T>(), align: align_of::<T>(), c_type }
    }
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

// What device code takes has 64 bits.
#[cfg(target_pointer_width = "64")]
scalars! {
    isize = "decltype((char*)0 - (char*)0)";
    usize = "decltype(sizeof(0))";
}

macro_rules! elements {
    ($($type:ty)*) => {$(
        // SAFETY: a wrapper of the integer with its bits, which is what the type in C++ is.
        unsafe impl KernelParam for $type {
            const PARAMETER: Parameter = Parameter {
                name: Spelling::of::<$type>().name,
                size: size_of::<$type>(),
                align: align_of::<$type>(),
                c_type: Spelling::of::<$type>().c_type,
            };
        }
    )*};
}

elements!(bf16 f16 Bool8 F8E4M3FN F8E5M2 F8E8M0FNU F4E2M1FNx2);

// SAFETY: one address, of eight bytes.
unsafe impl<T: Element> KernelParam for Ptr<'_, T> {
    const PARAMETER: Parameter = {
        let Spelling { ptr, c_ptr, .. } = Spelling::of::<T>();
        Parameter { name: ptr, size: 8, align: 8, c_type: c_ptr }
    };
}

// SAFETY: one address, of eight bytes.
unsafe impl<T: Element> KernelParam for PtrMut<'_, T> {
    const PARAMETER: Parameter = {
        let Spelling { ptr_mut, c_ptr_mut, .. } = Spelling::of::<T>();
        Parameter { name: ptr_mut, size: 8, align: 8, c_type: c_ptr_mut }
    };
}

#[cfg(test)]
mod tests {
    use tvm_ffi_core::Complex;

    use super::*;

    fn shown<T: KernelParam>() -> (&'static str, usize, Option<&'static str>) {
        let Parameter { name, size, align, c_type } = T::PARAMETER;
        assert_eq!((size, align), (size_of::<T>(), align_of::<T>()), "{name}");
        (name, size, c_type)
    }

    #[test]
    fn pointers_show_their_elements() {
        assert_eq!(shown::<Ptr<'_, f32>>(), ("Ptr<f32>", 8, Some("const float*")));
        assert_eq!(shown::<PtrMut<'_, bf16>>(), ("PtrMut<bf16>", 8, Some("__nv_bfloat16*")));
        assert_eq!(shown::<Ptr<'_, f16>>(), ("Ptr<f16>", 8, Some("const __half*")));
        assert_eq!(shown::<PtrMut<'_, F8E4M3FN>>(), ("PtrMut<F8E4M3FN>", 8, Some("__nv_fp8_e4m3*")));
        assert_eq!(shown::<Ptr<'_, Complex<f32>>>(), ("Ptr<Complex<f32>>", 8, None));
    }

    #[test]
    fn scalars_have_their_types_of_cpp() {
        assert_eq!(shown::<i64>(), ("i64", 8, Some("long long")));
        assert_eq!(shown::<bf16>(), ("bf16", 2, Some("__nv_bfloat16")));
        assert_eq!(shown::<Bool8>(), ("Bool8", 1, Some("bool")));
        assert_eq!(shown::<F4E2M1FNx2>(), ("F4E2M1FNx2", 1, Some("__nv_fp4x2_e2m1")));
        assert_eq!(shown::<usize>().1, 8);
    }

    #[test]
    #[should_panic(expected = "a struct without bytes in Rust has one in C++")]
    fn a_struct_without_bytes_is_no_parameter() {
        let _ = Parameter::of_struct::<PhantomData<f32>>("Empty", None);
    }
}
