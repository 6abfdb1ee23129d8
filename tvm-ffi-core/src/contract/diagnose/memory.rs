//! The last phase: memory that arguments share although it is written.

use super::Call;
use crate::call::Args;
use crate::contract::call::{place, view};
use crate::contract::overlap::reach::tensors_in;
use crate::contract::overlap::{leads_to_tensors, may_share};
use crate::convert::Mismatch;
use crate::description::{Record, Violation};
use crate::tensor_search::Span;

/// A tensor that an argument leads to.
struct Reached {
    index: usize,
    place: String,
    span: Span,
}

pub(super) fn violation(record: &'static Record, args: Args<'_>) -> Option<Violation> {
    let reached = match reached(record, args) {
        Ok(reached) => reached,
        Err(violation) => return Some(violation),
    };
    (0..record.parameters.len()).find_map(|index| between(record, &reached, index))
}

/// The same for the values of a call from Rust.
pub(super) fn violation_of_values(record: &'static Record, call: &Call<'_>) -> Option<Violation> {
    let mut reached = Vec::new();
    for (index, _, item) in call.tensors() {
        if let Some(span) = item.tensor.and_then(|tensor| Span::of(tensor.valid()?)) {
            reached.push(Reached { index, place: place(item.index), span });
        }
    }
    (0..record.parameters.len()).find_map(|index| between(record, &reached, index))
}

/// Every tensor, in argument order. If an object cannot be looked into, that, with the index of the argument.
fn reached(record: &'static Record, args: Args<'_>) -> Result<Vec<Reached>, Violation> {
    let mut reached = Vec::new();
    if !record.parameters.iter().any(|parameter| parameter.of.writes) {
        return Ok(reached);
    }
    for (index, parameter) in record.parameters.iter().enumerate() {
        let view = view(args, index).filter(|_| leads_to_tensors(record, parameter.of));
        let Some(view) = view else { continue };
        tensors_in(view, &mut |span, place| reached.push(Reached { index, place, span }))
            .map_err(|mismatch| (index, mismatch))?;
    }
    Ok(reached)
}

/// Whether an argument that is written shares memory with another, or two of its tensors do. Of two that are written, the later is to
/// blame.
fn between(record: &'static Record, reached: &[Reached], blamed: usize) -> Option<Violation> {
    let parameter = |index: usize| record.parameters.get(index);
    let writes = |index| parameter(index).is_some_and(|parameter| parameter.of.writes);
    if !writes(blamed) {
        return None;
    }
    let declared =
        |other| matches!((parameter(blamed), parameter(other)), (Some(a), Some(b)) if may_share(a, b));
    for (place, this) in reached.iter().enumerate().filter(|(_, this)| this.index == blamed) {
        let other = reached.iter().enumerate().find(|(other_place, other)| {
            // In a list, too, the later is to blame.
            let is_asked = if other.index == blamed { *other_place < place } else { !declared(other.index) };
            is_asked && (other.index <= blamed || !writes(other.index)) && !other.span.is_apart(this.span)
        });
        let Some((_, other)) = other else { continue };
        let interleaved = if this.span.is_contiguous && other.span.is_contiguous {
            ""
        } else {
            " or is interleaved with it"
        };
        let name = parameter(other.index).map_or("", |parameter| parameter.name);
        let text = match other.index.checked_sub(record.receivers()) {
            Some(index) => format!(
                "shares memory with argument #{index} `{name}`{}{interleaved}, expected memory of its own",
                other.place
            ),
            None => format!(
                "shares memory with the object that the method is called on{interleaved}, expected memory of its own"
            ),
        };
        return Some((blamed, Mismatch::value_error(text).at(&this.place)));
    }
    None
}
