// Lifetime.
kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static VADD: fn(Ptr<'a, f32>, PtrMut<f32>, i64) = "vadd";
}

// Options.
kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static A: fn() = "nothing", max_smem, cluster = 2, pdl = true, pdl;
    static B: fn() = "nothing", cluster = (0, 1, 1);
}

// Syntax.
kernels! {
    cubin "../../images/kernels.sm80.cubin";
    fn vadd(x: Ptr<f32>);
    satic A: fn() = "nothing";
    static B = "nothing";
    static C: fn();
    static D: (Ptr<f32>) = "vadd";
    static E: fn() = nothing;
    static F: fn() -> i32 = "nothing";
    static mut G: unsafe extern "C" fn() = "nothing";
    cubin = "../../images/kernels.sm80.cubin";
    static H: fn() = "nothing"
}

// Unknown option.
kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static NOTHING: fn() = "nothing", max_smen = 1024, smem = 1024, block = 256;
}

// Type variables.
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
