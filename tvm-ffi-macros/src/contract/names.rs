//! The names of dtypes and devices in attributes.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::ext::IdentExt;

use crate::names::similar;

/// A dtype for `#[dtype(...)]`.
pub(crate) struct DtypeName {
    /// The short name in Rust if there is one, otherwise the name in the runtime.
    short: &'static str,
    /// The name in the runtime.
    pub(crate) name: &'static str,
    /// The constant of `DType`.
    constant: &'static str,
    lanes: u16,
}

const fn dtype(short: &'static str, name: &'static str, constant: &'static str) -> DtypeName {
    DtypeName { short, name, constant, lanes: 1 }
}

const fn long(name: &'static str, constant: &'static str) -> DtypeName {
    dtype(name, name, constant)
}

const DTYPES: &[DtypeName] = &[
    dtype("f16", "float16", "F16"),
    dtype("f32", "float32", "F32"),
    dtype("f64", "float64", "F64"),
    dtype("bf16", "bfloat16", "BF16"),
    dtype("i8", "int8", "I8"),
    dtype("i16", "int16", "I16"),
    dtype("i32", "int32", "I32"),
    dtype("i64", "int64", "I64"),
    dtype("u8", "uint8", "U8"),
    dtype("u16", "uint16", "U16"),
    dtype("u32", "uint32", "U32"),
    dtype("u64", "uint64", "U64"),
    long("bool", "BOOL"),
    long("complex32", "COMPLEX32"),
    long("complex64", "COMPLEX64"),
    long("complex128", "COMPLEX128"),
    long("bcomplex32", "BCOMPLEX32"),
    long("float8_e3m4", "F8_E3M4"),
    long("float8_e4m3", "F8_E4M3"),
    long("float8_e4m3b11fnuz", "F8_E4M3B11FNUZ"),
    long("float8_e4m3fn", "F8_E4M3FN"),
    long("float8_e4m3fnuz", "F8_E4M3FNUZ"),
    long("float8_e5m2", "F8_E5M2"),
    long("float8_e5m2fnuz", "F8_E5M2FNUZ"),
    long("float8_e8m0fnu", "F8_E8M0FNU"),
    long("float6_e2m3fn", "F6_E2M3FN"),
    long("float6_e3m2fn", "F6_E3M2FN"),
    long("float4_e2m1fn", "F4_E2M1FN"),
    DtypeName { short: "float4_e2m1fnx2", name: "float4_e2m1fnx2", constant: "F4_E2M1FN", lanes: 2 },
];

/// An entry of a table, which users write by its name.
pub(super) trait Named: 'static {
    /// The entry with this name, or an error message.
    fn find(name: &Ident) -> Result<&'static Self, String>;
    fn name(&self) -> &'static str;
}

impl Named for DtypeName {
    fn name(&self) -> &'static str {
        self.name
    }

    fn find(name: &Ident) -> Result<&'static Self, String> {
        let text = name.unraw().to_string();
        match DTYPES.iter().find(|dtype| dtype.short == text || dtype.name == text) {
            Some(found) => Ok(found),
            None => {
                let known = DTYPES.iter().flat_map(|dtype| [dtype.short, dtype.name]);
                Err(unknown(
                    "dtype",
                    &text,
                    known,
                    "`f32`, `bf16`, `i64`, `bool`, `complex64`, `float8_e4m3fn`",
                ))
            }
        }
    }
}

impl DtypeName {
    /// The value.
    pub(crate) fn value(&self, p: &TokenStream) -> TokenStream {
        let span = proc_macro2::Span::mixed_site();
        let constant = format_ident!("{}", self.constant, span = span);
        let lanes = (self.lanes != 1).then(|| {
            let lanes = proc_macro2::Literal::u16_unsuffixed(self.lanes);
            quote_spanned!(span=> .with_lanes(#lanes))
        });
        quote_spanned!(span=> #p::DType::#constant #lanes)
    }
}

/// A kind of device for `#[device(...)]`.
pub(crate) struct DeviceName {
    /// The name in the runtime.
    pub(crate) name: &'static str,
    /// The number in DLPack.
    pub(crate) device_type: i32,
}

const DEVICES: &[DeviceName] = &[
    DeviceName { name: "cpu", device_type: 1 },
    DeviceName { name: "cuda", device_type: 2 },
    DeviceName { name: "cuda_host", device_type: 3 },
    DeviceName { name: "opencl", device_type: 4 },
    DeviceName { name: "vulkan", device_type: 7 },
    DeviceName { name: "metal", device_type: 8 },
    DeviceName { name: "vpi", device_type: 9 },
    DeviceName { name: "rocm", device_type: 10 },
    DeviceName { name: "rocm_host", device_type: 11 },
    DeviceName { name: "ext_dev", device_type: 12 },
    DeviceName { name: "cuda_managed", device_type: 13 },
    DeviceName { name: "oneapi", device_type: 14 },
    DeviceName { name: "webgpu", device_type: 15 },
    DeviceName { name: "hexagon", device_type: 16 },
    DeviceName { name: "maia", device_type: 17 },
    DeviceName { name: "trn", device_type: 18 },
];

impl Named for DeviceName {
    fn name(&self) -> &'static str {
        self.name
    }

    fn find(name: &Ident) -> Result<&'static Self, String> {
        let text = name.unraw().to_string();
        match DEVICES.iter().find(|device| device.name == text) {
            Some(found) => Ok(found),
            None if text == "gpu" => {
                Err("unknown device `gpu`\nhelp: write whose: `cuda`, `rocm`, `metal`, `oneapi`, ..."
                    .to_owned())
            }
            None => {
                let known = DEVICES.iter().map(|device| device.name);
                Err(unknown("device", &text, known, "`cpu`, `cuda`, `rocm`, `metal`, `vulkan`, `oneapi`"))
            }
        }
    }
}

fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>, examples: &str) -> String {
    match similar(&name.to_lowercase(), known) {
        Some(known) => format!("unknown {what} `{name}`\nhelp: did you mean `{known}`?"),
        None => format!("unknown {what} `{name}`\nhelp: write names such as {examples}"),
    }
}
