tvm_ffi::cuda::kernels! {
    crate = "crate::ffi";
    cubin "vadd.sm90.cubin";
    /// Adds.
    pub(crate) static VADD: fn(x: Ptr<f32>, PtrMut<f32>, i64) = "vadd", cluster = (2, 1, 1), pdl;
    image [sm_80 = "rms.sm80.cubin", sm_90a = BYTES, ptx = "rms.ptx"];
    #[cfg(feature = "rms")]
    pub static RMS<T in [f16, bf16]>: fn(Ptr<T>, PtrMut<T>, f32) = "rms_{T}", max_smem = 96 * 1024;
    nvrtc "kernels/cast.cu", headers = ["kernels/common.cuh", "shared/math.cuh"], options = ["--use_fast_math"];
    static CAST<T in [f16], U: Copy in [f32, f64]>: fn(Ptr<T>, PtrMut<U>) = "cast<{T:c}, {U:c}>";
}
