use tvm_ffi::prelude::*;
use tvm_ffi::{CudaView, CudaViewMut};

#[tvm_ffi::export]
fn bool_element(x: CpuView<'_, bool, 1>) {
    drop(x);
}

#[tvm_ffi::export]
fn cells_in_thread(x: CpuCells<'_, f32, 1>) {
    std::thread::scope(|scope| {
        scope.spawn(|| x.as_cells()[0].set(1.0));
    });
}

#[tvm_ffi::export]
fn device_memory_is_read(x: CudaView<'_, f32, 1>) -> f32 {
    x[[0]]
}

// Elements of device memory, looked at from the host.
#[tvm_ffi::export]
fn sum(x: CudaView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

#[tvm_ffi::export]
fn clear(mut y: CudaViewMut<'_, f32, 1>) {
    y.as_mut_slice().fill(0.0);
}

struct Fortran;

#[tvm_ffi::export]
fn layout_is_unknown(x: CpuView<'_, f32, 2, Fortran>) -> usize {
    x.numel()
}

fn mutable_by_cast(value: AnyView<'_>) -> Result<()> {
    let mut x: CpuViewMut<'_, f32, 1> = value.cast()?;
    x[[0]] = 1.0;
    Ok(())
}

fn mutable_in_closure() -> Function {
    Function::new(|mut x: CpuViewMut<'_, f32, 1>| x[[0]] = 1.0)
}

#[tvm_ffi::export]
fn total(#[shape(n)] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

fn call(x: CpuView<'_, f32, 2>) -> f32 {
    total(x)
}

// The pointer to be written, of views that read.

fn launch(_: *mut f32) {}

#[tvm_ffi::export]
fn cuda(x: CudaView<'_, f32, 1>) {
    launch(x.ptr_mut());
}

#[tvm_ffi::export]
fn rank_of_dims(x: CpuView<'_, f32, 3>) -> usize {
    let [height, width] = x.dims();
    height * width
}

#[tvm_ffi::export]
fn rank_of_index(x: CpuView<'_, f32, 2>) -> f32 {
    x[[0]]
}

#[tvm_ffi::export]
fn returned(#[shape(n)] x: CpuView<'_, f32, 1>) -> CpuView<'_, f32, 1> {
    x
}

#[tvm_ffi::export]
fn strided_as_slice(x: CpuView<'_, f32, 1, Strided>) -> f32 {
    x.as_slice().iter().sum()
}

#[tvm_ffi::export]
fn untyped_is_read(x: TensorView<'_>) -> f32 {
    x[[0]]
}

fn main() {}
