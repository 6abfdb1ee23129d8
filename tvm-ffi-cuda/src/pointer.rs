//! Pointers to device memory that are passed to kernels.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// A pointer to elements in device memory that a kernel reads: `const T*`.
///
/// It is an address with an element type, and, if it comes from a view, with the lifetime of that borrow. The host cannot read through it. Its only use is as an
/// argument of a launch, which is `unsafe` and has to state why the kernel's accesses are valid. So making one from any address is safe, and so is sending it to
/// another thread. It may be NULL if there are no elements, or for an optional argument.
///
/// ```
/// use tvm_ffi_cuda::Ptr;
/// let second_row = Ptr::<f32>::from_address(0x7f00_0000_0000).offset(1024);
/// assert_eq!(second_row.address(), 0x7f00_0000_1000);
/// ```
#[repr(transparent)]
pub struct Ptr<'a, T> {
    address: u64,
    marker: PhantomData<&'a T>,
}

/// A pointer to elements in device memory that a kernel writes: `T*`.
///
/// It is like [`Ptr`], and comes only from what may be written. It lives as long as the memory, and does not borrow the view. It can be copied too, for kernels that
/// take the same memory twice: whether that is valid depends on the kernel, as the launch has to state.
///
/// ```
/// # use tvm_ffi_core::{CudaViewMut, Result};
/// use tvm_ffi_cuda::{DevicePtrMut, PtrMut};
/// fn arguments<'a>(mut y: CudaViewMut<'a, f32, 1>) -> Result<(PtrMut<'a, f32>, i64)> {
///     Ok((y.ptr_mut(), y.dim_as(0)?))
/// }
/// ```
#[repr(transparent)]
pub struct PtrMut<'a, T> {
    address: u64,
    marker: PhantomData<&'a mut T>,
}

macro_rules! pointers {
    ($($name:ident)*) => {$(
        impl<'a, T> $name<'a, T> {
            /// NULL, for a kernel's optional arguments.
            #[inline(always)]
            pub const fn null() -> Self {
                Self::from_address(0)
            }

            /// A pointer with the given address, a `CUdeviceptr`, for memory that does not come from a view. The caller chooses the lifetime, and it guarantees
            /// nothing.
            #[inline(always)]
            pub const fn from_address(address: u64) -> Self {
                Self { address, marker: PhantomData }
            }

            /// The address on the device, a `CUdeviceptr`.
            #[inline(always)]
            pub const fn address(self) -> u64 {
                self.address
            }

            /// Whether it is NULL.
            #[inline(always)]
            pub const fn is_null(self) -> bool {
                self.address == 0
            }

            /// The pointer moved by `elements`. Nothing checks that it still points to memory; the address wraps on overflow.
            #[inline(always)]
            pub const fn offset(self, elements: isize) -> Self {
                self.byte_offset(elements.wrapping_mul(size_of::<T>() as isize))
            }

            /// The pointer moved by `bytes`.
            #[inline(always)]
            pub const fn byte_offset(self, bytes: isize) -> Self {
                Self::from_address(self.address.wrapping_add_signed(bytes as i64))
            }

            /// The same address as a pointer to another type, such as bytes or integers of the same size. A kernel that reads vectors, such as `float4`, needs more
            /// alignment than one element has; `#[align]` on the view's parameter checks it. Declare such a kernel with the element type, `Ptr<f32>`. In source for NVRTC,
            /// where types are compared, its parameter is then a `const float*` or `const void*`.
            #[inline(always)]
            pub const fn cast<U>(self) -> $name<'a, U> {
                $name::from_address(self.address)
            }
        }

        impl<T> Clone for $name<'_, T> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $name<'_, T> {}

        impl<T> PartialEq for $name<'_, T> {
            fn eq(&self, other: &Self) -> bool {
                self.address == other.address
            }
        }

        impl<T> Eq for $name<'_, T> {}

        impl<T> Hash for $name<'_, T> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.address.hash(state);
            }
        }

        impl<T> fmt::Debug for $name<'_, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({:#x})"), self.address)
            }
        }
    )*};
}

pointers!(Ptr PtrMut);

impl<'a, T> PtrMut<'a, T> {
    /// The same pointer, for a parameter that the kernel reads.
    #[inline(always)]
    pub const fn as_const(self) -> Ptr<'a, T> {
        Ptr::from_address(self.address)
    }
}

impl<'a, T> From<PtrMut<'a, T>> for Ptr<'a, T> {
    #[inline(always)]
    fn from(pointer: PtrMut<'a, T>) -> Self {
        pointer.as_const()
    }
}

/// A pointer that a launch takes as argument `N` of a kernel that declares `Ptr<T>` there: a [`Ptr`], or a [`PtrMut`], since a kernel may read writable memory.
///
/// # Safety
///
/// The type has the layout of `Ptr<T>`: one address of eight bytes.
#[diagnostic::on_unimplemented(
    message = "argument #{N} of the launch is a `{Self}`, and the kernel takes a `Ptr<{T}>`",
    label = "expected `Ptr<{T}>` as argument #{N}",
    note = "the pointers of a view are `x.ptr()` and `x.ptr_mut()`; `.cast()` makes a pointer to elements of another type"
)]
pub unsafe trait PtrArgument<T, const N: usize>: Copy {}

// SAFETY: it is the type itself.
#[diagnostic::do_not_recommend]
unsafe impl<T, const N: usize> PtrArgument<T, N> for Ptr<'_, T> {}

// SAFETY: `PtrMut<T>` is `repr(transparent)` over the address, as `Ptr<T>` is.
#[diagnostic::do_not_recommend]
unsafe impl<T, const N: usize> PtrArgument<T, N> for PtrMut<'_, T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_addresses() {
        const BASE: PtrMut<'static, f32> = PtrMut::from_address(0x1000);
        assert_eq!((size_of::<Ptr<'_, f32>>(), align_of::<PtrMut<'_, u8>>()), (8, 8));
        assert_eq!(BASE.offset(3).address(), 0x100c);
        assert_eq!(BASE.offset(-1).address(), 0xffc);
        assert_eq!(BASE.byte_offset(2).as_const(), Ptr::from_address(0x1002));
        assert_eq!(BASE.cast::<[f32; 4]>().offset(1).address(), 0x1010);
        assert_eq!(Ptr::from(BASE), BASE.as_const());
        assert!(Ptr::<f32>::null().is_null() && !BASE.is_null());
        assert_eq!(Ptr::<u8>::null().offset(-1).address(), u64::MAX);
        assert_eq!(format!("{BASE:?}"), "PtrMut(0x1000)");
    }

    #[test]
    fn pointers_may_be_sent() {
        fn sent<T: Send + Sync>() {}
        sent::<Ptr<'_, f32>>();
        sent::<PtrMut<'_, f32>>();
    }
}
