//! Memory that arguments share although one of them is written.
//!
//! Shared is what lies between the lowest and the highest element of both: of interleaved tensors too, so that the test is cheap
//! and its outcome plain. Tensors without elements share nothing, and so do tensors on different devices.
//!
//! - [`are_apart`]: compares the addresses of all arguments, and may be in doubt;
//! - [`scan`]: the exact search, with whatever is in containers and objects;
//! - [`reach`]: the tensors that a value leads to;
//! - [`fields`]: the values that an object leads to.

pub(super) mod fields;
pub(super) mod reach;

use self::fields::SearchedArgument;
use self::reach::{InUse, each_tensor_in, each_tensor_of_argument};
use super::call::view;
use crate::abi::DLDeviceType;
use crate::call::Args;
use crate::convert::{FfiType, LayoutKind, Reach, TensorType};
use crate::description::{Param, ParameterType, Record};
use crate::tensor::TensorView;
use crate::tensor::typed::cold_path;
use crate::tensor_search::Span;

/// How many tensors a parameter of a type may lead to: none, one, or more.
pub const fn tensors<T: FfiType>() -> usize {
    match T::FACTS.reach {
        Reach::Nothing => 0,
        Reach::Tensor => 1,
        Reach::Any => 2,
    }
}

/// The memory from the first byte to the last of an argument's tensors.
///
/// Their device does not matter: tensors in one memory that share nothing have addresses that are apart, and so have offsets in one buffer.
#[derive(Clone, Copy)]
pub struct Extent {
    start: usize,
    size: usize,
    effect: Effect,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Read,
    Written,
    /// Only the exact search finds the tensors.
    Unknown,
}

impl Extent {
    const EMPTY: Self = Self { start: 0, size: 0, effect: Effect::Read };

    const UNKNOWN: Self = Self { effect: Effect::Unknown, ..Self::EMPTY };

    /// The extent of a tensor that a value of type `T` is or lists.
    #[inline(always)]
    fn of_tensor<T: FfiType>(tensor: TensorView<'_>) -> Self {
        let (start, size) = range::<T>(tensor);
        Self { start, size, effect: if T::FACTS.writes { Effect::Written } else { Effect::Read } }
    }

    /// The extent of both. That of several tensors which are written is not known: they may share memory with each other.
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        match (self.effect, self.size, other.size) {
            (Effect::Unknown, ..) => self,
            (_, 0, _) => other,
            (_, _, 0) => self,
            (Effect::Written, ..) => Self::UNKNOWN,
            (Effect::Read, ..) => {
                let start = self.start.min(other.start);
                let end = |extent: Self| extent.start.saturating_add(extent.size);
                Self { start, size: end(self).max(end(other)) - start, ..self }
            }
        }
    }

    #[inline(always)]
    fn is_apart(self, other: Self) -> bool {
        let is_behind = |first: Self, second: Self| second.start.wrapping_sub(first.start) >= first.size;
        if is_behind(self, other) && is_behind(other, self) {
            return true;
        }
        cold_path();
        self.size == 0 || other.size == 0
    }
}

/// The extent of the tensors that an argument is or lists.
#[inline(always)]
pub fn extent<T: FfiType>(argument: &T) -> Extent {
    if const { !T::FACTS.lists_all_tensors() } {
        return Extent::UNKNOWN;
    }
    let mut all = Extent::EMPTY;
    argument.all_tensors(&mut |tensor, _| {
        all = all.and(Extent::of_tensor::<T>(tensor.tensor()));
        true
    });
    all
}

/// Whether no argument that is written shares memory with another. `false` may mean that it does not know.
#[inline(always)]
pub fn are_apart<const N: usize>(extents: &[Extent; N]) -> bool {
    (0..N).all(|index| match extents[index].effect {
        Effect::Read => true,
        Effect::Written => (0..N).all(|other| other == index || extents[index].is_apart(extents[other])),
        Effect::Unknown => false,
    })
}

/// The address of the first byte of a tensor that a value of type `T` is or lists, and the number of bytes to behind the last. The shape of a view was checked
/// with the tensor: the product overflows only where an extent is zero.
#[inline(always)]
pub(super) fn range<T: FfiType>(tensor: TensorView<'_>) -> (usize, usize) {
    let Some((size, ndim)) = (const { packed(T::FACTS.tensor) }) else { return range_of_any(tensor) };
    let shape = match ndim {
        // SAFETY: the invariant of `TypeFacts`: tensors of the type have this rank. The compiler knows the number this way.
        Some(ndim) => unsafe { tensor.first_extents(ndim) },
        None => tensor.shape(),
    };
    let size = shape.iter().fold(size, |bytes, extent| bytes.wrapping_mul(*extent as usize));
    (tensor.first_element().addr(), size)
}

#[inline(never)]
fn range_of_any(tensor: TensorView<'_>) -> (usize, usize) {
    if tensor.is_contiguous() && tensor.dtype().element_bits().is_multiple_of(8) {
        return (tensor.first_element().addr(), tensor.size_in_bytes());
    }
    Span::of(tensor).map_or((0, 0), |span| span.range())
}

/// The bytes of an element and the rank, of a view whose elements are contiguous.
const fn packed(of: Option<TensorType>) -> Option<(usize, Option<usize>)> {
    let Some(TensorType { dtype: Some(dtype), ndim, layout: Some(LayoutKind::Contiguous), .. }) = of else {
        return None;
    };
    match dtype.size_in_bytes(1) {
        Some(size) => Some((size, ndim)),
        None => None,
    }
}

