// List of one.
kernels! { image "../../images/kernels.sm80.cubin"; static NOTHING: fn() = "nothing"; }

// None.
kernels! { static VADD: fn(Ptr<f32>, PtrMut<f32>, i64) = "vadd"; }

// Unknown architecture.
kernels! {
    image [sm90 = "../../images/kernels.sm90.cubin", compute_80 = "../../images/kernels.compute_80.ptx", volta = "v.cubin"];
    static NOTHING: fn() = "nothing";
}

// Without kernels.
kernels! {
    cubin "../../images/kernels.sm80.cubin";
    cubin "../../images/kernels.sm90.cubin";
    static NOTHING: fn() = "nothing";
}
