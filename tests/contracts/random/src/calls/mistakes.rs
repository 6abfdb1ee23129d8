//! Adds mistakes to calls.

use super::{Draft, Place, Plan, Slot};
use crate::arguments::{Argument, Container};
use crate::contracts::draw::Draw;
use crate::contracts::elements::{DType, ELEMENTS};
use crate::contracts::model::{CUDA, Contract, DEVICES, Kind};

/// Changes one property of the call. The call may still be valid by chance.
pub(super) fn add_mistake(draw: &mut dyn Draw, contract: &Contract, draft: &mut Draft) {
    let count = draft.plans.len() as u64;
    match draw.below(27) {
        0 | 1 => wrong_type(draw, draft),
        2 | 3 => wrong_integer(draw, contract, draft),
        _ if count == 0 => wrong_type(draw, draft),
        choice => {
            let index = draw.below(count) as usize;
            match choice {
                _ if draft.plans[index].is_plain => shared(draw, draft, index),
                4 | 5 => null(draw, draft, index),
                6 | 7 => wrong_rank(draw, draft, index),
                8 | 9 => draft.plans[index].tensor.dtype = wrong_dtype(draw),
                10 => wrong_device(draw, draft, index),
                11..16 => wrong_extent(draw, draft, index),
                16..19 => wrong_stride(draw, draft, index),
                19 | 20 => draft.plans[index].shift += [1, 2, 4, 8][draw.below(4) as usize],
                _ => shared(draw, draft, index),
            }
        }
    }
}

fn wrong_type(draw: &mut dyn Draw, draft: &mut Draft) {
    let other = match draw.below(5) {
        0 => Argument::None,
        1 => Argument::Integer(1),
        2 => Argument::Text,
        3 => Argument::Float(1.5),
        _ => Argument::List(Container::Array, vec![Argument::None]),
    };
    if draft.slots.is_empty() {
        return;
    }
    let index = draw.below(draft.slots.len() as u64) as usize;
    match &mut draft.slots[index] {
        Slot::List(_, elements) if !elements.is_empty() && draw.chance(60) => {
            let position = draw.below(elements.len() as u64) as usize;
            // Containers copy pointers, which dangle after the call.
            elements[position] = Slot::Plain(if draw.chance(20) { Argument::NullTensor } else { other });
        }
        slot => *slot = Slot::Plain(other),
    }
}

fn wrong_integer(draw: &mut dyn Draw, contract: &Contract, draft: &mut Draft) {
    let is_integer = |index: &usize| matches!(contract.parameters[*index].kind, Kind::Integer { .. });
    let places: Vec<_> = (0..draft.slots.len()).filter(is_integer).collect();
    if places.is_empty() {
        return wrong_type(draw, draft);
    }
    let index = places[draw.below(places.len() as u64) as usize];
    let number = match draw.below(8) {
        0 => 5,
        1 => 0,
        2 => -1,
        3 => 1 << 33,
        4 => i128::from(i64::MAX),
        5 => i128::from(i64::MIN),
        6 => i128::from(u64::MAX),
        _ => i128::from(draw.below(300)),
    };
    draft.slots[index] = Slot::Plain(Argument::Integer(number));
}

fn null(draw: &mut dyn Draw, draft: &mut Draft, index: usize) {
    match draw.below(3) {
        0 => draft.plans[index].place = Place::Null,
        1 => draft.plans[index].tensor.shape = None,
        _ => {
            let is_it = |slot: &&mut Slot| matches!(slot, Slot::Tensor(other) if *other == index);
            match draft.slots.iter_mut().find(is_it) {
                Some(slot) => *slot = Slot::Plain(Argument::NullTensor),
                None => draft.plans[index].place = Place::Null,
            }
        }
    }
}

