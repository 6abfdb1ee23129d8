//! Memory that arguments share although one of them is written.
//!
//! Shared is what lies between the lowest and the highest element of both: of interleaved tensors too, so that the test is cheap
//! and its outcome plain. Tensors without elements share nothing, and so do tensors on different devices.
//!
//! - [`apart`]: for two parameters that are tensors at most, inlined;
//! - [`are_apart_in_order`]: for many such parameters;
//! - [`Written`]: for parameters that list tensors, too;
//! - [`scan`]: for all of them, with whatever is in containers;
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
use crate::device::Device;
use crate::tensor::TensorView;
use crate::tensor::typed::cold_path;
use crate::tensor_metadata::TensorMetadata;
use crate::tensor_search::Span;

/// Whether two values that lead to no tensors but themselves share no memory, or neither is written.
#[inline(always)]
pub fn apart<A: FfiType, B: FfiType>(a: &A, b: &B) -> bool {
    if const { !(A::FACTS.writes || B::FACTS.writes) || on_different_devices(A::FACTS.tensor, B::FACTS.tensor) }
    {
        return true;
    }
    let (Some(a), Some(b)) = (a.tensor_within(), b.tensor_within()) else { return true };
    let (a, b) = (a.tensor(), b.tensor());
    let is_plain = const { has_addresses(A::FACTS.tensor) || has_addresses(B::FACTS.tensor) };
    let in_one_memory = const { is_cpu(A::FACTS.tensor) && is_cpu(B::FACTS.tensor) }
        || (is_plain && a.device() == b.device())
        || may_share_memory(a, b);
    // A call would need a stack frame in each call of the exported function, so there is none for contiguous views.
    !in_one_memory
        || are_plainly_apart::<A, B>(a, b)
        || (const { !(is_contiguous(A::FACTS.tensor) && is_contiguous(B::FACTS.tensor)) }
            && are_apart(range::<A>(a), range::<B>(b)))
}

/// Whether the view that begins first ends before the other begins, or the other is empty. `false` may mean that it does not know, unless both
/// are contiguous. It computes the size of only one view in the usual case.
#[inline(always)]
fn are_plainly_apart<A: FfiType, B: FfiType>(a: TensorView<'_>, b: TensorView<'_>) -> bool {
    let (a_start, b_start) = (a.first_element().addr(), b.first_element().addr());
    if a_start <= b_start {
        ends_within::<A, B>(a, b, b_start - a_start)
    } else {
        ends_within::<B, A>(b, a, a_start - b_start)
    }
}

/// Whether the first view ends within so many bytes, after which the second begins, or the second is empty.
#[inline(always)]
fn ends_within<A: FfiType, B: FfiType>(
    first: TensorView<'_>,
    second: TensorView<'_>,
    distance: usize,
) -> bool {
    if is_upward::<B>(second) && upward_size::<A>(first).is_some_and(|size| size <= distance) {
        return true;
    }
    cold_path();
    is_empty::<B>(second)
}

/// Whether a view has no elements.
#[inline(always)]
fn is_empty<T: FfiType>(tensor: TensorView<'_>) -> bool {
    let Some(element) = (const { element_of(T::FACTS.tensor) }) else { return false };
    let ndim = element.ndim.unwrap_or(tensor.ndim());
    tensor.shape().get(..ndim).is_some_and(|shape| shape.iter().rev().any(|extent| *extent == 0))
}

/// How many bytes the elements of a view take, if the first has the lowest address; any number if there are none. Shape and strides were
/// checked with the tensor: a number overflows only where an extent is zero.
#[inline(always)]
fn upward_size<T: FfiType>(tensor: TensorView<'_>) -> Option<usize> {
    let element = const { element_of(T::FACTS.tensor) }?;
    // The compiler does not know the rank of a tensor that was checked elsewhere.
    let ndim = element.ndim.unwrap_or(tensor.ndim());
    let shape = tensor.shape().get(..ndim)?;
    let Some(strides) = tensor.given_strides().filter(|_| element.is_strided) else {
        return Some(packed_size(shape, element.size));
    };
    let reach =
        |sum: i64, (extent, stride): (&i64, &i64)| sum.wrapping_add((extent - 1).wrapping_mul(*stride));
    let reach = shape.iter().zip(strides.get(..ndim)?).fold(0, reach);
    is_upward::<T>(tensor).then_some((reach as usize).wrapping_add(1).wrapping_mul(element.size))
}

