#[derive(tvm_ffi::cuda::KernelParam)]
#[repr(C, align(16))]
#[kernel_param(c = "Tensor<T>")]
#[tvm_ffi(crate = "crate::ffi")]
struct Tensor<'a, T: Element, const N: usize>
where
    T: Copy,
{
    data: Ptr<'a, T>,
    shape: [i32; N],
}