fn wrong_rank(draw: &mut dyn Draw, draft: &mut Draft, index: usize) {
    let tensor = &mut draft.plans[index].tensor;
    let (mut shape, mut strides) = (tensor.extents().to_vec(), tensor.effective_strides());
    if shape.len() != strides.len() {
        return;
    }
    match draw.below(8) {
        0..4 => {
            let place = draw.below(shape.len() as u64 + 1) as usize;
            shape.insert(place, [1, 2, 0][draw.below(3) as usize]);
            strides.insert(place.min(strides.len()), 1);
        }
        4..7 => drop((shape.pop(), strides.pop())),
        _ => {
            tensor.ndim = [-1, i32::MIN][draw.below(2) as usize];
            return;
        }
    }
    tensor.ndim = shape.len() as i32;
    tensor.shape = Some(shape);
    tensor.strides = draw.chance(50).then_some(strides);
}

fn wrong_dtype(draw: &mut dyn Draw) -> DType {
    match draw.below(10) {
        0..8 => ELEMENTS[draw.below(ELEMENTS.len() as u64) as usize].dtype,
        8 => DType::new(2, 32, 2),
        _ => DType::new(11, 8, 1),
    }
}

fn wrong_device(draw: &mut dyn Draw, draft: &mut Draft, index: usize) {
    // With tensors on a GPU, half of the calls have one of them on another GPU.
    let on_gpu = |plan: &&mut Plan| plan.tensor.device.0 == CUDA.code;
    match draft.plans.iter_mut().filter(on_gpu).last() {
        Some(plan) if draw.chance(50) => plan.tensor.device.1 ^= 1,
        _ => {
            let device = DEVICES[draw.below(DEVICES.len() as u64) as usize];
            draft.plans[index].tensor.device = (device.code, draw.below(2) as i32);
        }
    }
}

fn wrong_extent(draw: &mut dyn Draw, draft: &mut Draft, index: usize) {
    let tensor = &mut draft.plans[index].tensor;
    let was_contiguous = tensor.is_sane() && tensor.is_contiguous();
    let Some(shape) = tensor.shape.as_mut().filter(|shape| !shape.is_empty()) else { return };
    let place = draw.below(shape.len() as u64) as usize;
    let extent = shape[place];
    shape[place] = match draw.below(12) {
        0 | 1 => extent.saturating_add(1),
        2 => extent.saturating_sub(1),
        3 | 4 => extent.saturating_mul(2),
        5 => 1,
        6 => 0,
        7 => -3,
        8 => 1 << 33,
        9 => i64::MAX,
        10 => i64::MIN,
        _ => 1 << 61,
    };
    if was_contiguous && draw.chance(70) {
        tensor.strides = draw.chance(50).then(|| tensor.contiguous_strides());
    }
}

fn wrong_stride(draw: &mut dyn Draw, draft: &mut Draft, index: usize) {
    let tensor = &mut draft.plans[index].tensor;
    let mut strides = tensor.effective_strides();
    if strides.is_empty() {
        return;
    }
    let place = draw.below(strides.len() as u64) as usize;
    let stride = strides[place];
    strides[place] = match draw.below(10) {
        0 | 1 => stride.saturating_add(1),
        2 => 0,
        3 => stride.saturating_neg(),
        4 => stride.saturating_mul(2),
        5 => 1,
        6 => 2,
        7 => i64::MAX,
        8 => i64::MIN,
        _ => 1 << 60,
    };
    if draw.chance(10) {
        strides.reverse();
    }
    tensor.strides = Some(strides);
}

/// Puts a tensor into the memory of another, or directly after it.
fn shared(draw: &mut dyn Draw, draft: &mut Draft, index: usize) {
    let others: Vec<_> = (0..draft.plans.len()).filter(|other| *other != index).collect();
    if others.is_empty() {
        return wrong_stride(draw, draft, index);
    }
    let other = others[draw.below(others.len() as u64) as usize];
    let size = draft.plans[index].tensor.dtype.bytes() as i64;
    let bytes = [0, 1, -1, 2, 0][draw.below(5) as usize] * size;
    let place = if draw.chance(40) { Place::Behind { other, bytes } } else { Place::Inside { other, bytes } };
    if draw.chance(90) {
        draft.plans[index].tensor.device = draft.plans[other].tensor.device;
    }
    draft.plans[index].place = place;
}