/// Whether the host may reach the elements.
pub(super) const fn may_be_on_host(of: Option<TensorType>) -> bool {
    let host = DLDeviceType::kDLCPU.cast_signed();
    !matches!(of, Some(TensorType { device: Some(device), .. }) if device != host)
}

/// Whether no argument that is written shares memory with another, wherever tensors are in them, nor with another tensor in itself.
/// `held` are arguments that are not found among the values of the caller.
#[cold]
#[inline(never)]
pub fn scan(
    record: &'static Record,
    args: Args<'_>,
    held: &[Option<(usize, &dyn SearchedArgument)>],
) -> bool {
    let Ok(mut spans) = spans(record, args, held) else { return false };
    spans.sort_unstable_by_key(|(_, span)| (span.buffer, span.start));
    are_disjoint(record, &spans)
}

/// Whether memory in order is apart, in one pass: what began before and has not ended is shared.
fn are_disjoint(record: &Record, spans: &[(usize, Span)]) -> bool {
    let writes = |index: usize| record.parameters[index].of.writes;
    // How far the memory in the buffer reaches that has begun, for each parameter and device; there are few of both.
    let mut begun: Vec<(usize, Span)> = Vec::with_capacity(record.parameters.len());
    spans.iter().all(|(index, span)| {
        begun.retain(|(_, other)| other.buffer == span.buffer);
        let is_apart = begun.iter().all(|(other, reach)| {
            reach.is_apart(*span) || !(writes(*index) || writes(*other)) || declared(record, *index, *other)
        });
        match begun.iter_mut().find(|(other, reach)| other == index && reach.device == span.device) {
            Some((_, reach)) => reach.end = reach.end.max(span.end),
            None => begun.push((*index, *span)),
        }
        is_apart
    })
}

/// The memory of each tensor that the arguments lead to, with the index of the argument.
fn spans(
    record: &Record,
    args: Args<'_>,
    held: &[Option<(usize, &dyn SearchedArgument)>],
) -> Result<Vec<(usize, Span)>, InUse> {
    let mut spans = Vec::with_capacity(record.parameters.len());
    for (index, Param { of, .. }) in record.parameters.iter().enumerate() {
        let Some(view) = view(args, index).filter(|_| leads_to_tensors(record, of)) else { continue };
        each_tensor_in(view, &mut |span, _| spans.push((index, span)))?;
    }
    for (index, argument) in held.iter().flatten() {
        each_tensor_of_argument(*argument, &mut |span, _| spans.push((*index, span)))?;
    }
    Ok(spans)
}

/// Whether a parameter may lead to tensors. What is known of the types of a generic function is known of its first instance only.
pub(super) fn leads_to_tensors(record: &Record, of: &ParameterType) -> bool {
    of.reach != Reach::Nothing || !record.variables.is_empty()
}

/// Whether one of two parameters, by their indices, is declared to share memory with the other.
#[cold]
fn declared(record: &Record, a: usize, b: usize) -> bool {
    let parameters = record.parameters;
    matches!((parameters.get(a), parameters.get(b)), (Some(a), Some(b)) if may_share(a, b))
}

/// Whether one of two parameters is declared to share memory with the other.
pub(super) fn may_share(a: &Param, b: &Param) -> bool {
    a.contract.alias == Some(b.name) || b.contract.alias == Some(a.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The next of a sequence of numbers without a pattern.
    fn next(state: &mut u64) -> usize {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) as usize
    }

    #[test]
    fn types_lead_to_tensors_or_not() {
        use crate::{AnyView, CpuView, CpuViewMut, Function, MapRef, ObjectRef, Tensor, TensorView};
        assert_eq!(
            [tensors::<Vec<(i64, String)>>(), tensors::<Option<Function>>(), tensors::<&[u8]>()],
            [0; 3]
        );
        assert_eq!(tensors::<MapRef<'_, &str, f64>>(), 0);
        assert_eq!([tensors::<Tensor>(), tensors::<Option<CpuViewMut<'_, f32, 1>>>()], [1; 2]);
        assert_eq!([tensors::<Vec<CpuView<'_, f32, 1>>>(), tensors::<Vec<(i64, Tensor)>>()], [2; 2]);
        assert_eq!([tensors::<MapRef<'_, &str, TensorView<'_>>>(), tensors::<AnyView<'_>>()], [2; 2]);
        assert_eq!(tensors::<ObjectRef>(), 2);
    }

    #[test]
    fn extents_are_apart_where_all_pairs_are() {
        let mut state = 1;
        let cases = if cfg!(miri) { 100 } else { 20_000 };
        let mut outcomes = [0; 2];
        for case in 0..cases {
            let mut extents: [Extent; 6] = core::array::from_fn(|_| Extent {
                start: next(&mut state) % 4000,
                size: next(&mut state) % (1500 / (case % 6 + 1)),
                effect: if next(&mut state).is_multiple_of(3) { Effect::Written } else { Effect::Read },
            });
            let is_apart = |a: &Extent, b: &Extent| {
                a.effect == b.effect && a.effect == Effect::Read
                    || a.size == 0
                    || b.size == 0
                    || a.start + a.size <= b.start
                    || b.start + b.size <= a.start
            };
            let pairs = extents.iter().enumerate();
            let expected = pairs.clone().all(|(i, a)| extents[i + 1..].iter().all(|b| is_apart(a, b)));
            assert_eq!(are_apart(&extents), expected, "case {case}");
            outcomes[usize::from(expected)] += 1;
            extents[case % 6] = Extent::UNKNOWN;
            assert!(!are_apart(&extents));
        }
        assert!(outcomes.iter().all(|count| *count > cases / 20), "{outcomes:?}");
    }
}
