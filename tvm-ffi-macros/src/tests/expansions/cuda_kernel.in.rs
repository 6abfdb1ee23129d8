tvm_ffi::cuda::kernels! {
    crate = "crate::ffi";
    cubin "vadd.sm90.cubin";
    /// Adds.
    pub(crate) static VADD: fn(x: Ptr<f32>, PtrMut<f32>, i64) = "vadd", cluster = (2, 1, 1), pdl;
}
