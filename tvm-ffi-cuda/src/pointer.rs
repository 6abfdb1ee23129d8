//! Pointers into device memory, as kernels take them.

use core::fmt;
use core::marker::PhantomData;

/// A pointer to elements in device memory that a kernel reads: `const T*`.
///
/// Safe code cannot use it but as an argument of a launch. It may be NULL, where there are no elements.
#[repr(transparent)]
pub struct Ptr<'a, T> {
    address: u64,
    marker: PhantomData<&'a T>,
}

/// A pointer to elements in device memory that a kernel writes: `T*`.
///
/// It can be copied, for kernels that take the same memory twice: what reads and writes through it is code on the device.
#[repr(transparent)]
pub struct PtrMut<'a, T> {
    address: u64,
    marker: PhantomData<&'a mut T>,
}

macro_rules! pointers {
    ($($name:ident)*) => {$(
        impl<T> Clone for $name<'_, T> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $name<'_, T> {}

        impl<T> fmt::Debug for $name<'_, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({:#x})"), self.address)
            }
        }

        impl<T> $name<'_, T> {
            /// NULL, for a kernel's optional arguments.
            #[inline(always)]
            pub const fn null() -> Self {
                Self::from_address(0)
            }

            /// A pointer with the address given. What a kernel does with it is up to whoever launches that.
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
        }
    )*};
}

pointers!(Ptr PtrMut);

impl<'a, T> PtrMut<'a, T> {
    /// The same pointer, for a parameter that is only read.
    #[inline(always)]
    pub const fn as_const(self) -> Ptr<'a, T> {
        Ptr::from_address(self.address)
    }
}
