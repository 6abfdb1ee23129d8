use tvm_ffi::prelude::*;

type Row<'a> = CpuView<'a, f32, 1>;
type Out<'a> = CpuViewMut<'a, f32, 1>;

#[tvm_ffi::export]
fn alias_of_host_views_through_alias(x: Row<'_>, #[alias(x)] mut y: Out<'_>) {
    y[[0]] = x[[0]];
}

const LINE: usize = 48;

#[tvm_ffi::export]
fn align_constant(#[align({ LINE })] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

type Mask<'a> = Option<CpuView<'a, f32, 1>>;

#[tvm_ffi::export]
fn bound_by_option_alias(#[shape(n)] mask: Mask<'_>, #[shape(2 * n)] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().chain(mask.iter().flat_map(|mask| mask.iter())).sum()
}

#[tvm_ffi::export]
fn constant_is_out_of_range(#[shape({ u64::MAX })] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

type Image<'a> = CpuView<'a, f32, 2>;

#[tvm_ffi::export]
fn device_of_alias(#[device(cpu)] x: Image<'_>) -> f32 {
    x.iter().sum()
}

#[tvm_ffi::export]
fn dtype_of_alias(#[dtype(f32)] x: Image<'_>) -> f32 {
    x.iter().sum()
}

type Parts<'a> = Vec<TensorView<'a>>;

#[tvm_ffi::export]
fn on_list_alias(#[shape(n)] parts: Parts<'_>) -> usize {
    parts.iter().map(|part| part.numel()).sum()
}

#[tvm_ffi::export]
fn out_is_shared_alias(#[out] x: Image<'_>) -> usize {
    x.numel()
}

#[tvm_ffi::export]
fn strides_of_contiguous_alias(#[strides(_, 1)] x: Image<'_>) -> f32 {
    x.iter().sum()
}

fn main() {}
