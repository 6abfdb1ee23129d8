use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static VADD: fn(Ptr<f32>, PtrMut<f32>, i64) = "vadd";
    static SCALE<T in [f16, bf16]>: fn(Ptr<T>, PtrMut<T>, i32, f32) = "scale_{T}";
}

type X<'a, T = f32> = CudaView<'a, T, 1>;
type Y<'a, T = f32> = CudaViewMut<'a, T, 1>;

// SAFETY, of each: it does not compile.

#[tvm_ffi::export]
fn const_view_for_output(cx: Cuda<'_>, x: X<'_>) -> Result<()> {
    unsafe { VADD.launch(&cx, &Launch::grid(1)?, (x.ptr(), x.ptr(), 1)) }
}

#[tvm_ffi::export]
fn host_view(cx: Cuda<'_>, x: CpuView<'_, f32, 1>, mut y: Y<'_>) -> Result<()> {
    unsafe { VADD.launch(&cx, &Launch::grid(1)?, (x.ptr(), y.ptr_mut(), 1)) }
}

#[tvm_ffi::export]
fn kernel_without_type(cx: Cuda<'_>, x: X<'_, f16>, mut y: Y<'_, f16>) -> Result<()> {
    unsafe { SCALE.launch(&cx, &Launch::grid(1)?, (x.ptr(), y.ptr_mut(), 1, 2.0)) }
}

#[tvm_ffi::export]
fn other_type_than_of(cx: Cuda<'_>, x: X<'_, f16>, mut y: Y<'_, f16>) -> Result<()> {
    unsafe { SCALE.of::<bf16>().launch(&cx, &Launch::grid(1)?, (x.ptr(), y.ptr_mut(), 1, 2.0)) }
}

#[tvm_ffi::export]
fn too_many_arguments(cx: Cuda<'_>, x: X<'_>, mut y: Y<'_>) -> Result<()> {
    unsafe { VADD.launch(&cx, &Launch::grid(1)?, (x.ptr(), y.ptr_mut(), 1, 2.0)) }
}

#[tvm_ffi::export]
fn usize_for_i64(cx: Cuda<'_>, x: X<'_>, mut y: Y<'_>) -> Result<()> {
    unsafe { VADD.launch(&cx, &Launch::grid(1)?, (x.ptr(), y.ptr_mut(), x.dim(0))) }
}

#[tvm_ffi::export]
fn view_in_place_of_pointer(cx: Cuda<'_>, x: X<'_>, mut y: Y<'_>) -> Result<()> {
    unsafe { VADD.launch(&cx, &Launch::grid(1)?, (x, y.ptr_mut(), 1)) }
}

#[tvm_ffi::export]
fn wrong_element_type(cx: Cuda<'_>, x: X<'_, f64>, mut y: Y<'_>) -> Result<()> {
    unsafe { VADD.launch(&cx, &Launch::grid(1)?, (x.ptr(), y.ptr_mut(), 1)) }
}

fn main() {}
