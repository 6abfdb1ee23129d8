//! [`CuTe`] and [`CuTeMut`]: tensors passed by value, for kernels that are written with CuTe.
//!
//! Such a kernel takes `{pointer, {shape, stride}}`. Shape and stride have one slot for each dynamic mode. Which modes are dynamic, and the width of their slots,
//! is compiled into the kernel and cannot be checked, so both are part of the Rust type.

mod modes;

use core::fmt;

pub use modes::{K, Modes, T1, T2, T3, T4, T5};
use tvm_ffi_core::view::{self, Access, Exclusive, Layout, Rank, View};
use tvm_ffi_core::{Element, Error, ErrorKind, Result};

use crate::param::KernelParam;
use crate::pointer::{Ptr, PtrMut};
use crate::signature::Parameter;
use crate::view::{DevicePtr, DevicePtrMut, Sealed};

/// A tensor that a kernel reads, passed by value: its pointer, its shape `S`, and its strides `D` in elements.
///
/// `S` and `D` are modes: `i32` and `i64` for a number that is passed at run time, [`K<N>`](K) for a number that is compiled into the kernel, and tuples of modes,
/// [`T1`] to [`T5`]. `CuTe<f32, T2<i32, K<256>>, T2<i64, K<1>>>` has 24 bytes: a pointer, an `int` for the number of rows, and a `long long` for the distance
/// between rows. The widths have to be those that the kernel is compiled with. CuTe's defaults are `i32` extents and `i64` strides.
///
/// [`cute`](AsCuTe::cute) makes one from a view.
#[repr(C)]
pub struct CuTe<'a, T, S, D> {
    /// The address of the first element.
    pub pointer: Ptr<'a, T>,
    /// The extents.
    pub shape: S,
    /// The strides, in elements.
    pub stride: D,
}

/// A tensor that a kernel writes, passed by value. See [`CuTe`].
#[repr(C)]
pub struct CuTeMut<'a, T, S, D> {
    /// The address of the first element.
    pub pointer: PtrMut<'a, T>,
    /// The extents.
    pub shape: S,
    /// The strides, in elements.
    pub stride: D,
}

/// Views that can be passed as a [`CuTe`].
pub trait AsCuTe<T>: Sealed {
    /// The tensor with the modes that the kernel is declared with. They are inferred from the declaration if the call is an argument of a launch:
    /// `KERNEL.launch(&cx, &launch, (x.cute()?, y.cute_mut()?))`.
    ///
    /// The modes of a nested tuple are consecutive dimensions. The stride of a dimension with extent 0 or 1 is irrelevant and accepted as it is.
    ///
    /// # Errors
    ///
    /// A `ValueError` if an extent or a stride does not fit its slot, or differs from the number that is compiled into the kernel. A wrong number of modes is a
    /// compile error.
    fn cute<S: Modes, D: Modes>(&self) -> Result<CuTe<'_, T, S, D>>;
}

/// Views that can be passed as a [`CuTeMut`].
pub trait AsCuTeMut<'a, T>: AsCuTe<T> {
    /// Like [`cute`](AsCuTe::cute), for a tensor that the kernel writes. It lives as long as the memory, as a [`PtrMut`] does.
    ///
    /// # Errors
    ///
    /// As for [`cute`](AsCuTe::cute).
    fn cute_mut<S: Modes, D: Modes>(&mut self) -> Result<CuTeMut<'a, T, S, D>>;
}

impl<A: Access, T: Element, const N: usize, L: Layout> AsCuTe<T> for View<'_, view::Cuda, A, T, Rank<N>, L> {
    #[inline(always)]
    #[track_caller]
    fn cute<S: Modes, D: Modes>(&self) -> Result<CuTe<'_, T, S, D>> {
        let (shape, stride) = pack(self.dims().map(|dim| dim as i64), self.strides())?;
        Ok(CuTe { pointer: self.ptr(), shape, stride })
    }
}

impl<'a, T: Element, const N: usize, L: Layout> AsCuTeMut<'a, T>
    for View<'a, view::Cuda, Exclusive, T, Rank<N>, L>
{
    #[inline(always)]
    #[track_caller]
    fn cute_mut<S: Modes, D: Modes>(&mut self) -> Result<CuTeMut<'a, T, S, D>> {
        let (shape, stride) = pack(self.dims().map(|dim| dim as i64), self.strides())?;
        Ok(CuTeMut { pointer: self.ptr_mut(), shape, stride })
    }
}

/// Converts extents and strides to modes.
#[inline(always)]
#[track_caller]
fn pack<S: Modes, D: Modes, const N: usize>(dims: [i64; N], strides: [i64; N]) -> Result<(S, D)> {
    const {
        assert!(
            S::COUNT == N,
            "the kernel's tensor has another number of modes in its shape than the view has dimensions"
        );
        assert!(
            D::COUNT == N,
            "the kernel's tensor has another number of modes in its stride than the view has dimensions"
        );
    }
    // Extents are never irrelevant, unlike strides.
    match (S::fill(&dims, &[i64::MAX; N]), D::fill(&strides, &dims)) {
        (Some(shape), Some(stride)) => Ok((shape, stride)),
        _ => Err(mismatch::<S, D>(&dims, &strides)),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn mismatch<S: Modes, D: Modes>(dims: &[i64], strides: &[i64]) -> Error {
    let all = vec![i64::MAX; dims.len()];
    let of = |what, values: &[i64], mismatch: Option<modes::Mismatch>| {
        mismatch.map(|mismatch| {
            format!("{what}[{}] is {}, {}", mismatch.index, values[mismatch.index], mismatch.expected)
        })
    };
    let text = of("shape", dims, S::mismatch(dims, &all))
        .or_else(|| of("strides", strides, D::mismatch(strides, dims)));
    let text = text.unwrap_or_else(|| "the tensor does not fit".to_owned());
    Error::new(ErrorKind::ValueError, format!("{text}, as the kernel's tensor is declared"))
}

macro_rules! tensors {
    ($($name:ident $show:literal;)*) => {$(
        impl<T, S: Copy, D: Copy> Clone for $name<'_, T, S, D> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T, S: Copy, D: Copy> Copy for $name<'_, T, S, D> {}

        impl<T, S: fmt::Debug, D: fmt::Debug> fmt::Debug for $name<'_, T, S, D> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct($show)
                    .field("pointer", &self.pointer)
                    .field("shape", &self.shape)
                    .field("stride", &self.stride)
                    .finish()
            }
        }

        // SAFETY: the type is `repr(C)` with a device pointer and two `Modes`, whose contract is the layout of C. It has no host addresses.
        unsafe impl<T: Element, S: Modes, D: Modes> KernelParam for $name<'_, T, S, D> {
            const PARAMETER: Parameter = Parameter {
                name: $show,
                size: size_of::<Self>(),
                align: align_of::<Self>(),
                c_type: None,
            };
        }
    )*};
}

tensors! {
    CuTe "CuTe<..>";
    CuTeMut "CuTeMut<..>";
}

const _: () = {
    assert!(size_of::<CuTe<'_, f32, T2<i32, K<256>>, T2<i64, K<1>>>>() == 24);
    assert!(size_of::<CuTe<'_, f32, K<4>, K<1>>>() == 8);
    assert!(size_of::<CuTe<'_, f32, i32, K<1>>>() == size_of::<CuTe<'_, f32, T1<i32>, T1<K<1>>>>());
    assert!(align_of::<CuTe<'_, f32, i32, K<1>>>() == 8);
};

#[cfg(test)]
mod tests;
