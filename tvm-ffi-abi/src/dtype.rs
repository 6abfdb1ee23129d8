//! Names of dtypes, as the C++ runtime reads and writes them. Complex types are an addition.

mod parse;
mod print;

use super::{DLDataType, DLDataTypeCode as Code};

pub use parse::{Fault, parse, with_bits_and_lanes};
pub use print::{Name, Push, push_lanes, push_name, word};

/// The first code of custom types, which a program registers with the runtime (`custom[...]`).
pub const CUSTOM_BEGIN: u8 = 129;

/// A dtype of one lane.
const fn one_lane(code: u32, bits: u8) -> DLDataType {
    DLDataType { code: code as u8, bits, lanes: 1 }
}

/// `void`, whose name is empty.
const VOID: DLDataType = DLDataType { code: Code::kDLOpaqueHandle as u8, bits: 0, lanes: 0 };

/// `handle`.
const HANDLE: DLDataType = one_lane(Code::kDLOpaqueHandle, 64);

/// Floats of at most eight bits, whose names contain the number of bits.
pub const MINI_FLOATS: &[(&str, DLDataType)] = &[
    ("float8_e3m4", one_lane(Code::kDLFloat8_e3m4, 8)),
    ("float8_e4m3", one_lane(Code::kDLFloat8_e4m3, 8)),
    ("float8_e4m3b11fnuz", one_lane(Code::kDLFloat8_e4m3b11fnuz, 8)),
    ("float8_e4m3fn", one_lane(Code::kDLFloat8_e4m3fn, 8)),
    ("float8_e4m3fnuz", one_lane(Code::kDLFloat8_e4m3fnuz, 8)),
    ("float8_e5m2", one_lane(Code::kDLFloat8_e5m2, 8)),
    ("float8_e5m2fnuz", one_lane(Code::kDLFloat8_e5m2fnuz, 8)),
    ("float8_e8m0fnu", one_lane(Code::kDLFloat8_e8m0fnu, 8)),
    ("float6_e2m3fn", one_lane(Code::kDLFloat6_e2m3fn, 6)),
    ("float6_e3m2fn", one_lane(Code::kDLFloat6_e3m2fn, 6)),
    ("float4_e2m1fn", one_lane(Code::kDLFloat4_e2m1fn, 4)),
];

/// Names that are followed by the number of bits, and their meaning without one.
const WORDS: &[(&str, DLDataType)] = &[
    ("bool", one_lane(Code::kDLBool, 8)),
    ("int", one_lane(Code::kDLInt, 32)),
    ("uint", one_lane(Code::kDLUInt, 32)),
    ("float", one_lane(Code::kDLFloat, 32)),
    ("bfloat", one_lane(Code::kDLBfloat, 16)),
    ("complex", one_lane(Code::kDLComplex, 64)),
    ("bcomplex", one_lane(Code::kDLBcomplex, 32)),
];

/// Short names, which require a number of bits, and the long ones.
pub const LETTERS: &[(&str, &str)] = &[("i", "int"), ("u", "uint"), ("f", "float"), ("bf", "bfloat")];
