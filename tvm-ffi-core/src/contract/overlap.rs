//! Memory that arguments share although one of them is written.
//!
//! Shared is what lies between the lowest and the highest element of both: of interleaved tensors too, so that the test is cheap
//! and its outcome plain. Tensors without elements share nothing, and so do tensors on different devices.
//!
//! - [`apart`]: for two parameters that are tensors at most, inlined;
//! - [`scan`]: for all of them, with whatever is in containers;
//! - [`reach`]: the tensors that a value leads to;
//! - [`fields`]: the values that an object leads to;
//! - [`span`]: where the elements of a tensor lie.

pub(super) mod fields;
pub(super) mod reach;
pub(super) mod span;

use self::fields::SearchedArgument;
use self::reach::{InUse, each_tensor_in, each_tensor_of_argument};
use super::call::view;
use crate::abi::DLDeviceType;
use crate::call::Args;
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
    match const { packed_element(T::FACTS.tensor) } {
        // The product was checked with the tensor.
        Some(size) => (tensor.first_element().addr(), tensor.numel() * size),
        None => strided_range(tensor),
    }
}

#[inline(never)]
fn strided_range(tensor: TensorView<'_>) -> (usize, usize) {
    Span::of(tensor).map_or((0, 0), |span| span.range())
}

#[inline(always)]
fn are_apart((a, a_size): (usize, usize), (b, b_size): (usize, usize)) -> bool {
    (b.wrapping_sub(a) >= a_size) & (a.wrapping_sub(b) >= b_size) | (a_size == 0) | (b_size == 0)
}

/// The bytes of an element of a view that is contiguous.
const fn packed_element(of: Option<TensorType>) -> Option<usize> {
    match of {
        Some(TensorType { dtype: Some(dtype), layout: Some(LayoutKind::Contiguous), .. }) => {
            dtype.size_in_bytes(1)
        }
        _ => None,
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

/// Whether no argument that is written shares memory with another, wherever tensors are in them, nor with another tensor in itself.
/// `held` are arguments that are not found among the values of the caller.
#[cold]
#[inline(never)]
pub fn scan(export: Export, args: Args<'_>, held: &[Option<(usize, &dyn SearchedArgument)>]) -> bool {
    look(export, |about| {
        let Ok(mut spans) = spans(about, args, held) else { return false };
        spans.sort_unstable_by_key(|(_, span)| (span.buffer, span.start));
        are_all_apart(about, &spans)
    })
}

/// The same for memory in order, in one pass: what began before and has not ended is shared.
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
