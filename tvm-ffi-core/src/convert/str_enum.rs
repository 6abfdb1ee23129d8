//! What `#[derive(tvm_ffi::StrEnum)]` implements, and its conversions.

use std::fmt::Write;

use super::{Mismatch, text_of};
use crate::any::AnyView;

/// An enum whose variants are strings to other languages: what `#[derive(tvm_ffi::StrEnum)]` implements.
pub trait StrEnum: Sized {
    /// The strings, in the order of the variants.
    const NAMES: &'static [&'static str];

    /// The string that the variant is.
    fn as_str(&self) -> &'static str;

    /// The variant of a string.
    fn from_name(name: &str) -> Option<Self>;
}

/// The variant that a value is the string of.
pub fn decode_str_enum<E: StrEnum>(view: AnyView<'_>) -> Option<E> {
    E::from_name(text_of(view)?)
}

/// Why a value is none of the strings, if it is none.
#[cold]
pub fn explain_str_enum<E: StrEnum>(view: AnyView<'_>) -> Option<Mismatch> {
    decode_str_enum::<E>(view).is_none().then(|| mismatch(view, E::NAMES))
}

#[cold]
fn mismatch(view: AnyView<'_>, names: &[&str]) -> Mismatch {
    let mut expected = String::from(if names.is_empty() { "nothing" } else { "" });
    for (index, name) in names.iter().enumerate() {
        let separator = match index {
            0 => "",
            _ if index + 1 == names.len() => " or ",
            _ => ", ",
        };
        // Writing to a string cannot fail.
        let _ = write!(expected, "{separator}{name:?}");
    }
    match text_of(view) {
        Some(text) => Mismatch::value_error(format!("expected {expected}, got {text:?}")),
        None => Mismatch::type_error(format!("expected {expected}, got {}", super::type_name_of(view))),
    }
}
