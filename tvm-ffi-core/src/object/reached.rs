//! [`Reached`]: the values among the fields of an object through which tensor memory may be reached.

use core::ptr::NonNull;

use super::access::Access;
use super::layout::payload;
use super::typed::ObjectType;
use crate::abi::TVMFFIObject;
use crate::any::{Any, AnyView};
use crate::convert::{FfiType, IntoAny, Reach};

/// Shows what [`ObjectType::each_reaching`] does of an object of type `T`; `false`, with the reason left, if it is being changed.
///
/// # Safety
///
/// Object validity, and the object is of type `T`, made by this library.
pub unsafe fn each_reaching<T: ObjectType>(
    object: NonNull<TVMFFIObject>,
    see: &mut dyn FnMut(AnyView<'_>),
) -> bool {
    let mut holder = Default::default();
    // SAFETY: the caller's contract.
    if !unsafe { T::Access::share(object, &mut holder) } {
        return false;
    }
    // SAFETY: the caller's contract.
    let payload = unsafe { payload::<T>(object) };
    // SAFETY: nobody changes the object while the holder lives.
    unsafe { payload.as_ref() }.each_reaching(see);
    true
}

/// Shows the value of a field to `ObjectType::each_reaching`'s caller, if its type is one whose values can be given out, and lead to
/// tensors:
///
/// ```text
/// use p::{ReachedValue as _, Unreached as _};
/// (&p::Reached(&self.field)).show_reached(see);
/// ```
///
/// The first of three functions `show_reached` that applies is called: that of a field which is an object type by value, `#[base]` among
/// them; that of a value that can be given out; and that of any other, which shows nothing.
pub struct Reached<'a, T>(pub &'a T);

impl<T: ObjectType> Reached<'_, T> {
    /// Shows the values among the fields of the field.
    pub fn show_reached(&self, see: &mut dyn FnMut(AnyView<'_>)) {
        self.0.each_reaching(see);
    }
}

/// See [`Reached`].
pub trait ReachedValue {
    /// Shows the value.
    fn show_reached(&self, see: &mut dyn FnMut(AnyView<'_>));
}

impl<T: FfiType + Clone + IntoAny> ReachedValue for Reached<'_, T> {
    fn show_reached(&self, see: &mut dyn FnMut(AnyView<'_>)) {
        if const { !matches!(T::FACTS.reach, Reach::Nothing) } {
            let value: Any = self.0.clone().into_any();
            see(value.as_view());
        }
    }
}

/// See [`Reached`].
pub trait Unreached {
    /// Shows nothing.
    fn show_reached(&self, _: &mut dyn FnMut(AnyView<'_>)) {}
}

impl<T> Unreached for &Reached<'_, T> {}
