//! Golden expansions, and what holds for all of them.
//!
//! `TVM_FFI_BLESS=1 cargo test -p tvm-ffi-rs-macros` writes what it finds.

mod annotated;
mod hygiene;
mod items;
#[cfg(feature = "cuda")]
mod kernels;
mod mistakes;

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use syn::File;

use self::annotated::{Annotated, annotated, sources};
use crate::package::Package;

/// What the macro makes of a function, for a package that never changes.
fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    crate::export::export(options, item, &package(), |_| None)
}

/// What the macro makes of a struct, for the same package.
fn expand_object(options: TokenStream, item: TokenStream) -> TokenStream {
    crate::object::object(options, item, &package())
}

fn package() -> Package {
    Package { crate_name: "my_kernels".into(), name: "my-kernels".into(), version: "1.2.3".into() }
}

fn pretty(tokens: TokenStream) -> String {
    let file: File = syn::parse2(tokens.clone()).unwrap_or_else(|error| panic!("{error} in:\n{tokens}"));
    prettyplease::unparse(&file)
}

/// The items with our macros in a file.
fn annotated_in(path: &Path) -> Vec<Annotated> {
    let source = fs::read_to_string(path).expect("a source can be read");
    annotated(source.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// Compares text with a file, or writes the file with `TVM_FFI_BLESS=1`. What differs is added to `wrong`.
fn compare(text: String, recorded: &Path, wrong: &mut String) {
    if std::env::var_os("TVM_FFI_BLESS").is_some() {
        fs::write(recorded, text).expect("the record can be written");
    } else if fs::read_to_string(recorded).unwrap_or_default() != text {
        *wrong += &format!("--- {} is now:\n{text}\n(bless with TVM_FFI_BLESS=1)\n", recorded.display());
    }
}

#[test]
fn expansions_are_as_recorded() {
    let mut wrong = String::new();
    for input in sources("expansions", ".in.rs") {
        let expanded = pretty(annotated_in(&input).into_iter().map(Annotated::expand).collect());
        let recorded = PathBuf::from(input.to_string_lossy().replace(".in.rs", ".expected.rs"));
        compare(expanded, &recorded, &mut wrong);
    }
    assert!(wrong.is_empty(), "{wrong}");
}
