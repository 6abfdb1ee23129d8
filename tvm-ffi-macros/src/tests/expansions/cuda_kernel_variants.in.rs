tvm_ffi::cuda::kernels! {
    image [sm_80 = "rms.sm80.cubin", sm_90a = BYTES, ptx = "rms.ptx"];
    #[cfg(feature = "rms")]
    pub static RMS<T in [f16, bf16]>: fn(Ptr<T>, PtrMut<T>, f32) = "rms_{T}", max_smem = 96 * 1024;
}
