//! Embedded headers of a source.

use super::super::Origin;
use super::*;

fn compile(
    nvrtc: &Nvrtc,
    text: &str,
    headers: &[(&str, &str)],
    environment: &Environment,
) -> Result<(Compiled, Origin)> {
    let kernels = [&Signature { symbol: c"k", parameters: &[INT] }];
    let text = Source { name: "../kernels/k.cu", text, headers, options: &[], kernels: &kernels };
    compile_with(&text, (9, 0), nvrtc, environment)
}

/// A source whose kernel takes a type that its headers define.
fn including(header: &str) -> String {
    format!("#include {header}\nextern \"C\" __global__ void k(Own x) {{}}\n")
}

const OWN: &str = "#pragma once\ntypedef int Own;\n";

#[test]
fn embedded_headers_are_included_by_their_paths_from_the_source() {
    let Some(nvrtc) = compiler() else { return };
    for (name, header) in [
        ("common.cuh", "\"common.cuh\""),
        ("common.cuh", "<common.cuh>"),
        ("common.cuh", "\"./common.cuh\""),
        ("../shared/common.cuh", "\"../shared/common.cuh\""),
        ("detail/common.cuh", "\"detail/../detail/common.cuh\""),
    ] {
        compile(nvrtc, &including(header), &[(name, OWN)], &uncached()).unwrap();
    }
}

#[test]
fn embedded_headers_include_each_other_from_their_own_folders() {
    let Some(nvrtc) = compiler() else { return };
    let outer = "#include \"inner.cuh\"\n#include \"../../shared/own.cuh\"\n";
    let headers = [
        ("detail/outer.cuh", outer),
        ("detail/inner.cuh", "#include \"../own.cuh\"\n"),
        ("own.cuh", OWN),
        ("../shared/own.cuh", "static_assert(sizeof(Own) == 4, \"it comes second\");\n"),
    ];
    // The source includes one of them too. Its `#pragma once` depends on the name of the header.
    let text = format!("#include \"own.cuh\"\n{}", including("\"detail/outer.cuh\""));
    compile(nvrtc, &text, &headers, &uncached()).unwrap();
}

#[test]
fn embedded_headers_come_before_those_in_folders() {
    let Some(nvrtc) = compiler() else { return };
    let scratch = Scratch::new("embedded");
    scratch.write("headers/common.cuh", b"typedef float Own;\n");
    let mut environment = uncached();
    environment.set(INCLUDE, &scratch.path("headers"));
    compile(nvrtc, &including("\"common.cuh\""), &[("common.cuh", OWN)], &environment).unwrap();
    let text = message(
        compile(nvrtc, &including("\"common.cuh\""), &[], &environment).map(|(compiled, _)| compiled),
    );
    assert!(text.contains("the source has (Own)"), "{text}");
}

#[test]
fn the_cache_key_depends_on_embedded_headers() {
    let Some(nvrtc) = compiler() else { return };
    let scratch = Scratch::new("brought_key");
    scratch.write("headers/found.cuh", b"#define FOUND 1\n");
    let mut environment = uncached();
    environment.set(CACHE, &scratch.path("cache"));
    environment.set(INCLUDE, &scratch.path("headers"));
    let origin = |headers: &[(&str, &str)]| {
        compile(nvrtc, &including("\"common.cuh\""), headers, &environment).unwrap().1
    };
    let same = format!("#include <found.cuh>\n{OWN}");
    assert_eq!(origin(&[("common.cuh", &same)]), Origin::Compiler);
    assert_eq!(origin(&[("common.cuh", &same)]), Origin::Cache);
    assert_eq!(origin(&[("common.cuh", OWN)]), Origin::Compiler, "the text of a header");
    assert_eq!(origin(&[("common.cuh", OWN), ("other.cuh", "")]), Origin::Compiler, "one header more");
    assert_eq!(origin(&[("common.cuh", OWN), ("other2.cuh", "")]), Origin::Compiler, "the name of a header");
    scratch.write("headers/found.cuh", b"#define FOUND 2\n");
    assert_eq!(origin(&[("common.cuh", &same)]), Origin::Compiler, "a header that one of them includes");
}

#[test]
fn mistakes_in_embedded_headers_are_shown_with_their_names() {
    let Some(nvrtc) = compiler() else { return };
    let compile = |headers: &[(&str, &str)]| {
        let result = compile(nvrtc, &including("\"common.cuh\""), headers, &uncached());
        message(result.map(|(compiled, _)| compiled))
    };
    let text = compile(&[("common.cuh", "#pragma once\ntypedef nothing Own;\n")]);
    assert!(text.contains("\ncommon.cuh(2): error: identifier \"nothing\" is undefined"), "{text}");
    let text = compile(&[("common.cuh", "typedef int\0Own;")]);
    assert!(text.contains("the header `common.cuh` contains a NUL byte"), "{text}");
    let text = compile(&[("other.cuh", OWN)]);
    let help = "\nhelp: list a header of the source in its `headers`, which are `other.cuh`; otherwise set TVM_FFI_CUDA_INCLUDE to the folder that has `common.cuh`; looked in ";
    assert!(text.contains(help), "{text}");
}
