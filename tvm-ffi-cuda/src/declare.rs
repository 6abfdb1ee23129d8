//! What expansions of `kernels!` are made of, most of it evaluated by the compiler.

use core::mem::transmute_copy;
use core::slice::from_raw_parts;

use tvm_ffi_core::{DType, Element};

use crate::image::Text;
use crate::kernel::Options;
use crate::launch::MAX_CLUSTER;
use crate::param::{Parameter, element_name, is_same};

/// What the bytes of an image can be given as.
///
/// # Safety
///
/// With a length the type is a reference to an array of so many bytes; without one it is a reference to bytes or to text.
#[diagnostic::on_unimplemented(
    message = "an image is bytes or text that the compiler knows, and no `{Self}`",
    label = "not an image",
    note = "give the name of a file as a string literal, or a constant: `include_bytes!(concat!(env!(\"OUT_DIR\"), \"/kernels.cubin\"))`"
)]
pub unsafe trait Contents: Copy {
    /// How many bytes there are, if the type tells.
    const LENGTH: Option<usize>;
}

// SAFETY: what it says.
unsafe impl<const N: usize> Contents for &'static [u8; N] {
    const LENGTH: Option<usize> = Some(N);
}

// SAFETY: a reference to bytes.
unsafe impl Contents for &'static [u8] {
    const LENGTH: Option<usize> = None;
}

// SAFETY: a reference to text.
unsafe impl Contents for &'static str {
    const LENGTH: Option<usize> = None;
}

/// The bytes of an image. No method of a trait, since those are not called by the compiler.
pub const fn bytes<T: Contents>(contents: T) -> &'static [u8] {
    match T::LENGTH {
        Some(length) => {
            // SAFETY: the contract of `Contents`: a reference to an array is the address of its first byte.
            let start = unsafe { transmute_copy::<T, *const u8>(&contents) };
            // SAFETY: so many bytes lie there, in something `'static`.
            unsafe { from_raw_parts(start, length) }
        }
        // SAFETY: the contract of `Contents`: text is bytes.
        None => unsafe { transmute_copy::<T, &'static [u8]>(&contents) },
    }
}

/// The text of a source.
#[track_caller]
pub const fn text(bytes: &'static [u8]) -> &'static str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("the source of the kernels is not UTF-8"),
    }
}

/// What no type is: the bound of a launch that needs to be told for which types.
#[diagnostic::on_unimplemented(
    message = "the kernel is declared for several types, and launched for one",
    label = "for which type?",
    note = "write `KERNEL.of::<T>().launch(...)`"
)]
pub trait LaunchedByType {}

/// Bytes with a NUL behind them.
pub const fn terminated<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut with_nul = [0; N];
    // The array is longer by one.
    let (start, _) = with_nul.split_at_mut(bytes.len());
    start.copy_from_slice(bytes);
    with_nul
}

/// The most shared memory that a block can have on any GPU, in bytes, all of it being dynamic.
pub(crate) const MAX_SMEM: u32 = 227 * 1024;

/// Refuses an option `max_smem` that no GPU can fulfil.
///
/// # Panics
///
/// That is how a `const` fails.
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

/// Refuses an option `cluster` that no GPU can fulfil.
///
/// # Panics
///
/// That is how a `const` fails.
#[track_caller]
pub const fn check_cluster(options: &Options) {
    let Some([x, y, z]) = options.cluster else { return };
    assert!(x > 0 && y > 0 && z > 0, "an extent of a cluster is at least 1: it counts blocks");
    let is_small = x as u64 * y as u64 <= MAX_CLUSTER && x as u64 * y as u64 * z as u64 <= MAX_CLUSTER;
    assert!(is_small, "a cluster has 16 blocks at most");
}

/// The most bytes that the parameters of a kernel take together.
///
/// Up to CUDA 12.0, and before architecture 7.0, that was 4096; a compiler for those refuses a kernel that has more.
pub(crate) const MAX_PARAMETER_BYTES: usize = 32764;

/// Refuses parameters that no kernel can take.
///
/// # Panics
///
/// That is how a `const` fails.
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

/// The place of a type among those that are listed for a variable of a kernel.
///
/// # Panics
///
/// If it is none of them: that is how a `const` fails.
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
