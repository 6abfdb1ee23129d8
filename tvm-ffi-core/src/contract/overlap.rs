//! Memory that arguments share although one of them is written.
//!
//! Shared is what lies between the lowest and the highest element of both: of interleaved tensors too, so that the test is cheap
//! and its outcome plain. Tensors without elements share nothing, and so do tensors on different devices.
//!
//! - [`apart`]: for two parameters that are tensors at most, inlined;
//! - [`are_apart_in_order`]: for many such parameters;
//! - [`scan`]: for all of them, with whatever is in containers; tensors and arrays of tensors first;
//! - [`reach`]: the tensors that a value leads to;
//! - [`fields`]: the values that an object leads to;
//! - [`span`]: where the elements of a tensor lie.

pub(super) mod fields;
pub(super) mod reach;
pub(super) mod span;

use self::fields::SearchedArgument;
use self::reach::{InUse, each_tensor_in, each_tensor_of_argument, link_search};
use super::call::view;
use crate::abi::DLDeviceType;
use crate::any::AnyView;
use crate::call::Args;
use crate::container::items::array_items;
use crate::convert::{FfiType, LayoutKind, Reach, TensorType};
use crate::description::{Description, Export, Parameter, ParameterType, look};
use crate::device::Device;
use crate::tensor::TensorView;
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
    // Nothing with a branch for each test: the compiler makes one of all.
    let in_one_memory = const { is_cpu(A::FACTS.tensor) && is_cpu(B::FACTS.tensor) }
        || (is_plain && a.device() == b.device())
        || may_share_memory(a, b);
    !in_one_memory | are_apart(range::<A>(a), range::<B>(b))
}

/// Where the elements of a tensor begin, and how many bytes they take.
#[inline(always)]
fn range<T: FfiType>(tensor: TensorView<'_>) -> (usize, usize) {
    let Some(element) = (const { element_of(T::FACTS.tensor) }) else { return range_of_any(tensor) };
    let shape = match element.ndim {
        // The compiler does not know the rank of a tensor that was checked elsewhere.
        Some(ndim) if tensor.ndim() == ndim => &tensor.shape()[..ndim],
        Some(_) => return range_of_any(tensor),
        None => tensor.shape(),
    };
    match tensor.given_strides() {
        Some(strides) if element.is_strided => {
            strided_range(tensor, shape, &strides[..shape.len()], element.size)
        }
        _ => (tensor.first_element().addr(), packed_size(shape, element.size)),
    }
}

/// The bytes of contiguous elements. The product was checked with the tensor: it overflows only where an extent is zero.
#[inline(always)]
fn packed_size(shape: &[i64], size: usize) -> usize {
    shape.iter().fold(size, |bytes, extent| bytes.wrapping_mul(*extent as usize))
}

/// The range of a strided view. Its reach was checked with the tensor: numbers overflow only where an extent is zero.
#[inline(always)]
fn strided_range(tensor: TensorView<'_>, shape: &[i64], strides: &[i64], size: usize) -> (usize, usize) {
    if packed_size(shape, size) == 0 {
        return (0, 0);
    }
    let reaches = shape.iter().zip(strides).map(|(extent, stride)| (extent - 1).wrapping_mul(*stride));
    let first = tensor.first_element().addr();
    // The usual case takes half of the instructions for each dimension.
    if strides.iter().fold(0, |bits, stride| bits | stride) >= 0 {
        return (first, (reaches.sum::<i64>() as usize + 1) * size);
    }
    let lowest: i64 = reaches.clone().map(|reach| reach.min(0)).sum();
    let highest: i64 = reaches.map(|reach| reach.max(0)).sum();
    (first.wrapping_add_signed(lowest as isize * size as isize), ((highest - lowest) as usize + 1) * size)
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
        Some(size) => Some(ElementOf { size, ndim, is_strided: matches!(layout, LayoutKind::Strided) }),
        None => None,
    }
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
#[derive(Clone, Copy)]
pub struct Extent {
    start: usize,
    end: usize,
    /// Tensors with the same number are in one memory. It is negative if more than numbers decides that.
    memory: i32,
}

/// The memory of an argument that leads to no tensor but itself.
#[inline(always)]
pub fn extent<T: FfiType>(argument: &T) -> Extent {
    let Some(tensor) = argument.tensor_within() else { return Extent { start: 0, end: 0, memory: 0 } };
    let tensor = tensor.tensor();
    let memory = if const { is_cpu(T::FACTS.tensor) } { 0 } else { memory_of(tensor.device()) };
    let (start, size) = range::<T>(tensor);
    Extent { start, end: start.saturating_add(size), memory }
}

#[inline(never)]
fn memory_of(device: Device) -> i32 {
    match device {
        _ if device.is_host() => 0,
        _ if device.is_cuda() => device.device_id.saturating_add(1),
        _ => -1,
    }
}

/// Whether no argument that is written shares memory with another: those that are written are compared in the order of their addresses, and
/// each other one is looked up among them. `false` may mean that it does not know.
#[inline(never)]
pub fn are_apart_in_order(written: &mut [Extent], read: &[Extent]) -> bool {
    let memory = written.first().map_or(0, |first| first.memory);
    let is_elsewhere = |extent: &Extent| extent.memory != memory && !extent.is_empty();
    if memory < 0 || written.iter().any(is_elsewhere) || read.iter().any(is_elsewhere) {
        return false;
    }
    written.sort_unstable_by_key(|extent| extent.start);
    let mut end = 0;
    for extent in written.iter().filter(|extent| !extent.is_empty()) {
        if extent.start < end {
            return false;
        }
        end = extent.end;
    }
    read.iter().all(|extent| {
        // Of those that begin before its end, the last one that is not empty ends last.
        let before = &written[..written.partition_point(|other| other.start < extent.end)];
        let last = before.iter().rfind(|other| !other.is_empty());
        extent.is_empty() || last.is_none_or(|last| last.end <= extent.start)
    })
}

