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

/// Whether two indices may have one address: they do not if the stride of each dimension is beyond all elements of those with
/// smaller strides.
pub(crate) fn may_reach_twice(tensor: &Tensor) -> bool {
    if tensor.numel() == 0 {
        return false;
    }
    // Signs of strides do not matter: a mirrored dimension has the same elements.
    let mut dimensions: Vec<(i128, i128)> = tensor
        .extents()
        .iter()
        .zip(tensor.effective_strides())
        .filter(|(extent, _)| **extent != 1)
        .map(|(extent, stride)| (i128::from(stride).abs(), i128::from(*extent)))
        .collect();
    dimensions.sort_unstable();
    let last = |dimensions: &[(i128, i128)]| -> i128 {
        dimensions.iter().map(|(stride, extent)| (extent - 1) * stride).sum()
    };
    (0..dimensions.len()).any(|index| dimensions[index].0 <= last(&dimensions[..index]))
}
