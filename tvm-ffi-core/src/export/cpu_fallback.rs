//! Arguments of a `cpu =` fallback: tensors in host memory where the export itself takes tensors in CUDA memory.

use core::marker::PhantomData;
use core::ops::Deref;

use super::receiver::Receiver;
use crate::call::Args;
use crate::convert::FromArgument;
use crate::tensor::typed::{Cpu, Cuda, View};

/// A parameter type that takes tensors in CUDA memory.
pub trait CudaForm {
    /// The same for tensors in host memory.
    type Host;
}

impl<'a, A, T, R, L> CudaForm for View<'a, Cuda, A, T, R, L> {
    type Host = View<'a, Cpu, A, T, R, L>;
}

impl<T: CudaForm> CudaForm for Option<T> {
    type Host = Option<T::Host>;
}

impl<T: CudaForm> CudaForm for Vec<T> {
    type Host = Vec<T::Host>;
}

/// Decodes an argument for the fallback, which takes a view of host memory where the export takes a view of CUDA memory, and else
/// the same type.
///
/// Methods are looked up on this type, then along `Deref`, so that types decide, through aliases.
pub struct FallbackArgument<'a, T>(PhantomData<fn(&'a ()) -> T>);

impl<T> FallbackArgument<'_, T> {
    /// A tag for the type that the function takes.
    #[inline]
    pub const fn tag() -> Self {
        Self(PhantomData)
    }
}

impl<'a, T: CudaForm> FallbackArgument<'a, T>
where
    T::Host: FromArgument<'a>,
{
    /// A new holder.
    #[inline]
    pub fn holder(&self) -> <T::Host as FromArgument<'a>>::Holder {
        Default::default()
    }

    /// The argument.
    #[inline]
    pub fn get<'call: 'a>(
        &self,
        args: Args<'call>,
        index: i32,
        holder: &'a mut <T::Host as FromArgument<'a>>::Holder,
    ) -> Option<T::Host> {
        args.get::<T::Host, _>(index, holder)
    }
}

impl<'a, T> Deref for FallbackArgument<'a, T> {
    type Target = Receiver<'a, T>;

    #[inline]
    fn deref(&self) -> &Receiver<'a, T> {
        const { &Receiver::tag() }
    }
}