impl Extent {
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.start == self.end
    }
}

/// Whether no argument that is written shares memory with another, wherever tensors are in them, nor with another tensor in itself.
/// `held` are arguments that are not found among the values of the caller.
#[cold]
#[inline(never)]
pub fn scan(export: Export, args: Args<'_>, held: &[Option<(usize, &dyn SearchedArgument)>]) -> bool {
    look(export, |about| {
        if held.iter().all(Option::is_none) && are_plainly_apart(about, args) {
            return true;
        }
        link_search();
        let Ok(mut spans) = spans(about, args, held) else { return false };
        spans.sort_unstable_by_key(|(_, span)| (span.buffer, span.start));
        are_all_apart(about, &spans)
    })
}

/// The same for tensors and arrays of tensors. `false` may mean that it does not know.
fn are_plainly_apart(about: &Description<'_>, args: Args<'_>) -> bool {
    let (mut written, mut read) = (Vec::new(), Vec::new());
    for (index, of) in about.parameters.iter().enumerate() {
        let Some(view) = view(args, index).filter(|view| leads_to_tensors(about, of) && !view.is_none())
        else {
            continue;
        };
        let extents = if of.writes() { &mut written } else { &mut read };
        let is_added = match array_items(view) {
            Some(items) => {
                extents.reserve(items.len());
                items.iter().all(|item| add_extent(extents, item.as_view()))
            }
            None => add_extent(extents, view),
        };
        if !is_added {
            return false;
        }
    }
    are_apart_in_order(&mut written, &read)
}

/// Adds the memory of a value, if it is a tensor.
fn add_extent(extents: &mut Vec<Extent>, view: AnyView<'_>) -> bool {
    let Some(tensor) = TensorView::of_value(view) else { return false };
    let (start, size) = range_of_any(tensor);
    let memory = memory_of(tensor.device());
    extents.push(Extent { start, end: start.saturating_add(size), memory });
    true
}

/// Whether memory in order is apart, in one pass: what began before and has not ended is shared.
fn are_all_apart(about: &Description<'_>, spans: &[(usize, Span)]) -> bool {
    let writes = |index: usize| about.parameters[index].writes();
    // How far the memory in the buffer reaches that has begun, for each parameter and device; there are few of both.
    let mut begun: Vec<(usize, Span)> = Vec::with_capacity(about.parameters.len());
    spans.iter().all(|(index, span)| {
        begun.retain(|(_, other)| other.buffer == span.buffer);
        let is_apart = begun.iter().all(|(other, reach)| {
            reach.is_apart(*span) || !(writes(*index) || writes(*other)) || declared(about, *index, *other)
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
    about: &Description<'_>,
    args: Args<'_>,
    held: &[Option<(usize, &dyn SearchedArgument)>],
) -> Result<Vec<(usize, Span)>, InUse> {
    let mut spans = Vec::with_capacity(about.parameters.len());
    for (index, of) in about.parameters.iter().enumerate() {
        let Some(view) = view(args, index).filter(|_| leads_to_tensors(about, of)) else { continue };
        each_tensor_in(view, &mut |span, _| spans.push((index, span)))?;
    }
    for (index, argument) in held.iter().flatten() {
        each_tensor_of_argument(*argument, &mut |span, _| spans.push((*index, span)))?;
    }
    Ok(spans)
}

/// Whether a parameter may lead to tensors. What is known of the types of a generic function is known of its first instance only.
pub(super) fn leads_to_tensors(about: &Description<'_>, of: &ParameterType) -> bool {
    of.reach() != Reach::Nothing || !about.variables.is_empty()
}

/// Whether one of two parameters, by their indices, is declared to share memory with the other.
#[cold]
fn declared(about: &Description<'_>, a: usize, b: usize) -> bool {
    let parameters = about.texts().parameters;
    matches!((parameters.get(a), parameters.get(b)), (Some(a), Some(b)) if may_share(a, b))
}

/// Whether one of two parameters is declared to share memory with the other.
pub(super) fn may_share(a: &Parameter<'_>, b: &Parameter<'_>) -> bool {
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
                    (Extent { start, end, memory: 0 }, next(&mut state).is_multiple_of(3))
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

    #[test]
    fn extents_in_several_memories_are_not_decided_here() {
        let at = |memory| Extent { start: 0, end: 4, memory };
        let after = |memory| Extent { start: 4, end: 8, memory };
        let are_apart = |written: &[Extent], read: &[Extent]| are_apart_in_order(&mut written.to_vec(), read);
        assert!(are_apart(&[], &[]));
        assert!(are_apart(&[at(1), after(1)], &[]) && are_apart(&[at(1)], &[after(1)]));
        assert!(are_apart(&[at(1), Extent { end: 0, ..at(0) }], &[]));
        assert!(!are_apart(&[at(1), after(2)], &[]) && !are_apart(&[at(1)], &[after(2)]));
        assert!(!are_apart(&[at(-1), after(-1)], &[]));
    }
}
