//! Types that a kernel can take by value.

mod element;

use core::marker::PhantomData;

use tvm_ffi_core::{Bool8, Element, F4E2M1FNx2, F8E4M3FN, F8E5M2, F8E8M0FNU, bf16, f16};

use crate::pointer::{Ptr, PtrMut};
use crate::signature::Parameter;
use element::Spelling;
pub(crate) use element::{element_name, is_same};

/// A type that a kernel can take by value: numbers, `bool`, [`Ptr`] and [`PtrMut`], tensors and descriptors of this crate, and structs with
/// `#[derive(KernelParam)]`.
///
/// `usize` is `size_t` and `isize` is `ptrdiff_t`, on 64-bit hosts only. Arrays can only be fields of structs, since C++ functions do not take arrays by value.
///
/// # Safety
///
/// - The type has the layout of the C++ type, since the kernel reads the bytes of the value: it is `repr(C)` or `repr(transparent)`, and so are all of its fields,
///   which are `KernelParam`s.
/// - It contains no address of host memory.
/// - [`PARAMETER`](Self::PARAMETER) has its size and its alignment.
///
/// Padding may be uninitialised. A launch passes the address of a value to the driver, which copies the bytes, padding included. That copy happens outside of Rust,
/// and no kernel uses the padding. Code in Rust must not read a `KernelParam` as a slice of bytes, since that would read the padding.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot take `{Self}` by value",
    label = "not a kernel parameter",
    note = "parameters are numbers, `bool`, `Ptr<T>`, `PtrMut<T>`, and structs with `#[derive(KernelParam)]`"
)]
pub unsafe trait KernelParam: Copy {
    /// The description of the parameter, which is compared with the kernel.
    const PARAMETER: Parameter;
}

/// The types of fields in structs that are passed to kernels: a [`KernelParam`], or an array of them.
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

// SAFETY: arrays have the same layout in C++.
unsafe impl<T: KernelField, const N: usize> KernelField for [T; N] {}

// SAFETY: a `PhantomData` has no bytes.
unsafe impl<T: ?Sized> KernelField for PhantomData<T> {}

macro_rules! scalars {
    ($($type:ty = $c:literal;)*) => {$(
        // SAFETY: the number has the same layout on the device.
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

// Device code uses 64 bits for these types.
#[cfg(target_pointer_width = "64")]
scalars! {
    isize = "decltype((char*)0 - (char*)0)";
    usize = "decltype(sizeof(0))";
}

macro_rules! elements {
    ($($type:ty)*) => {$(
        // SAFETY: the type is a transparent wrapper of an integer with the same bits as the C++ type.
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

// SAFETY: the type is `repr(transparent)` over a device address of eight bytes.
unsafe impl<T: Element> KernelParam for Ptr<'_, T> {
    const PARAMETER: Parameter = {
        let Spelling { ptr, c_ptr, .. } = Spelling::of::<T>();
        Parameter { name: ptr, size: 8, align: 8, c_type: c_ptr }
    };
}

// SAFETY: the type is `repr(transparent)` over a device address of eight bytes.
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
    fn scalars_have_cpp_types() {
        assert_eq!(shown::<i64>(), ("i64", 8, Some("long long")));
        assert_eq!(shown::<bf16>(), ("bf16", 2, Some("__nv_bfloat16")));
        assert_eq!(shown::<Bool8>(), ("Bool8", 1, Some("bool")));
        assert_eq!(shown::<F4E2M1FNx2>(), ("F4E2M1FNx2", 1, Some("__nv_fp4x2_e2m1")));
        assert_eq!(shown::<usize>().1, 8);
    }

    #[test]
    #[should_panic(expected = "a struct without bytes in Rust has one in C++")]
    fn a_struct_without_bytes_is_not_a_parameter() {
        let _ = Parameter::of_struct::<PhantomData<f32>>("Empty", None);
    }
}