/// Whether the first element of a view has the lowest address: no stride is negative.
#[inline(always)]
fn is_upward<T: FfiType>(tensor: TensorView<'_>) -> bool {
    let Some(element) = (const { element_of(T::FACTS.tensor) }) else { return false };
    let Some(strides) = tensor.given_strides().filter(|_| element.is_strided) else { return true };
    let ndim = element.ndim.unwrap_or(tensor.ndim());
    strides.get(..ndim).is_some_and(|strides| strides.iter().fold(0, |bits, stride| bits | stride) >= 0)
}

/// The bytes of contiguous elements. The product was checked with the tensor: it overflows only where an extent is zero.
#[inline(always)]
fn packed_size(shape: &[i64], size: usize) -> usize {
    shape.iter().fold(size, |bytes, extent| bytes.wrapping_mul(*extent as usize))
}

/// Where the elements of a tensor begin, and how many bytes they take.
#[inline(always)]
fn range<T: FfiType>(tensor: TensorView<'_>) -> (usize, usize) {
    match const { element_of(T::FACTS.tensor) } {
        Some(element) => range_of_view(tensor, element.size),
        None => range_of_any(tensor),
    }
}

/// The range of a view. Its shape and strides were checked with the tensor: numbers overflow only where an extent is zero.
#[cold]
#[inline(never)]
fn range_of_view(tensor: TensorView<'_>, size: usize) -> (usize, usize) {
    let (shape, start) = (tensor.shape(), tensor.first_element().addr());
    let Some(strides) = tensor.given_strides() else { return (start, packed_size(shape, size)) };
    let (mut lowest, mut highest) = (0i64, 0i64);
    for (extent, stride) in shape.iter().zip(strides) {
        if *extent == 0 {
            return (start, 0);
        }
        let reach = (extent - 1).wrapping_mul(*stride);
        lowest = lowest.wrapping_add(reach.min(0));
        highest = highest.wrapping_add(reach.max(0));
    }
    (start.wrapping_add_signed(lowest as isize * size as isize), ((highest - lowest) as usize + 1) * size)
}

#[inline(never)]
fn range_of_any(tensor: TensorView<'_>) -> (usize, usize) {
    match tensor.dtype().element_bits() {
        bits if bits.is_multiple_of(8) && tensor.is_contiguous() => {
            (tensor.first_element().addr(), packed_size(tensor.shape(), bits as usize / 8))
        }
        _ => Span::of(tensor).map_or((0, 0), |span| span.range()),
    }
}

#[inline(always)]
fn are_apart((a, a_size): (usize, usize), (b, b_size): (usize, usize)) -> bool {
    (b.wrapping_sub(a) >= a_size) & (a.wrapping_sub(b) >= b_size) | (a_size == 0) | (b_size == 0)
}

/// What the range of a view depends on.
struct ElementOf {
    /// The bytes of an element.
    size: usize,
    ndim: Option<usize>,
    is_strided: bool,
}

/// Of a view, whose layout is checked when it is decoded.
const fn element_of(tensor: Option<TensorType>) -> Option<ElementOf> {
    let Some(TensorType { dtype: Some(dtype), ndim, layout: Some(layout), .. }) = tensor else { return None };
    match dtype.size_in_bytes(1) {
        Some(size) => {
            let is_strided = matches!((layout, ndim), (LayoutKind::Strided, None | Some(1..)));
            Some(ElementOf { size, ndim, is_strided })
        }
        None => None,
    }
}

/// Whether the elements of a view are contiguous, so that its shape is all that its size depends on.
const fn is_contiguous(of: Option<TensorType>) -> bool {
    matches!(element_of(of), Some(element) if !element.is_strided)
}

