use tvm_ffi::Complex;
use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static A: fn(Ptr<f16>) = "scale_{T}";
    static B<T in [f16]>: fn(Ptr<T>) = "scale_{U}";
    static C<T in [f16, bf16]>: fn(Ptr<T>) = "scale";
    static D<T in []>: fn(Ptr<T>) = "scale_{T}";
    static E<T in [f16, f16]>: fn(Ptr<T>) = "scale_{T}";
    static F<T>: fn(Ptr<T>) = "scale_{T}";
    static G<T in [Complex<f32>]>: fn(Ptr<T>) = "scale_{T}";
    static H<T in [Mine]>: fn(Ptr<T>) = "scale_{T:c}";
    static I<T in [f16]>: fn(Ptr<T>) = "scale_{T";
    static J<T in [f16], U in [f16], V in [f16]>: fn(Ptr<T>) = "scale_{T}_{U}_{V}";
}

fn main() {}
