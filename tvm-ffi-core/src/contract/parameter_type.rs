//! Types of parameters and results, with what explains their contracts.

use core::marker::PhantomData;

use crate::any::Any;
use crate::container::items::{Shapes, copied_items};
use crate::convert::{FfiType, FromArgument, Kind};
use crate::description::{CopyItems, ParameterType, ResultType};

/// The type of a parameter. Lifetimes in `T` are those of a call.
pub const fn parameter_type<T: FromArgument<'static>>() -> &'static ParameterType {
    const {
        &ParameterType {
            tag: T::TAG,
            kind: T::FACTS.kind,
            tensor: T::FACTS.tensor,
            items: items::<T>(),
            reach: T::FACTS.reach,
            writes: T::FACTS.writes,
            integer: T::FACTS.integer,
            lent: T::FACTS.lent,
            moved: T::FACTS.moved,
            explain: <T as FromArgument>::explain,
            freeze: <T as FromArgument>::freeze,
        }
    }
}

/// What copies the elements of a sequence of tensors or of numbers.
const fn items<T: FfiType>() -> Option<CopyItems> {
    match (T::FACTS.tensor, T::FACTS.kind) {
        (Some(tensor), _) if tensor.form.is_list() => Some(|view| copied_items(view, Shapes::Refused)),
        (None, Kind::Container) => Some(|view| copied_items(view, Shapes::Accepted)),
        _ => None,
    }
}

/// Has the type of a parameter as a constant.
pub struct ParameterProbe<T>(PhantomData<fn() -> T>);

impl<T: FromArgument<'static>> ParameterProbe<T> {
    /// The type of the parameter.
    pub const TYPE: &'static ParameterType = parameter_type::<T>();
}

/// The constant of a [`ParameterProbe`] for a type that cannot be a parameter: any type, since no crate with such a parameter compiles. The
/// compiler reports the type once, where the body decodes.
pub trait NoParameter {
    /// Any type.
    const TYPE: &'static ParameterType = parameter_type::<()>();
}

impl<T> NoParameter for ParameterProbe<T> {}

/// A placeholder for a type that the compiler reports elsewhere.
pub struct NoType;

impl NoType {
    /// Any type, since no crate with such a result compiles.
    #[inline(always)]
    pub const fn result_type(&self) -> &'static ResultType {
        ResultType::of::<()>()
    }

    /// No value.
    #[inline(always)]
    pub fn default_value<T>(&self, _: impl FnOnce() -> T) -> Option<Any> {
        None
    }
}
