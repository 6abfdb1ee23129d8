//! What a declaration in `kernels!` says about a kernel: its name, its parameters, and its options.

use core::ffi::CStr;

/// The description of a kernel's parameter, as declared in Rust.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// The type's name in messages: `Ptr<f32>`.
    pub name: &'static str,
    /// Its size in bytes.
    pub size: usize,
    /// Its alignment in bytes.
    pub align: usize,
    /// The type in CUDA C++, such as `const float*`, for the comparison with a kernel's source. `None` if there is no corresponding type.
    pub c_type: Option<&'static str>,
}

impl Parameter {
    /// The description of a struct parameter.
    ///
    /// # Panics
    ///
    /// If the struct has no bytes: in C++ it would have one. In a `const` this is a compile error.
    pub const fn of_struct<T>(name: &'static str, c_type: Option<&'static str>) -> Self {
        assert!(
            size_of::<T>() > 0,
            "a struct without bytes in Rust has one in C++: leave the parameter out on both sides"
        );
        Self { name, size: size_of::<T>(), align: align_of::<T>(), c_type }
    }
}

/// A kernel's name and parameters, as declared in Rust.
#[derive(Debug, Clone, Copy)]
pub struct Signature<'a> {
    /// The name in the image. For a kernel from source, the expression that names it.
    pub symbol: &'a CStr,
    /// The parameters in order.
    pub parameters: &'a [Parameter],
}

impl<'a> Signature<'a> {
    /// The symbol as text.
    pub(crate) fn name(&self) -> &'a str {
        // INVARIANT: the macro makes the symbol from a string literal, which is UTF-8.
        self.symbol.to_str().unwrap_or("?")
    }
}

/// The options of a kernel's declaration.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The most dynamic shared memory that a launch may ask for, in bytes.
    pub max_smem: u32,
    /// The cluster dimensions that the kernel is compiled for.
    pub cluster: Option<[u32; 3]>,
    /// Whether the kernel waits for the previous kernel itself (`griddepcontrol.wait`), so that it may start before that one has ended.
    pub pdl: bool,
}

impl Options {
    /// The options of a declaration that gives none.
    pub const DEFAULT: Self = Self { max_smem: 48 * 1024, cluster: None, pdl: false };
}
