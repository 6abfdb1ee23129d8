//! Decoding the elements of containers.

use super::{FromAnyView, Holders, Mismatch, level};
use crate::abi::TVMFFIAny;
use crate::any::Any;

/// How a type is decoded that is nothing but the payload of its values, such as `i64`.
pub struct Plain<T> {
    /// Whether a value converts to the type, and is of the most common kind.
    pub is_common: fn(&TVMFFIAny) -> bool,
    /// Reads a value that converts. Of another value it gives any number.
    pub read: fn(&TVMFFIAny) -> T,
    /// Reads an element of bytes, if bytes are a sequence of the type.
    pub from_byte: Option<fn(u8) -> T>,
}

/// Whether all elements of a container decode.
#[inline(always)]
pub(crate) fn accepts_items<'a, T: FromAnyView<'a>>(
    items: &'a [Any],
    holders: &'a Holders<T::Holder>,
) -> bool {
    match const { T::PLAIN } {
        Some(plain) if items.iter().all(|item| (plain.is_common)(item.as_raw())) => true,
        _ => items.iter().all(|item| T::decode_element(item.as_view(), holders).is_some()),
    }
}

/// Decodes an element that was accepted.
///
/// # Panics
///
/// If it is, or has in it, a list or a dict that was changed so that it does not convert any more.
#[inline(always)]
pub(crate) fn accepted_item<'a, T: FromAnyView<'a>>(item: &'a Any, holders: &'a Holders<T::Holder>) -> T {
    match const { T::PLAIN } {
        Some(plain) => (plain.read)(item.as_raw()),
        None => T::decode_element(item.as_view(), holders).unwrap_or_else(|| element_changed()),
    }
}

/// Decodes all elements, or gives `None` at the first that does not decode.
#[inline]
pub(crate) fn decode_items<'a, T: FromAnyView<'a>>(
    items: &'a [Any],
    holders: &'a Holders<T::Holder>,
) -> Option<Vec<T>> {
    let mut values = Vec::with_capacity(items.len());
    for item in items {
        values.push(match const { T::PLAIN } {
            Some(plain) if (plain.is_common)(item.as_raw()) => (plain.read)(item.as_raw()),
            _ => T::decode_element(item.as_view(), holders)?,
        });
    }
    Some(values)
}

/// Why the elements of a sequence do not decode, if one does not.
#[cold]
pub(crate) fn explain_items<'a, T: FromAnyView<'a>>(items: &[Any]) -> Option<Mismatch> {
    let Some(_level) = level::<T>() else { return Some(Mismatch::too_deep()) };
    let explain = |(index, item): (usize, &Any)| {
        T::explain(item.as_view()).map(|mismatch| mismatch.at(&format!("[{index}]")))
    };
    items.iter().enumerate().find_map(explain)
}

#[cold]
#[inline(never)]
pub(crate) fn element_changed() -> ! {
    panic!("an element of a container changed during the call");
}
