//! Images that nvcc has made; `tests/images/kernels.cu` is their source.

mod compiled;
mod declared;
mod listed;
mod mutated;

pub(crate) use listed::kernels;

use crate::signature::Parameter;

/// Compiled for `sm_75` by CUDA 13.
pub(super) const SM75: &[u8] = include_bytes!("../../tests/images/kernels.sm75.cubin");
/// Compiled for `sm_90a` by CUDA 13.
pub(super) const SM90A: &[u8] = include_bytes!("../../tests/images/kernels.sm90a.cubin");
/// Compiled for `sm_90a` by CUDA 12.4, whose cubins have an older form.
pub(super) const SM90A_OLD: &[u8] = include_bytes!("../../tests/images/kernels.sm90a.abi7.cubin");
/// Compiled for `sm_100` by CUDA 13.
pub(super) const SM100: &[u8] = include_bytes!("../../tests/images/kernels.sm100.cubin");
/// For `compute_80`.
pub(super) const PTX: &[u8] = include_bytes!("../../tests/images/kernels.ptx");
/// A cubin for `sm_80`, and PTX for `compute_80`.
pub(super) const FATBIN: &[u8] = include_bytes!("../../tests/images/kernels.fatbin");
/// PTX for `compute_80` and a cubin for `sm_90a`, both compressed.
pub(super) const COMPRESSED: &[u8] = include_bytes!("../../tests/images/compressed.fatbin");

/// A parameter of so many bytes.
pub(super) const fn parameter(name: &'static str, size: usize) -> Parameter {
    Parameter { name, size, align: 8, c_type: None }
}
