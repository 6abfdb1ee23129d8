//! Copies of the factors in the order in which tiles read them.

use tvm_ffi::{CpuSubView, Strided};

use super::tile::STEPS;
use crate::float::{Float, Real};

/// Writes `x`, which has a line for each row (or column) of the result and an element for each step, as panels of `width` lines:
/// panel after panel, step after step, line after line. Lines and steps that are missing in the last panel are zero.
#[inline(always)]
pub(super) fn pack<T: Float>(x: CpuSubView<'_, T, 2, Strided>, width: usize, packed: &mut Vec<T::Acc>) {
    let [lines, steps] = x.dims();
    let panel_size = width * steps.next_multiple_of(STEPS);
    packed.clear();
    packed.resize(lines.div_ceil(width) * panel_size, T::Acc::ZERO);
    for panel in 0..lines.div_ceil(width) {
        let first = panel * width;
        let lines = x.slice(first..lines.min(first + width));
        pack_panel(lines, width, &mut packed[panel * panel_size..][..panel_size]);
    }
}

#[inline(always)]
fn pack_panel<T: Float>(x: CpuSubView<'_, T, 2, Strided>, width: usize, packed: &mut [T::Acc]) {
    // Reads the elements in the order in which they are adjacent.
    if let Some(columns) = x.transpose().row_slices() {
        for (column, packed) in columns.zip(packed.chunks_exact_mut(width)) {
            for (packed, x) in packed.iter_mut().zip(column) {
                *packed = x.widen();
            }
        }
    } else {
        for (line, row) in x.rows().enumerate() {
            for (packed, x) in packed[line..].iter_mut().step_by(width).zip(row.iter()) {
                *packed = x.widen();
            }
        }
    }
}
