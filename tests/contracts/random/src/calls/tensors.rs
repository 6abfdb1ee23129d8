//! Tensors that a parameter accepts, in common and rare forms.

use super::solve::{Values, small};
use super::{Place, Plan};
use crate::arguments::{Passing, Tensor};
use crate::contracts::draw::Draw;
use crate::contracts::elements::{DType, ELEMENTS, element_of};
use crate::contracts::model::{
    Access, CPU, CUDA, DEVICES, Device, ElementType, Entry, Layout, TensorParameter, View,
};
use crate::interpret::align;

/// Dtypes that no view has.
const OTHER_DTYPES: &[DType] =
    &[DType::new(2, 32, 4), DType::new(10, 8, 1), DType::new(17, 4, 2), DType::new(0, 8, 2)];

/// A tensor for a parameter.
pub(super) fn tensor(draw: &mut dyn Draw, parameter: &TensorParameter, values: &mut Values) -> Plan {
    let shape = shape(draw, parameter, values);
    let (dtype, align) = dtype(draw, parameter, values);
    let device = match &parameter.view {
        View::Typed { device, .. } => *device,
        View::Untyped if parameter.devices.is_empty() => any_device(draw),
        View::Untyped => parameter.devices[draw.below(parameter.devices.len() as u64) as usize],
    };
    let strides = match &parameter.view {
        View::Typed { layout: Layout::Contiguous, .. } => None,
        View::Typed { access, .. } => strided(draw, parameter, *access == Access::Shared, &shape, values),
        View::Untyped => strided(draw, parameter, true, &shape, values),
    };
    let mut plan = plan(draw, shape, strides, dtype, device, values.cuda);
    let align = parameter.align.as_ref().map_or(1, |align| align.value as u64).max(align);
    plan.shift = align * draw.below(64 / align) * u64::from(draw.chance(30));
    dress(draw, &mut plan);
    plan
}

/// A tensor for a parameter that takes anything.
pub(super) fn any_tensor(draw: &mut dyn Draw) -> Plan {
    let shape = (0..draw.below(4)).map(|_| small(draw)).collect();
    let device = any_device(draw);
    let dtype = any_dtype(draw);
    let mut plan = plan(draw, shape, None, dtype, device, 0);
    dress(draw, &mut plan);
    plan
}

/// A contiguous tensor of `f32` with one dimension.
pub(super) fn vector(draw: &mut dyn Draw, device: Device, cuda: i32) -> Plan {
    let shape = vec![small(draw)];
    let mut plan = plan(draw, shape, None, element_of("f32").dtype, device, cuda);
    dress(draw, &mut plan);
    plan
}

fn any_device(draw: &mut dyn Draw) -> Device {
    if draw.chance(20) { [CUDA, CPU, DEVICES[2], CUDA, DEVICES[3]][draw.below(5) as usize] } else { CPU }
}

fn any_dtype(draw: &mut dyn Draw) -> DType {
    match draw.below(10) {
        9 => OTHER_DTYPES[draw.below(OTHER_DTYPES.len() as u64) as usize],
        _ => ELEMENTS[draw.below(ELEMENTS.len() as u64) as usize].dtype,
    }
}

fn plan(
    draw: &mut dyn Draw,
    shape: Vec<i64>,
    strides: Option<Vec<i64>>,
    dtype: DType,
    device: Device,
    cuda: i32,
) -> Plan {
    let passing = match draw.below(20) {
        0..14 => Passing::Pointer,
        14..19 => Passing::Object,
        _ => Passing::Moved,
    };
    let number = if device == CUDA { cuda } else { i32::from(draw.chance(2)) };
    let tensor = Tensor {
        passing,
        data: 0,
        byte_offset: 0,
        device: (device.code, number),
        ndim: shape.len() as i32,
        dtype,
        shape: Some(shape),
        strides,
    };
    Plan { tensor, place: Place::Own, shift: 0, is_plain: false }
}

fn shape(draw: &mut dyn Draw, parameter: &TensorParameter, values: &Values) -> Vec<i64> {
    let Some(entries) = &parameter.shape else {
        let rank = match (&parameter.view, &parameter.strides) {
            (View::Typed { rank: Some(rank), .. }, _) => *rank,
            (_, Some(entries)) => {
                let has_rest = entries.iter().any(|entry| matches!(entry, Entry::Rest(_)));
                let more = if has_rest { draw.below(3) as usize } else { 1 };
                entries.len() + more - 1
            }
            _ => [2, 1, 3, 0, 4][draw.below(5) as usize],
        };
        return (0..rank).map(|_| small(draw)).collect();
    };
    let mut shape = Vec::new();
    for entry in entries {
        match entry {
            Entry::Symbol(name) | Entry::Multiple(name, _) => {
                shape.push(values.number(name).and_then(|number| i64::try_from(number).ok()).unwrap_or(2));
            }
            Entry::Number(number) => shape.push(number.value),
            Entry::Anything => shape.push(small(draw)),
            Entry::Expression(expression) => shape.push(values.expression(expression).unwrap_or(2)),
            Entry::Rest(Some(name)) => shape.extend(values.rest(name)),
            Entry::Rest(None) => shape.extend((0..rest(draw, parameter)).map(|_| small(draw))),
        }
    }
    shape
}

