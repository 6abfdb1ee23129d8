//! The structs and constants of the ABI against the headers of the pinned wheel, by a C program compiled against them.
//!
//! Both directions: what Rust mirrors has to exist in C, and what the headers define has to be mirrored or to be named
//! here with the reason why it is not.
#![cfg(not(miri))]

#[path = "support/cc.rs"]
mod cc;
#[path = "support/header.rs"]
mod header;

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::OnceLock;

use header::{Declaration, Kind};
use tvm_ffi_core::abi;

const HEADERS: &str = "\
#include <stddef.h>
#include <stdio.h>
#include <tvm/ffi/c_api.h>
#include <tvm/ffi/extra/c_env_api.h>
";

/// Structs and enumerations that Rust does not mirror.
const NOT_MIRRORED: &[(&str, &str)] = &[
    ("DLPackExchangeAPI", "between Python and its array libraries"),
    ("DLPackExchangeAPIHeader", "between Python and its array libraries"),
    ("TVMFFIDefRegionKind", "an argument of structural visitors, which no C function takes"),
];

/// The headers, and what the compiler makes of them.
#[derive(Default)]
struct Headers {
    declarations: Vec<Declaration>,
    /// Struct to size and alignment.
    structs: BTreeMap<String, (usize, usize)>,
    /// Struct and field to offset.
    fields: BTreeMap<(String, String), usize>,
    /// Enumeration and constant to value.
    constants: BTreeMap<(String, String), i64>,
}

/// The structs and enumerations of the headers.
fn declared() -> Vec<Declaration> {
    let source = cc::scratch_file("abi_headers.c");
    std::fs::write(&source, HEADERS).expect("the scratch folder is writable");
    let text = cc::run(cc::compiler().args(["-E", "-P"]).arg(source));
    header::declarations(&text, |name| name.starts_with("TVMFFI") || name.starts_with("DL"))
}

/// A program that prints everything about the declarations, one fact a line.
fn program(declarations: &[Declaration]) -> String {
    let mut source = format!("{HEADERS}\nint main(void) {{\n");
    for Declaration { kind, name, members } in declarations {
        match kind {
            Kind::Struct => {
                source +=
                    &format!("printf(\"struct {name} %zu %zu\\n\", sizeof({name}), _Alignof({name}));\n");
                for field in members {
                    source +=
                        &format!("printf(\"field {name} {field} %zu\\n\", offsetof({name}, {field}));\n");
                }
            }
            Kind::Enum => {
                for constant in members {
                    source +=
                        &format!("printf(\"constant {name} {constant} %lld\\n\", (long long){constant});\n");
                }
            }
        }
    }
    source + "return 0;\n}\n"
}

fn headers() -> &'static Headers {
    static HEADERS: OnceLock<Headers> = OnceLock::new();
    HEADERS.get_or_init(|| measure(declared()))
}

fn measure(declarations: Vec<Declaration>) -> Headers {
    let path = cc::compile("abi_layout", &program(&declarations), &["-std=c11"]);
    let output = cc::run(&mut Command::new(path));
    let mut measured = Headers { declarations, ..Headers::default() };
    let number = |text: &str| text.parse::<usize>().expect("the program prints numbers");
    for line in output.lines() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["struct", name, size, align] => {
                measured.structs.insert(name.to_owned(), (number(size), number(align)));
            }
            ["field", name, field, offset] => {
                measured.fields.insert((name.to_owned(), field.to_owned()), number(offset));
            }
            ["constant", name, constant, value] => {
                let value = value.parse().expect("the program prints numbers");
                measured.constants.insert((name.to_owned(), constant.to_owned()), value);
            }
            _ => panic!("the program printed `{line}`"),
        }
    }
    measured
}

/// The Rust name of a C field: two unions of the header are one field each, one has a member for alignment only.
fn rust_field<'a>(name: &str, field: &'a str) -> &'a str {
    match (name, field) {
        ("TVMFFIAny", "zero_padding" | "small_str_len") => "small_len",
        ("TVMFFIAny", field) if field.starts_with("v_") => "payload",
        ("TVMFFIObject", "__ensure_align") => "deleter",
        (_, field) => field,
    }
}

