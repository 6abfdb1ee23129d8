//! Addresses for the tensors of a call, and their memory.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};

use super::{Call, Draft, Place, Plan, Slot};
use crate::arguments::{Argument, Tensor};
use crate::contracts::model::is_host;
use crate::interpret::bytes;

/// The largest alignment of the element types.
const ALIGN: u64 = 64;
/// Larger tensors are not allocated. No contract accepts them, so reading one is a failure of the test.
const LARGEST: i128 = 1 << 16;
/// The addresses of blocks that are not allocated: multiples of this.
const NOWHERE: u64 = 1 << 52;

/// The memory of the tensors of a call.
#[derive(Debug, Default)]
pub struct Memory {
    blocks: Vec<Block>,
}

/// An allocation, exactly as large as the tensors in it.
#[derive(Debug)]
struct Block {
    start: *mut u8,
    layout: Layout,
}

impl Block {
    fn new(size: u64) -> Self {
        let layout = Layout::from_size_align(size.max(1) as usize, ALIGN as usize).expect("a small size");
        // SAFETY: the size is not zero.
        let start = unsafe { alloc_zeroed(layout) };
        if start.is_null() {
            handle_alloc_error(layout);
        }
        Self { start, layout }
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: it was allocated with this layout.
        unsafe { dealloc(self.start, self.layout) };
    }
}

impl Memory {
    /// Whether all elements of a tensor are in allocated memory.
    pub fn has(&self, tensor: &Tensor) -> bool {
        let Some((low, high)) = bytes(tensor) else { return true };
        self.blocks.iter().any(|block| {
            let start = block.start.expose_provenance() as i128;
            start <= low && high <= start + block.layout.size() as i128
        })
    }
}

/// A tensor in a block: the offset of its first element and its bytes, from the anchor of the block.
struct Placed {
    root: usize,
    first: i128,
    low: i128,
    high: i128,
}

/// Gives every tensor an address.
pub(super) fn settle(draft: Draft) -> Call {
    let Draft { slots, mut plans } = draft;
    let placed: Vec<Placed> = (0..plans.len()).map(|index| place(&plans, index, plans.len())).collect();
    let mut memory = Memory::default();
    for root in 0..plans.len() {
        let members: Vec<usize> = (0..plans.len()).filter(|index| placed[*index].root == root).collect();
        let Some(low) = members.iter().map(|index| placed[*index].low).min() else { continue };
        let high = members.iter().map(|index| placed[*index].high).max().unwrap_or(low);
        // The anchor, which is the first element of the root before it is shifted, is aligned.
        let front = low.saturating_neg().max(0).saturating_add(63) / 64 * 64;
        let is_host = members.iter().any(|index| is_host(plans[*index].tensor.device.0));
        let size = front.saturating_add(high);
        let base = if is_host && size <= LARGEST && low > -LARGEST {
            let block = Block::new(size as u64);
            let start = block.start.expose_provenance() as u64;
            memory.blocks.push(block);
            start
        } else {
            NOWHERE * (root as u64 + 1)
        };
        for index in members {
            let first = base.wrapping_add(front.wrapping_add(placed[index].first) as u64);
            let tensor = &mut plans[index].tensor;
            tensor.data = first.wrapping_sub(tensor.byte_offset);
        }
    }
    for plan in plans.iter_mut().filter(|plan| plan.place == Place::Null) {
        plan.tensor.data = 0;
    }
    Call { arguments: slots.into_iter().map(|slot| argument(slot, &plans)).collect(), memory }
}

fn argument(slot: Slot, plans: &[Plan]) -> Argument {
    match slot {
        Slot::Plain(argument) => argument,
        Slot::Tensor(index) => Argument::Tensor(plans[index].tensor.clone()),
        Slot::List(container, elements) => {
            let elements = elements.into_iter().map(|element| argument(element, plans));
            Argument::List(container, elements.collect())
        }
        Slot::Map(values) => Argument::Map(values.into_iter().map(|value| argument(value, plans)).collect()),
    }
}

/// The bytes before and after the first element, that the tensor covers.
fn span(tensor: &Tensor) -> (i128, i128) {
    let at_zero = Tensor { data: 0, byte_offset: 0, ..tensor.clone() };
    bytes(&at_zero).unwrap_or((0, tensor.dtype.bytes().into()))
}

fn place(plans: &[Plan], index: usize, depth: usize) -> Placed {
    let plan = &plans[index];
    let (low, high) = span(&plan.tensor);
    let at = |root: usize, first: i128| {
        let first = first.clamp(-(1 << 60), 1 << 60) + i128::from(plan.shift);
        Placed { root, first, low: low.saturating_add(first), high: high.saturating_add(first) }
    };
    match plan.place {
        // If tensors follow each other in a circle, one of them is the first.
        Place::Inside { other, bytes } if depth > 0 => {
            let other = place(plans, other, depth - 1);
            at(other.root, other.first + i128::from(bytes))
        }
        Place::Behind { other, bytes } if depth > 0 => {
            let other = place(plans, other, depth - 1);
            at(other.root, other.high.saturating_sub(low).saturating_add(bytes.into()))
        }
        _ => at(index, 0),
    }
}
