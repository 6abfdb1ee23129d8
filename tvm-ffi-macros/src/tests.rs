//! Golden expansions, and what holds for all of them.
//!
//! `TVM_FFI_BLESS=1 cargo test -p tvm-ffi-macros` writes what it finds.

mod contracts;
mod hygiene;
mod messages;

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, File, Item, Meta};

use crate::options::Package;

/// What the macro makes of a function, for a package that never changes.
fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    let package =
        Package { crate_name: "my_kernels".into(), name: "my-kernels".into(), version: "1.2.3".into() };
    crate::export::export(options, item, &package)
}

/// The inputs of all golden tests.
fn inputs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests");
    let entries = fs::read_dir(folder).expect("the folder is beside this file");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.to_string_lossy().ends_with(".in.rs"))
        .collect();
    paths.sort();
    paths
}

/// The annotated functions of a file: options, and the item without the attribute.
fn functions(path: &Path) -> Vec<(TokenStream, TokenStream)> {
    let source = fs::read_to_string(path).expect("an input can be read");
    let file = syn::parse_file(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    file.items
        .into_iter()
        .map(|item| {
            let Item::Fn(mut function) = item else { panic!("{}: only functions", path.display()) };
            let is_ours =
                |attribute: &Attribute| attribute.path().to_token_stream().to_string() == "tvm_ffi :: export";
            let at = function.attrs.iter().position(is_ours).expect("every function is exported");
            let options = match function.attrs.remove(at).meta {
                Meta::List(list) => list.tokens,
                _ => TokenStream::new(),
            };
            (options, quote!(#function))
        })
        .collect()
}

fn pretty(tokens: TokenStream) -> String {
    let file: File = syn::parse2(tokens.clone()).unwrap_or_else(|error| panic!("{error} in:\n{tokens}"));
    prettyplease::unparse(&file)
}

#[test]
fn expansions_are_as_recorded() {
    let bless = std::env::var_os("TVM_FFI_BLESS").is_some();
    let mut wrong = Vec::new();
    for input in inputs() {
        let expanded =
            pretty(functions(&input).into_iter().map(|(options, item)| expand(options, item)).collect());
        let recorded = PathBuf::from(input.to_string_lossy().replace(".in.rs", ".expected.rs"));
        if bless {
            fs::write(&recorded, expanded).expect("the record can be written");
        } else if fs::read_to_string(&recorded).unwrap_or_default() != expanded {
            wrong.push(format!("--- {} is now:\n{expanded}", recorded.display()));
        }
    }
    assert!(!inputs().is_empty(), "there are inputs");
    assert!(wrong.is_empty(), "{}\n(bless with TVM_FFI_BLESS=1)", wrong.join("\n"));
}

#[test]
fn a_call_is_short() {
    let expanded = pretty(expand(
        quote!(),
        quote!(
            fn add(x: i64, y: i64) -> i64 {
                x + y
            }
        ),
    ));
    let body = expanded.split("fn __tvm_ffi_body").nth(1).expect("there is a body");
    let lines = body.split("\n    }\n").next().expect("it ends").lines().count();
    assert!(lines <= 24, "{lines} lines as printed:\n{body}");
}
