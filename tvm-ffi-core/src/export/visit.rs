//! The walk over an export: function, parameters, result.

use crate::any::AnyView;
use crate::convert::{Canonical, FromAnyView, IntoAny, Kind, Mismatch};

/// Sees an export part by part.
///
/// Texts are fields joined by NUL bytes, so that each costs an export one address.
pub trait Visitor {
    /// The function: documentation, source file, crate name, and crate version; and the line.
    fn function(&mut self, text: &'static str, line: u32) {
        let _ = (text, line);
    }

    /// A parameter: name, default as written with `=` in front or nothing, and documentation.
    fn parameter(&mut self, text: &'static str, of: &'static ParameterType) {
        let _ = (text, of);
    }

    /// The result.
    fn result(&mut self, of: &'static ResultType) {
        let _ = of;
    }

    /// The name under which the function is also in the global registry.
    fn global(&mut self, name: &'static str) {
        let _ = name;
    }

    /// The function is a symbol of the system library too.
    fn system_lib(&mut self) {}

    /// The function takes any arguments.
    fn packed(&mut self) {}
}

/// The fields of a text that was joined by NUL bytes; missing ones are empty.
pub(super) fn fields<const N: usize>(text: &'static str) -> [&'static str; N] {
    let mut rest = text;
    core::array::from_fn(|index| {
        // A plain loop: the texts are short, and errors pay for every instruction.
        let end = rest.bytes().position(|byte| byte == 0).filter(|_| index + 1 < N);
        let (field, behind) = match end {
            Some(end) => (&rest[..end], &rest[end + 1..]),
            None => (rest, ""),
        };
        rest = behind;
        field
    })
}

/// What the cold paths know of a parameter's type.
pub struct ParameterType {
    pub(super) name: fn(&mut String),
    pub(super) schema: fn(&mut String),
    pub(super) kind: Kind,
    /// Decodes again and says what is wrong; `None` if nothing is.
    pub(super) explain: fn(AnyView<'_>) -> Option<Mismatch>,
    /// The common form of a value that is in another.
    pub(super) canonical: fn(AnyView<'_>) -> Option<Canonical>,
}

/// What the cold paths know of a result's type.
pub struct ResultType {
    pub(super) name: fn(&mut String),
    pub(super) schema: fn(&mut String),
    pub(super) kind: Kind,
}

/// The type of a parameter. Lifetimes in `T` stand for those of a call.
pub const fn parameter_type<T: FromAnyView<'static>>() -> &'static ParameterType {
    const {
        &ParameterType {
            name: T::type_name,
            schema: T::type_schema,
            kind: T::KIND,
            explain: explain::<T>,
            canonical: canonical::<T>,
        }
    }
}

impl ResultType {
    /// The type of a result.
    pub(super) const fn of<T: IntoAny>() -> &'static Self {
        const { &ResultType { name: T::type_name, schema: T::type_schema, kind: T::KIND } }
    }
}

#[cold]
fn explain<T: FromAnyView<'static>>(view: AnyView<'_>) -> Option<Mismatch> {
    let mut holder = T::Holder::default();
    // SAFETY: the shim decodes with a lifetime of the call's, so `T` stands for a family of types with an implementation
    // for every lifetime, which cannot treat `'static` in a way of its own: nothing borrowed from the view outlives `T`,
    // which is dropped here, before view and holder.
    let view = unsafe { core::mem::transmute::<AnyView<'_>, AnyView<'static>>(view) };
    // SAFETY: as above.
    let holder = unsafe { &mut *(&raw mut holder) };
    T::try_decode(view, holder).err()
}

#[cold]
fn canonical<T: FromAnyView<'static>>(view: AnyView<'_>) -> Option<Canonical> {
    // SAFETY: as in `explain`; the result borrows nothing.
    T::canonical(unsafe { core::mem::transmute::<AnyView<'_>, AnyView<'static>>(view) })
}
