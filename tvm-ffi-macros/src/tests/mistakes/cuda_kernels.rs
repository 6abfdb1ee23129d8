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

// Twice.
kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static NOTHING: fn() = "nothing";
    static NOTHING: fn() = "nothing";
}

// Unknown option.
kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static NOTHING: fn() = "nothing", max_smen = 1024, smem = 1024, block = 256;
}