/// Every fact about the structs, as Rust has them.
/// Size and alignment by struct.
type Sizes = BTreeMap<String, (usize, usize)>;
/// Offset by struct and field.
type Offsets = BTreeMap<(String, String), usize>;

fn rust_structs() -> (Sizes, Offsets) {
    let structs = abi::LAYOUTS.iter().map(|layout| (layout.name.to_owned(), (layout.size, layout.align)));
    let fields = abi::LAYOUTS.iter().flat_map(|layout| {
        let of = |(field, offset): &(&str, usize)| ((layout.name.to_owned(), (*field).to_owned()), *offset);
        layout.fields.iter().map(of)
    });
    (structs.collect(), fields.collect())
}

fn is_mirrored(name: &str) -> bool {
    NOT_MIRRORED.iter().all(|(excluded, _)| *excluded != name)
}

#[test]
fn structs_have_the_layout_of_the_headers() {
    let headers = headers();
    let (rust_structs, rust_fields) = rust_structs();

    let c_structs: BTreeMap<_, _> =
        headers.structs.clone().into_iter().filter(|(name, _)| is_mirrored(name)).collect();
    assert_eq!(rust_structs, c_structs, "size and alignment, left as Rust has them");

    let mut c_fields = BTreeMap::new();
    for ((name, field), offset) in &headers.fields {
        if is_mirrored(name) {
            let key = (name.clone(), rust_field(name, field).to_owned());
            let before = c_fields.insert(key, *offset);
            assert!(before.is_none_or(|before| before == *offset), "{name}.{field} is in a union of its own");
        }
    }
    assert_eq!(rust_fields, c_fields, "offsets of fields, left as Rust has them");
}

