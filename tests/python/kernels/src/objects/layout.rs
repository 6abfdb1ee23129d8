//! Structs of odd sizes and alignments.

/// No field at all.
#[tvm_ffi::object("e2e.Empty", init)]
struct Empty;

/// A lane of a wide register.
#[derive(Debug, Clone, Copy, Default, PartialEq, tvm_ffi::SearchTensors)]
#[repr(align(16))]
struct Lane([u8; 16]);

/// A cache line.
#[derive(Debug, Clone, Copy, tvm_ffi::SearchTensors)]
#[repr(align(64))]
struct Line([u8; 64]);

impl Default for Line {
    fn default() -> Self {
        Self([7; 64])
    }
}

/// Aligned to 16 bytes.
#[tvm_ffi::object("e2e.Aligned16", init)]
struct Aligned16 {
    #[field]
    before: u8,
    lane: Lane,
    #[field]
    after: u8,
}

/// Aligned to 64 bytes.
#[tvm_ffi::object("e2e.Aligned64", init)]
struct Aligned64 {
    #[field]
    before: u8,
    line: Line,
    #[field]
    after: u16,
}

/// Aligned to a page.
#[tvm_ffi::object("e2e.Aligned4096", init)]
#[repr(align(4096))]
struct Aligned4096 {
    #[field]
    value: u8,
}

/// Larger than any cache.
#[tvm_ffi::object("e2e.Large")]
struct Large {
    numbers: [u64; 4096],
    #[field]
    last: u8,
}

#[tvm_ffi::methods]
impl Large {
    #[init]
    fn new(last: u8) -> Self {
        Self { numbers: core::array::from_fn(|index| index as u64), last }
    }

    fn sum(&self) -> u64 {
        self.numbers.iter().sum()
    }
}

/// Fields in an order with padding in `repr(C)`.
#[tvm_ffi::object("e2e.Gaps", init)]
struct Gaps {
    #[field]
    a: u8,
    #[field]
    b: i64,
    #[field]
    c: bool,
    #[field]
    d: u16,
    #[field]
    e: f64,
}
