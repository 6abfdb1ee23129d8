tvm_ffi::cuda::kernels! {
    image [sm_90a = BYTES, ptx = "rms.ptx"];
    #[cfg(feature = "rms")]
    pub static RMS<T in [f16]>: fn(PtrMut<T>) = "rms_{T}", max_smem = 96 * 1024;
}