/// The constants of an enumeration as Rust has them: C prefix, then Rust name and value of each.
fn rust_constants(name: &str) -> Option<(&'static str, Vec<(&'static str, i64)>)> {
    fn wide<T: Copy + Into<i64>>(all: &[(&'static str, T)]) -> Vec<(&'static str, i64)> {
        all.iter().map(|(name, value)| (*name, (*value).into())).collect()
    }
    Some(match name {
        "TVMFFITypeIndex" => ("kTVMFFI", wide(abi::TypeIndex::ALL)),
        "TVMFFIObjectDeleterFlagBitMask" => ("kTVMFFIObjectDeleterFlagBitMask", wide(abi::DeleterFlag::ALL)),
        "TVMFFIBacktraceUpdateMode" => ("kTVMFFIBacktraceUpdateMode", wide(abi::BacktraceUpdateMode::ALL)),
        "TVMFFIFieldFlagBitMask" => ("kTVMFFIFieldFlagBitMask", wide(abi::FieldFlag::ALL)),
        "TVMFFISEqHashKind" => ("kTVMFFISEqHashKind", wide(abi::SEqHashKind::ALL)),
        _ => return None,
    })
}

/// A C constant without its prefix, in the common spelling.
fn spelling_of_c(prefix: &str, constant: &str) -> String {
    // One constant of the header lacks the last part of the prefix.
    let constant = constant.replace("kTVMFFIFieldFlagBitSetter", "kTVMFFIFieldFlagBitMaskSetter");
    let name =
        constant.strip_prefix(prefix).unwrap_or_else(|| panic!("`{constant}` has no prefix `{prefix}`"));
    name.to_uppercase()
}

/// A Rust constant in the common spelling: without underscores, since `DLTensorPtr` has no words to tell apart.
fn spelling_of_rust(constant: &str) -> String {
    constant.replace('_', "")
}

#[test]
fn constants_have_the_values_of_the_headers() {
    let headers = headers();
    for Declaration { name, members, .. } in headers.declarations.iter().filter(|d| d.kind == Kind::Enum) {
        let Some((prefix, rust)) = rust_constants(name) else {
            assert!(
                !is_mirrored(name) || name.starts_with("DL"),
                "the header has a new enumeration `{name}`: mirror it, or name it in NOT_MIRRORED"
            );
            continue;
        };
        let value = |constant: &String| headers.constants[&(name.clone(), constant.clone())];
        let c: BTreeMap<_, _> = members.iter().map(|c| (spelling_of_c(prefix, c), value(c))).collect();
        let rust: BTreeMap<_, _> =
            rust.iter().map(|(name, value)| (spelling_of_rust(name), *value)).collect();
        assert_eq!(rust, c, "{name}, left as Rust has it");
    }
}

/// `(enumeration, constant, value)` of constants that are modules of `dlpack_rs`.
macro_rules! dlpack_constants {
    ($($enumeration:ident { $($constant:ident)* })*) => {
        [$($((stringify!($enumeration), stringify!($constant), i64::from(abi::$enumeration::$constant)),)*)*]
    };
}

#[test]
fn constants_of_dlpack_have_the_values_of_the_header() {
    let rust = dlpack_constants! {
        DLDeviceType {
            kDLCPU kDLCUDA kDLCUDAHost kDLOpenCL kDLVulkan kDLMetal kDLVPI kDLROCM kDLROCMHost kDLExtDev
            kDLCUDAManaged kDLOneAPI kDLWebGPU kDLHexagon kDLMAIA kDLTrn
        }
        DLDataTypeCode {
            kDLInt kDLUInt kDLFloat kDLOpaqueHandle kDLBfloat kDLComplex kDLBool kDLFloat8_e3m4 kDLFloat8_e4m3
            kDLFloat8_e4m3b11fnuz kDLFloat8_e4m3fn kDLFloat8_e4m3fnuz kDLFloat8_e5m2 kDLFloat8_e5m2fnuz
            kDLFloat8_e8m0fnu kDLFloat6_e2m3fn kDLFloat6_e3m2fn kDLFloat4_e2m1fn
        }
    };
    let rust: BTreeMap<_, _> = rust
        .into_iter()
        .map(|(enumeration, constant, value)| ((enumeration.to_owned(), constant.to_owned()), value))
        .collect();
    let is_dlpack = |(key, _): &(&(String, String), &i64)| key.0.starts_with("DL");
    let c: BTreeMap<_, _> =
        headers().constants.iter().filter(is_dlpack).map(|(key, value)| (key.clone(), *value)).collect();
    assert_eq!(rust, c, "left as Rust has them");
}

#[test]
fn properties_of_modules_have_the_values_of_the_header() {
    // A C++ enumeration inside a class, which a C program cannot name.
    let source = cc::scratch_file("abi_module.cc");
    std::fs::write(&source, "#include <tvm/ffi/extra/module.h>\n").expect("the scratch folder is writable");
    let text = cc::run(cc::compiler().args(["-E", "-P", "-x", "c++", "-std=c++17"]).arg(source));
    let (_, rest) = text.split_once("enum ModulePropertyMask").expect("the header has the enumeration");
    let body = rest.split(['{', '}']).nth(1).expect("the enumeration has a body");
    let constant = |line: &str| {
        let (name, value) = line.split_once('=')?;
        let value = value.trim().strip_prefix("0b").expect("the header writes them in binary");
        let value = i32::from_str_radix(value, 2).expect("the header writes them in binary");
        Some((spelling_of_c("k", name.trim()), value))
    };
    let c: BTreeMap<_, _> = body.split(',').filter_map(constant).collect();
    let rust: BTreeMap<_, _> =
        abi::ModulePropertyMask::ALL.iter().map(|(name, value)| (spelling_of_rust(name), *value)).collect();
    assert_eq!(rust, c, "left as Rust has them");
}

#[test]
fn nothing_is_excluded_that_the_headers_do_not_have() {
    for (name, reason) in NOT_MIRRORED {
        assert!(
            headers().declarations.iter().any(|declaration| declaration.name == *name),
            "`{name}` ({reason}) is gone from the headers"
        );
    }
}

#[test]
fn the_version_is_that_of_the_headers() {
    let source = format!(
        "{HEADERS}int main(void) {{ printf(\"%d %d %d\", TVM_FFI_VERSION_MAJOR, TVM_FFI_VERSION_MINOR, \
         TVM_FFI_VERSION_PATCH); }}\n"
    );
    let output = cc::run(&mut Command::new(cc::compile("abi_version", &source, &[])));
    let abi::TVMFFIVersion { major, minor, patch } = tvm_ffi_core::API_VERSION;
    assert_eq!(output, format!("{major} {minor} {patch}"));
}
