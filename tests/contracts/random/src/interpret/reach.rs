//! The addresses of the elements of a tensor.

use crate::arguments::Tensor;

/// The bytes of a tensor: the first, and the one after the last. `None` if it has no elements, or an invalid shape.
pub(crate) fn bytes(tensor: &Tensor) -> Option<(i128, i128)> {
    if !tensor.is_sane() || tensor.numel() == 0 {
        return None;
    }
    let size = i128::from(tensor.dtype.bytes());
    let (mut low, mut high) = (i128::from(tensor.address()), i128::from(tensor.address()) + size);
    for (extent, stride) in tensor.extents().iter().zip(tensor.effective_strides()) {
        let reach = (i128::from(*extent) - 1).saturating_mul(i128::from(stride)).saturating_mul(size);
        if reach < 0 {
            low = low.saturating_add(reach);
        } else {
            high = high.saturating_add(reach);
        }
    }
    Some((low, high))
}

/// An extent and a stride.
type Dimension = (i128, i128);

/// The largest number of elements that are visited one by one.
const FEW: i128 = 1 << 14;

/// Whether two indices have one address.
pub(crate) fn reaches_twice(tensor: &Tensor) -> bool {
    if tensor.numel() == 0 {
        return false;
    }
    // Signs of strides do not matter: a mirrored dimension has the same elements.
    let dimensions: Vec<Dimension> = tensor
        .extents()
        .iter()
        .zip(tensor.effective_strides())
        .filter(|(extent, _)| **extent != 1)
        .map(|(extent, stride)| (i128::from(*extent), i128::from(stride).abs()))
        .collect();
    if tensor.numel() <= FEW { few_reach_twice(&dimensions) } else { many_reach_twice(dimensions) }
}

/// Visits every element.
fn few_reach_twice(dimensions: &[Dimension]) -> bool {
    let mut places = vec![0i128];
    for (extent, stride) in dimensions {
        places =
            places.iter().flat_map(|place| (0..*extent).map(move |index| place + index * stride)).collect();
    }
    places.sort_unstable();
    places.windows(2).any(|pair| pair[0] == pair[1])
}

/// Searches for indices, not all zero, whose offsets add up to zero.
fn many_reach_twice(mut dimensions: Vec<Dimension>) -> bool {
    if dimensions.iter().any(|(_, stride)| *stride == 0) {
        return true;
    }
    let pairs = |index: usize| dimensions[..index].iter().map(move |other| (index, other));
    if (0..dimensions.len()).flat_map(pairs).any(|(index, other)| two_reach_twice(dimensions[index], *other))
    {
        return true;
    }
    dimensions.sort_unstable_by_key(|(_, stride)| std::cmp::Reverse(*stride));
    let mut budget = 1 << 20;
    leads_nowhere(&dimensions, 0, true, &mut budget)
}

/// The smallest multiples that are equal are the strides divided by their common factor.
fn two_reach_twice((extent, stride): Dimension, (other_extent, other_stride): Dimension) -> bool {
    let factor = common_factor(stride, other_stride);
    other_stride / factor < extent && stride / factor < other_extent
}

/// Whether indices, not all zero, have an offset of `distance`.
fn leads_nowhere(dimensions: &[Dimension], distance: i128, is_start: bool, budget: &mut u32) -> bool {
    *budget = budget.checked_sub(1).expect("the tests have no tensors for which the search takes this long");
    let Some(((extent, stride), rest)) = dimensions.split_first() else {
        return distance == 0 && !is_start;
    };
    let reach: i128 = rest.iter().map(|(extent, stride)| (extent - 1) * stride).sum();
    // Only indices for which the other dimensions can cover the remaining distance.
    let first = (-distance - reach).div_euclid(*stride).max(1 - extent);
    let last = (-distance + reach).div_euclid(*stride).min(extent - 1);
    (first..=last).any(|step| leads_nowhere(rest, distance + step * stride, is_start && step == 0, budget))
}

fn common_factor(mut one: i128, mut other: i128) -> i128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}
