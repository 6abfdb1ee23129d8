//! Every dtype that has a constant is in every list of dtypes. A new one needs a row in each file that the test names.

#![forbid(unsafe_code)]
#![deny(warnings)]

use std::path::Path;

/// A list of dtypes: the file, what a row contains for a dtype, and which dtypes the list leaves out.
struct List {
    file: &'static str,
    row: fn(&Constant) -> String,
    leaves_out: fn(&str) -> bool,
}

/// A constant of `DType`, `F32` for example, and the name that the runtime has for it.
struct Constant {
    constant: String,
    name: String,
}

const LISTS: [List; 4] = [
    List {
        file: "tvm-ffi-abi/src/dtype.rs",
        row: |of| format!("(\"{}\", one_lane", of.name),
        leaves_out: |constant| !is_small_float(constant) && constant != "BOOL",
    },
    List {
        file: "tvm-ffi-core/src/tensor/element.rs",
        row: |of| format!(" = {}", of.constant),
        leaves_out: has_no_element,
    },
    List {
        file: "tvm-ffi-macros/src/contract/names.rs",
        row: |of| format!("\"{}\", \"{}\")", of.name, of.constant),
        leaves_out: |constant| constant == "HANDLE",
    },
    List {
        file: "tvm-ffi-cuda/src/param/element.rs",
        row: |of| format!("DType::{}", of.constant),
        leaves_out: has_no_element,
    },
];

/// The names of the other numbers are a word and the number of bits.
fn is_small_float(constant: &str) -> bool {
    ["F8_", "F6_", "F4_"].iter().any(|start| constant.starts_with(start))
}

/// Elements of six bits have no address, and an opaque handle is not a number.
fn has_no_element(constant: &str) -> bool {
    constant == "HANDLE" || constant.starts_with("F6_")
}

#[test]
fn every_list_has_every_dtype() {
    let constants = constants(&read("tvm-ffi-core/src/dtype.rs"));
    assert!(constants.len() > 20, "the constants are found");
    let mut missing = Vec::new();
    for List { file, row, leaves_out } in LISTS {
        let text = read(file);
        for constant in &constants {
            let row = row(constant);
            let is_there = text.match_indices(&row).any(|(at, row)| ends_a_word(&text[at + row.len()..]));
            let is_expected = !leaves_out(&constant.constant);
            if is_there != is_expected {
                let wrong = if is_expected { "needs" } else { "has, against what this test says," };
                missing.push(format!("{file} {wrong} a row with `{row}`"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

fn ends_a_word(behind: &str) -> bool {
    !behind.starts_with(|char: char| char.is_alphanumeric() || char == '_')
}

fn read(file: &str) -> String {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).expect("the package is in tests/hygiene");
    std::fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The rows of `constants!`: a documentation comment that begins with the name in backticks, and the constant.
fn constants(dtype: &str) -> Vec<Constant> {
    let (_, rows) = dtype.split_once("\nconstants! {\n").expect("the constants are made by a macro");
    let (rows, _) = rows.split_once("\n}\n").expect("the invocation ends");
    let lines: Vec<_> = rows.lines().map(str::trim).collect();
    let constant = |pair: &[&str]| Constant {
        constant: pair[1].split(' ').next().unwrap_or_default().to_owned(),
        name: pair[0].split('`').nth(1).unwrap_or_default().to_owned(),
    };
    lines.chunks(2).map(constant).collect()
}
