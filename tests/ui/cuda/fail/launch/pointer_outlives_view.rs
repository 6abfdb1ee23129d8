use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

fn first(y: CudaViewMut<'_, f32, 1>) -> PtrMut<'static, f32> {
    let mut y = y;
    y.ptr_mut()
}

fn main() {}
