tvm_ffi::cuda::kernels! {
    nvrtc "kernels/cast.cu", headers = ["kernels/common.cuh", "shared/math.cuh"], options = ["--use_fast_math"];
    static CAST<T in [f16], U: Copy in [f32, f64]>: fn(Ptr<T>, PtrMut<U>) = "cast<{T:c}, {U:c}>";
}
