//! What expansions of `kernels!` are made of, most of it evaluated by the compiler.

use tvm_ffi_core::{DType, Element};

use crate::image::Text;
use crate::param::{Parameter, element_name, is_same};

/// An image as it is given, as an array, a slice, or text.
pub struct Contents<T>(pub T);

impl<const N: usize> Contents<&'static [u8; N]> {
    /// Its bytes.
    pub const fn bytes(self) -> &'static [u8] {
        self.0
    }

    /// Its text.
    #[track_caller]
    pub const fn text(self) -> &'static str {
        text(self.0)
    }
}

impl Contents<&'static [u8]> {
    /// Its bytes.
    pub const fn bytes(self) -> &'static [u8] {
        self.0
    }

    /// Its text.
    #[track_caller]
    pub const fn text(self) -> &'static str {
        text(self.0)
    }
}

impl Contents<&'static str> {
    /// Its bytes.
    pub const fn bytes(self) -> &'static [u8] {
        self.0.as_bytes()
    }

    /// Its text.
    pub const fn text(self) -> &'static str {
        self.0
    }
}

#[track_caller]
const fn text(bytes: &'static [u8]) -> &'static str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("the source of the kernels is not UTF-8"),
    }
}

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

/// The value of the option `max_smem`.
#[track_caller]
pub const fn max_smem(bytes: u32) -> u32 {
    if bytes > MAX_SMEM {
        let text = Text::new()
            .str("`max_smem` is ")
            .number(bytes as u64)
            .str(" bytes, and no GPU has more than ")
            .number(MAX_SMEM as u64)
            .str(" (227 KiB) for a block");
        panic!("{}", text.as_str());
    }
    bytes
}

/// The value of the option `cluster`.
#[track_caller]
pub const fn cluster(extents: [u32; 3]) -> [u32; 3] {
    let [x, y, z] = extents;
    assert!(x > 0 && y > 0 && z > 0, "an extent of a cluster is at least 1: it counts blocks");
    assert!(
        x as u64 * y as u64 <= MAX_CLUSTER && x as u64 * y as u64 * z as u64 <= MAX_CLUSTER,
        "a cluster has 16 blocks at most"
    );
    extents
}

/// The most blocks in a cluster, on GPUs that can do more than the 8 that all can.
const MAX_CLUSTER: u64 = 16;

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
