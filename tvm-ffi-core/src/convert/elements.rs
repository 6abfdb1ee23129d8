//! Decoding the elements of containers, many at once.

use super::{FromAnyView, Holders};
use crate::abi::TVMFFIAny;
use crate::any::Any;

/// Decodes elements one after the other.
pub(crate) fn decode_each<'a, T: FromAnyView<'a>>(
    elements: &'a [Any],
    holders: &'a Holders<T::Holder>,
) -> Option<Vec<T>> {
    let mut values = Vec::with_capacity(elements.len());
    for element in elements {
        let value = T::decode_element(element.as_view(), holders)?;
        // SAFETY: there is room for one value for each element. The compiler leaves out the code that makes room.
        unsafe { core::hint::assert_unchecked(values.len() < values.capacity()) };
        values.push(value);
    }
    Some(values)
}

/// Decodes elements that are plain data. `None` at the first one that `read` does not accept.
///
/// It reads four elements between two tests for the end.
#[inline(always)]
pub(super) fn decode_plain<T: Copy>(
    elements: &[Any],
    read: impl Fn(&TVMFFIAny) -> Option<T>,
) -> Option<Vec<T>> {
    // SAFETY: a slice is at most `isize::MAX` bytes long. The compiler need not test whether the size of the vector overflows.
    unsafe { core::hint::assert_unchecked(elements.len() <= isize::MAX as usize / size_of::<Any>()) };
    let mut values = Vec::with_capacity(elements.len());
    let places = &mut values.spare_capacity_mut()[..elements.len()];
    let ((fours, rest), (fours_of_places, rest_of_places)) =
        (elements.as_chunks::<4>(), places.as_chunks_mut::<4>());
    for (four, places) in fours.iter().zip(fours_of_places) {
        for (element, place) in four.iter().zip(places) {
            place.write(read(element.as_raw())?);
        }
    }
    for (element, place) in rest.iter().zip(rest_of_places) {
        place.write(read(element.as_raw())?);
    }
    // SAFETY: both loops together wrote one value for each element, for which there is capacity.
    unsafe { values.set_len(elements.len()) };
    Some(values)
}

/// Whether all elements pass one of two tests. The first is for what is common: the loop tests four elements before it tests for the end.
///
/// Neither test calls anything, so that a shim needs no stack frame for them.
#[inline(always)]
pub(super) fn all_plain(
    elements: &[Any],
    is_common: impl Fn(&TVMFFIAny) -> bool,
    is_accepted: impl Fn(&TVMFFIAny) -> bool,
) -> bool {
    let mut rest = elements;
    while let [a, b, c, d, others @ ..] = rest {
        if ![a, b, c, d].into_iter().all(|element| is_common(element.as_raw())) {
            break;
        }
        rest = others;
    }
    rest.iter().all(|element| is_accepted(element.as_raw()))
}
