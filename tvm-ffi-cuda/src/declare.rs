//! What expansions of `kernels!` are made of, most of it evaluated by the compiler.

use tvm_ffi_core::{DType, Element};

use crate::param::Parameter;

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
    assert!(
        bytes <= MAX_SMEM,
        "`max_smem` is more than any GPU has: a block has 227 KiB of shared memory, 232448 bytes, at most"
    );
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
#[track_caller]
pub const fn check_size(symbol: &str, parameters: &[Parameter]) {
    let _ = symbol;
    let (mut index, mut end) = (0, 0usize);
    while index < parameters.len() {
        let Parameter { size, align, .. } = parameters[index];
        end = end.next_multiple_of(align) + size;
        index += 1;
    }
    assert!(end <= MAX_PARAMETER_BYTES, "the parameters of a kernel take 32764 bytes at most");
}

/// The place of a type among those that are listed for a variable of a kernel.
#[track_caller]
pub const fn variant<T: Element>(kernel: &str, variable: &str, listed: &[DType], names: &str) -> usize {
    let _ = (kernel, variable, names);
    let mut index = 0;
    while index < listed.len() {
        if is_same(listed[index], T::DTYPE) {
            return index;
        }
        index += 1;
    }
    panic!("the kernel is not declared for this type")
}

/// Whether two dtypes are one; element types differ in theirs.
pub(crate) const fn is_same(left: DType, right: DType) -> bool {
    left.code() == right.code() && left.bits() == right.bits() && left.lanes() == right.lanes()
}
