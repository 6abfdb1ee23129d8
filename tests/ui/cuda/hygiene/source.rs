// Kernels in modules where the usual names are missing (`no_implicit_prelude`) or mean something else. Only
// `crate::reexport::tvm_ffi` leads to the framework.

/// A struct by value.
#[derive(::core::clone::Clone, ::core::marker::Copy, crate::reexport::tvm_ffi::cuda::KernelParam)]
#[repr(C)]
#[kernel_param(c = "Params")]
#[tvm_ffi(crate = "crate::reexport::tvm_ffi")]
#[allow(missing_debug_implementations)]
pub struct Params {
    /// Multiplies.
    pub scale: ::core::primitive::f32,
    /// Bounds.
    pub extent: ::core::primitive::i64,
}

/// A struct with parameters.
#[allow(dead_code)]
#[derive(::core::clone::Clone, ::core::marker::Copy, crate::reexport::tvm_ffi::cuda::KernelParam)]
#[repr(C)]
#[tvm_ffi(crate = "crate::reexport::tvm_ffi")]
#[allow(missing_debug_implementations)]
pub struct Generic<'a, T: crate::reexport::tvm_ffi::Element, const N: ::core::primitive::usize> {
    /// The elements.
    pub data: crate::reexport::tvm_ffi::cuda::Ptr<'a, T>,
    /// Its extents.
    pub shape: [::core::primitive::i32; N],
}

crate::reexport::tvm_ffi::cuda::kernels! {
    crate = "crate::reexport::tvm_ffi";
    cubin "../images/kernels.sm80.cubin";
    /// By value.
    pub static BY_VALUE: fn(Params, crate::reexport::tvm_ffi::cuda::PtrMut<::core::primitive::f32>) = "by_value", max_smem = 1024, pdl;
    image [sm_80 = "../images/kernels.sm80.cubin", ptx = "../images/kernels.compute_80.ptx"];
    /// By type.
    pub static CONVERT<V in [::core::primitive::f32, ::core::primitive::f64], W in [::core::primitive::i32]>: fn(
        crate::reexport::tvm_ffi::cuda::Ptr<V>,
        crate::reexport::tvm_ffi::cuda::PtrMut<W>,
        ::core::primitive::i32,
    ) = "convert_{V}_{W}";
}

/// The name of a kernel.
#[must_use]
pub fn plain() -> &'static ::core::primitive::str {
    BY_VALUE.name()
}

/// The name of one of several.
#[must_use]
pub fn generic() -> &'static ::core::primitive::str {
    let kernel = CONVERT.of::<::core::primitive::f64, ::core::primitive::i32>();
    // The reference lives as long as the kernel, the copy does not.
    let kernel: &crate::reexport::tvm_ffi::cuda::Kernel = &kernel;
    match kernel.name() {
        "convert_f64_i32" => "convert_f64_i32",
        _ => "another",
    }
}
