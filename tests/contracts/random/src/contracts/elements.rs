//! Element types: names and memory layout.

/// A dtype as `DLTensor` has it: code, bits, lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DType {
    /// The code in DLPack.
    pub code: u8,
    /// Bits of a lane.
    pub bits: u8,
    /// Lanes of an element.
    pub lanes: u16,
}

/// Codes whose names are followed by the number of bits.
const SIZED: &[(u8, &str)] = &[(0, "int"), (1, "uint"), (2, "float"), (4, "bfloat"), (5, "complex")];

/// Codes whose names have no number.
const NAMED: &[(u8, &str)] = &[
    (6, "bool"),
    (7, "float8_e3m4"),
    (8, "float8_e4m3"),
    (9, "float8_e4m3b11fnuz"),
    (10, "float8_e4m3fn"),
    (11, "float8_e4m3fnuz"),
    (12, "float8_e5m2"),
    (13, "float8_e5m2fnuz"),
    (14, "float8_e8m0fnu"),
    (17, "float4_e2m1fn"),
];

impl DType {
    /// The dtype with this code, bits, and lanes.
    pub const fn new(code: u8, bits: u8, lanes: u16) -> Self {
        Self { code, bits, lanes }
    }

    /// Bits of an element.
    pub fn element_bits(self) -> u64 {
        u64::from(self.bits) * u64::from(self.lanes)
    }

    /// Bytes of an element, if it has whole bytes.
    pub fn bytes(self) -> u64 {
        self.element_bits().div_ceil(8)
    }

    /// The name in Python.
    pub fn text(self) -> String {
        let name = |names: &[(u8, &'static str)]| {
            names.iter().find(|(code, _)| *code == self.code).map(|found| found.1)
        };
        let mut text = match (name(SIZED), name(NAMED)) {
            (Some(word), _) => format!("{word}{}", self.bits),
            (None, Some(word)) => word.to_owned(),
            (None, None) => panic!("the tests use no dtype of code {}", self.code),
        };
        if self.lanes > 1 {
            text.push_str(&format!("x{}", self.lanes));
        }
        text
    }
}

/// An element type that a view can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element {
    /// Its name in Rust.
    pub rust: &'static str,
    /// The dtype.
    pub dtype: DType,
    /// The alignment.
    pub align: u64,
}

const fn element(rust: &'static str, dtype: DType, align: u64) -> Element {
    Element { rust, dtype, align }
}

/// Every element type that is used.
pub const ELEMENTS: &[Element] = &[
    element("f32", DType::new(2, 32, 1), 4),
    element("f64", DType::new(2, 64, 1), 8),
    element("i64", DType::new(0, 64, 1), 8),
    element("i32", DType::new(0, 32, 1), 4),
    element("f16", DType::new(2, 16, 1), 2),
    element("bf16", DType::new(4, 16, 1), 2),
    element("u8", DType::new(1, 8, 1), 1),
    element("i8", DType::new(0, 8, 1), 1),
    element("i16", DType::new(0, 16, 1), 2),
    element("u16", DType::new(1, 16, 1), 2),
    element("u32", DType::new(1, 32, 1), 4),
    element("u64", DType::new(1, 64, 1), 8),
    element("Bool8", DType::new(6, 8, 1), 1),
    element("Complex<f32>", DType::new(5, 64, 1), 4),
    element("Complex<f64>", DType::new(5, 128, 1), 8),
    element("F8E4M3FN", DType::new(10, 8, 1), 1),
    element("F8E5M2", DType::new(12, 8, 1), 1),
    element("F4E2M1FNx2", DType::new(17, 4, 2), 1),
];

/// The element type of a Rust name.
pub fn element_of(rust: &str) -> Element {
    *ELEMENTS
        .iter()
        .find(|element| element.rust == rust)
        .unwrap_or_else(|| panic!("`{rust}` is not an element type"))
}