/// The number of dimensions for `..` of a shape that has strides for all of them.
fn rest(draw: &mut dyn Draw, parameter: &TensorParameter) -> usize {
    let declared = parameter.shape.as_ref().map_or(0, |entries| entries.len() - 1);
    match &parameter.strides {
        Some(strides) if strides.iter().all(|entry| !matches!(entry, Entry::Rest(_))) => {
            strides.len().saturating_sub(declared)
        }
        _ => draw.below(3) as usize,
    }
}

/// The dtype and the alignment.
fn dtype(draw: &mut dyn Draw, parameter: &TensorParameter, values: &Values) -> (DType, u64) {
    let element = match &parameter.view {
        View::Typed { element: ElementType::Of(element), .. } => *element,
        View::Typed { element: ElementType::Variable(index), .. } => values.elements[*index],
        View::Untyped if parameter.dtypes.is_empty() => return (any_dtype(draw), 1),
        View::Untyped => parameter.dtypes[draw.below(parameter.dtypes.len() as u64) as usize],
    };
    (element.dtype, element.align)
}

/// Strides as declared, others so that no two indices have one address.
fn strided(
    draw: &mut dyn Draw,
    parameter: &TensorParameter,
    may_repeat: bool,
    shape: &[i64],
    values: &mut Values,
) -> Option<Vec<i64>> {
    let entries = parameter.strides.as_deref().unwrap_or_default();
    if entries.is_empty() && draw.chance(25) {
        return None;
    }
    let mut strides = vec![None; shape.len()];
    // Declared strides come first, so that others can be larger than their range.
    let mut span = 1i64;
    let ndim = shape.len().max(entries.len().saturating_sub(1));
    for (entry, dimensions) in align(entries, ndim) {
        let Some(index) = Some(dimensions.start).filter(|index| *index < shape.len()) else { continue };
        let known = match entry {
            Entry::Number(number) => Some(number.value),
            Entry::Expression(expression) => values.expression(expression),
            Entry::Symbol(name) | Entry::Multiple(name, _) => {
                values.number(name).and_then(|number| i64::try_from(number).ok())
            }
            Entry::Anything | Entry::Rest(_) => None,
        };
        if let Some(stride) = known {
            strides[index] = Some(stride);
            span = span.max(stride.saturating_abs().saturating_mul(shape[index]));
        }
    }
    let mut order: Vec<usize> = (0..shape.len()).rev().collect();
    if draw.chance(30) {
        order.reverse();
    }
    for index in order {
        if strides[index].is_some() {
            continue;
        }
        let padded = if draw.chance(25) { span.saturating_add(draw.below(4) as i64) } else { span };
        let stride = match align(entries, ndim).find(|(_, range)| range.contains(&index)) {
            Some((Entry::Symbol(name), _)) => {
                values.bind(name, padded);
                padded
            }
            Some((Entry::Multiple(name, factor), _)) => {
                let stride = (padded as u64).next_multiple_of(factor.value.unsigned_abs()) as i64;
                values.bind(name, stride);
                stride
            }
            _ if may_repeat && draw.chance(6) => 0,
            _ if draw.chance(12) => -padded,
            _ => padded,
        };
        span = span.max(stride.saturating_abs().saturating_mul(shape[index]));
        strides[index] = Some(stride);
    }
    Some(strides.into_iter().map(|stride| stride.unwrap_or(1)).collect())
}

/// Rare forms with the same meaning.
fn dress(draw: &mut dyn Draw, plan: &mut Plan) {
    let tensor = &mut plan.tensor;
    let is_empty = tensor.extents().contains(&0);
    if tensor.strides.is_none() && draw.chance(60) {
        tensor.strides = Some(tensor.contiguous_strides());
    }
    if draw.chance(60) {
        let extents = tensor.shape.clone().unwrap_or_default();
        for (index, stride) in tensor.strides.iter_mut().flatten().enumerate() {
            if is_empty || extents[index] == 1 {
                *stride = [0, 1, -7, i64::MAX, i64::MIN, 100][draw.below(6) as usize];
            }
        }
    }
    if is_empty {
        plan.place = if draw.chance(50) { Place::Null } else { plan.place };
        plan.shift = draw.below(8);
    }
    if tensor.ndim == 0 && draw.chance(50) {
        (tensor.shape, tensor.strides) = (None, None);
    }
    if draw.chance(25) {
        tensor.byte_offset = [8, 64, 1, 4096, 3][draw.below(5) as usize];
    }
}