/// Whether the host may reach the elements.
pub(super) const fn may_be_on_host(of: Option<TensorType>) -> bool {
    is_cpu(of) || !matches!(of, Some(TensorType { device: Some(_), .. }))
}

const fn is_cpu(of: Option<TensorType>) -> bool {
    matches!(of, Some(TensorType { device: Some(device), .. }) if device == DLDeviceType::kDLCPU.cast_signed())
}

/// Whether a view is of memory in which `data` is an address.
const fn has_addresses(of: Option<TensorType>) -> bool {
    matches!(of, Some(TensorType { device: Some(device), .. }) if !Device::new(device, 0).has_handles())
}

const fn on_different_devices(a: Option<TensorType>, b: Option<TensorType>) -> bool {
    match (a, b) {
        (Some(TensorType { device: Some(a), .. }), Some(TensorType { device: Some(b), .. })) => {
            !Device::new(a, 0).may_share_memory(Device::new(b, 0))
        }
        _ => false,
    }
}

/// Whether two tensors are in one memory, so that their addresses can be compared: on devices that may share memory, and in one buffer
/// where `data` is a handle.
#[inline(never)]
fn may_share_memory(a: TensorView<'_>, b: TensorView<'_>) -> bool {
    a.device().may_share_memory(b.device()) && (!a.device().has_handles() || a.data_ptr() == b.data_ptr())
}

/// The memory of an argument that is a tensor at most, for [`are_apart_in_order`].
///
/// Its device does not matter: tensors in one memory that share nothing have addresses that are apart, and so have offsets in one buffer.
#[derive(Clone, Copy)]
pub struct Extent {
    start: usize,
    end: usize,
}

impl Extent {
    /// No memory.
    pub const EMPTY: Self = Self { start: 0, end: 0 };

    #[inline(always)]
    fn of((start, size): (usize, usize)) -> Self {
        Self { start, end: start.saturating_add(size) }
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// The address of the first byte, and the one behind the last.
    #[inline(always)]
    pub(super) fn bounds(self) -> (usize, usize) {
        (self.start, self.end)
    }
}

/// The memory of an argument that leads to no tensor but itself.
#[inline(always)]
pub fn extent<T: FfiType>(argument: &T) -> Extent {
    argument.tensor_within().map_or(Extent::EMPTY, |tensor| extent_of::<T>(tensor.tensor()))
}

/// The memory of a tensor that a value of type `T` is or lists.
#[inline(always)]
pub(super) fn extent_of<T: FfiType>(tensor: TensorView<'_>) -> Extent {
    let packed = if const { is_contiguous(T::FACTS.tensor) } { upward_size::<T>(tensor) } else { None };
    Extent::of(match packed {
        Some(size) => (tensor.first_element().addr(), size),
        None => range::<T>(tensor),
    })
}

/// Whether no argument that is written shares memory with another: those that are written are compared in the order of their addresses, and
/// each other one is looked up among them. `false` may mean that it does not know.
#[inline(never)]
pub fn are_apart_in_order(written: &mut [Extent], read: &[Extent]) -> bool {
    sort_apart(written) && read.iter().all(|extent| is_apart_from(extent, written))
}

/// The memory of all tensors that the arguments of a call write, for arguments that list tensors.
pub struct Written {
    /// What is written if `more` is empty.
    in_place: [Extent; 4],
    count: usize,
    more: Vec<Extent>,
}

impl Written {
    /// No memory.
    pub const NOTHING: Self = Self { in_place: [Extent::EMPTY; 4], count: 0, more: Vec::new() };

    /// Adds the tensors of an argument, if they are written. `false` if the argument may lead to others than those that it lists.
    #[inline(always)]
    pub fn add<T: FfiType>(&mut self, argument: &T) -> bool {
        if const { T::FACTS.writes } {
            argument.all_tensors(&mut |tensor, _| {
                self.push(extent_of::<T>(tensor.tensor()));
                true
            });
        }
        const { T::FACTS.lists_all_tensors() }
    }

