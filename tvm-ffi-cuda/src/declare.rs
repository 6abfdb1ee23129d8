//! Building blocks for the expansions of `kernels!`. The compiler evaluates most of them.

use core::mem::transmute_copy;
use core::slice::from_raw_parts;

use tvm_ffi_core::{DType, Element};

use crate::image::Text;
use crate::launch::MAX_CLUSTER;
use crate::param::{element_name, is_same};
use crate::signature::Options;
use crate::signature::Parameter;

/// The types that an image can be given as.
///
/// # Safety
///
/// If `LENGTH` is `Some(n)`, the type is a reference to an array of `n` bytes. Otherwise it is `&[u8]` or `&str`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an image: use `&'static [u8]` or `&'static str`",
    label = "not an image",
    note = "give the name of a file as a string literal, or a constant: `include_bytes!(concat!(env!(\"OUT_DIR\"), \"/kernels.cubin\"))`"
)]
pub unsafe trait Contents: Copy {
    /// The number of bytes, if the type determines it.
    const LENGTH: Option<usize>;
}

// SAFETY: `&[u8; N]` is a reference to an array of `N` bytes.
unsafe impl<const N: usize> Contents for &'static [u8; N] {
    const LENGTH: Option<usize> = Some(N);
}

// SAFETY: the type is `&[u8]`.
unsafe impl Contents for &'static [u8] {
    const LENGTH: Option<usize> = None;
}

// SAFETY: the type is `&str`.
unsafe impl Contents for &'static str {
    const LENGTH: Option<usize> = None;
}

/// The bytes of an image. This is a function rather than a trait method, since trait methods cannot be called in a `const`.
pub const fn bytes<T: Contents>(contents: T) -> &'static [u8] {
    match T::LENGTH {
        Some(length) => {
            // SAFETY: the contract of `Contents`: the type is a reference to an array, whose address is that of its first byte.
            let start = unsafe { transmute_copy::<T, *const u8>(&contents) };
            // SAFETY: the contract of `Contents`: the `'static` array has this many bytes.
            unsafe { from_raw_parts(start, length) }
        }
        // SAFETY: the contract of `Contents`: the type is `&[u8]` or `&str`, which have the same layout.
        None => unsafe { transmute_copy::<T, &'static [u8]>(&contents) },
    }
}

/// The text of a source file.
#[track_caller]
pub const fn text(bytes: &'static [u8]) -> &'static str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("the source of the kernels is not UTF-8"),
    }
}

/// A trait that no type implements: the bound of a `launch` whose only purpose is the error "call `.of::<T>()` first".
#[diagnostic::on_unimplemented(
    message = "the kernel is declared for several types, and the launch names none",
    label = "the type is missing",
    note = "write `KERNEL.of::<T>().launch(...)`"
)]
pub trait LaunchedByType {}

/// Bytes with a trailing NUL.
pub const fn terminated<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut with_nul = [0; N];
    // The array is one byte longer.
    let (start, _) = with_nul.split_at_mut(bytes.len());
    start.copy_from_slice(bytes);
    with_nul
}

/// The maximum dynamic shared memory of a block on any GPU, in bytes.
pub(crate) const MAX_SMEM: u32 = 227 * 1024;

/// Checks the option `max_smem` against the maximum of all GPUs.
///
/// # Panics
///
/// If it is too large. In a `const` this is a compile error.
#[track_caller]
pub const fn check_max_smem(options: &Options) {
    let bytes = options.max_smem;
    if bytes > MAX_SMEM {
        let text = Text::new()
            .str("`max_smem` is ")
            .number(bytes as u64)
            .str(" bytes, and no GPU has more than ")
            .number(MAX_SMEM as u64)
            .str(" (227 KiB) for a block");
        panic!("{}", text.as_str());
    }
}

/// Checks the option `cluster` against the maximum of all GPUs.
///
/// # Panics
///
/// If it is invalid. In a `const` this is a compile error.
#[track_caller]
pub const fn check_cluster(options: &Options) {
    let Some([x, y, z]) = options.cluster else { return };
    assert!(x > 0 && y > 0 && z > 0, "an extent of a cluster is at least 1: it counts blocks");
    let is_small = x as u64 * y as u64 <= MAX_CLUSTER && x as u64 * y as u64 * z as u64 <= MAX_CLUSTER;
    assert!(is_small, "a cluster has 16 blocks at most");
}

/// The maximum total size of a kernel's parameters, in bytes.
///
/// Up to CUDA 12.0, and before architecture 7.0, the limit was 4096. Compilers for those refuse a kernel with more.
pub(crate) const MAX_PARAMETER_BYTES: usize = 32764;

/// Checks the total size of a kernel's parameters.
///
/// # Panics
///
/// If it is too large. In a `const` this is a compile error.
#[track_caller]
pub const fn check_size(symbol: &str, parameters: &[Parameter]) {
    let (mut index, mut end) = (0, 0usize);
    while index < parameters.len() {
        let Parameter { size, align, .. } = parameters[index];
        end = end.next_multiple_of(align).saturating_add(size);
        index += 1;
    }
    if end > MAX_PARAMETER_BYTES {
        let text = Text::new()
            .str("the parameters of kernel ")
            .name(symbol.as_bytes())
            .str(" take ")
            .count(end as u64, "byte")
            .str(", and no kernel takes more than ")
            .number(MAX_PARAMETER_BYTES as u64)
            .str("\nhelp: pass a pointer to device memory with what is large");
        panic!("{}", text.as_str());
    }
}

/// The index of a type in the list of a kernel's type variable.
///
/// # Panics
///
/// If the type is not in the list. In a `const` this is a compile error.
#[track_caller]
pub const fn variant<T: Element>(kernel: &str, variable: &str, listed: &[DType], names: &str) -> usize {
    let mut index = 0;
    while index < listed.len() {
        if is_same(listed[index], T::DTYPE) {
            return index;
        }
        index += 1;
    }
    let text = Text::new()
        .str("kernel `")
        .str(kernel)
        .str("` is not declared for ")
        .str(variable)
        .str(" = `")
        .str(element_name::<T>())
        .str("`, only for ")
        .str(names);
    panic!("{}", text.as_str())
}