    #[inline]
    fn push(&mut self, extent: Extent) {
        match self.in_place.get_mut(self.count) {
            Some(place) => *place = extent,
            None => self.push_more(extent),
        }
        self.count += 1;
    }

    #[cold]
    #[inline(never)]
    fn push_more(&mut self, extent: Extent) {
        if self.more.is_empty() {
            self.more.extend(self.in_place);
        }
        self.more.push(extent);
    }

    #[inline(always)]
    fn extents(&self) -> &[Extent] {
        if self.more.is_empty() { &self.in_place[..self.count] } else { &self.more }
    }

    /// Whether no two of the tensors share memory. They are in order then. `false` may mean that it does not know.
    #[inline(always)]
    pub fn sort(&mut self) -> bool {
        sort_apart(if self.more.is_empty() { &mut self.in_place[..self.count] } else { &mut self.more })
    }

    /// Whether the tensors share no memory with those of an argument that is not written. They are in order.
    #[inline(always)]
    pub fn are_apart_from<T: FfiType>(&self, argument: &T) -> bool {
        let mut is_apart =
            |tensor: TensorMetadata<'_>, _| is_apart_from(&extent_of::<T>(tensor.tensor()), self.extents());
        T::FACTS.writes || argument.all_tensors(&mut is_apart)
    }
}

/// Whether extents share no memory. They are in order then.
fn sort_apart(extents: &mut [Extent]) -> bool {
    // Those of one allocator often are in order.
    if are_in_order(extents) {
        return true;
    }
    extents.iter_mut().filter(|extent| extent.is_empty()).for_each(|extent| *extent = Extent::EMPTY);
    extents.sort_unstable_by_key(|extent| extent.start);
    are_in_order(extents)
}

/// Whether each extent begins where the one before it has ended.
fn are_in_order(extents: &[Extent]) -> bool {
    let mut end = 0;
    extents.iter().all(|extent| {
        let is_after = extent.start >= end;
        end = extent.end;
        is_after
    })
}

/// Whether an extent shares no memory with others, which are in order.
#[inline]
fn is_apart_from(extent: &Extent, others: &[Extent]) -> bool {
    let ([first, ..], [.., last]) = (others, others) else { return true };
    if extent.end <= first.start || last.end <= extent.start {
        return true;
    }
    // Of those that begin before its end, the last one that is not empty ends last.
    let before = &others[..others.partition_point(|other| other.start < extent.end)];
    let last = before.iter().rfind(|other| !other.is_empty());
    last.is_none_or(|last| last.end <= extent.start) || extent.is_empty()
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
    fn extents_in_order_are_apart_where_all_pairs_are() {
        let mut state = 1;
        let cases = if cfg!(miri) { 100 } else { 20_000 };
        let mut outcomes = [0; 2];
        for case in 0..cases {
            let extents: Vec<(Extent, bool)> = (0..case % 40)
                .map(|_| {
                    let start = next(&mut state) % 4000;
                    let end = start + next(&mut state) % (4000 / (case % 40 + 1));
                    (Extent { start, end }, next(&mut state).is_multiple_of(3))
                })
                .collect();
            let is_apart = |(a, a_written): &(Extent, bool), (b, b_written): &(Extent, bool)| {
                !(*a_written || *b_written)
                    || are_apart((a.start, a.end - a.start), (b.start, b.end - b.start))
            };
            let pairs = extents.iter().enumerate();
            let expected = pairs.clone().all(|(i, a)| extents[i + 1..].iter().all(|b| is_apart(a, b)));
            let of = |wanted: bool| -> Vec<Extent> {
                extents
                    .iter()
                    .filter(|(_, is_written)| *is_written == wanted)
                    .map(|(extent, _)| *extent)
                    .collect()
            };
            assert_eq!(are_apart_in_order(&mut of(true), &of(false)), expected, "case {case}");
            outcomes[usize::from(expected)] += 1;
        }
        assert!(outcomes.iter().all(|count| *count > cases / 20), "{outcomes:?}");
    }
}
