//! Golden expansions, and what holds for all of them.
//!
//! `TVM_FFI_BLESS=1 cargo test -p tvm-ffi-macros` writes what it finds.

mod contracts;
mod hygiene;
#[cfg(feature = "cuda")]
mod kernels;
mod messages;
mod objects;

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, File, Item, Meta};

use crate::options::Package;

/// What the macro makes of a function, for a package that never changes.
fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    crate::export::export(options, item, &package())
}

/// What the macro makes of an `impl` block, for the same package.
fn expand_methods(options: TokenStream, item: TokenStream) -> TokenStream {
    crate::methods::methods(options, item, &package())
}

/// What the macro makes of a struct, for the same package.
fn expand_object(options: TokenStream, item: TokenStream) -> TokenStream {
    crate::object::object(options, item, &package())
}

/// What the derive of a name makes of an enum.
fn expand_derive(name: TokenStream, item: TokenStream) -> TokenStream {
    match name.to_string().as_str() {
        "tvm_ffi :: Union" => crate::derive::union(item),
        "tvm_ffi :: StrEnum" => crate::derive::str_enum(item),
        #[cfg(feature = "cuda")]
        "tvm_ffi :: cuda :: KernelParam" => crate::kernel_param::kernel_param(item),
        other => panic!("there is no derive `{other}`"),
    }
}

fn package() -> Package {
    Package { crate_name: "my_kernels".into(), name: "my-kernels".into(), version: "1.2.3".into() }
}

/// The inputs of the golden tests, which have one item each. Those with `cuda_` in their names need the feature `nvrtc`.
fn inputs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/expansions");
    let entries = fs::read_dir(folder).expect("the folder of inputs exists");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.to_string_lossy().ends_with(".in.rs"))
        .filter(|path| cfg!(feature = "nvrtc") || !path.to_string_lossy().contains("cuda_"))
        .collect();
    paths.sort();
    paths
}

/// An annotated item.
struct Annotated {
    /// The macro.
    expand: fn(TokenStream, TokenStream) -> TokenStream,
    options: TokenStream,
    /// The item without the attribute.
    item: TokenStream,
}

impl Annotated {
    fn expanded(self) -> TokenStream {
        (self.expand)(self.options, self.item)
    }
}

/// The annotated items of a file.
fn annotated(path: &Path) -> Vec<Annotated> {
    let source = fs::read_to_string(path).expect("an input can be read");
    let file = syn::parse_file(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    file.items.into_iter().map(|item| annotated_item(item, path)).collect()
}

fn annotated_item(mut item: Item, path: &Path) -> Annotated {
    type Macro = fn(TokenStream, TokenStream) -> TokenStream;
    if let Item::Macro(item) = item {
        let options = TokenStream::new();
        let expand: Macro = match item.mac.path.to_token_stream().to_string().as_str() {
            "tvm_ffi :: import" => |_, items| crate::import::import(items),
            #[cfg(feature = "cuda")]
            "tvm_ffi :: cuda :: kernels" => |_, items| crate::kernels::kernels(items, |_| None),
            other => panic!("there is no macro `{other}`"),
        };
        return Annotated { expand, options, item: item.mac.tokens };
    }
    let (attributes, name, expand): (_, _, Macro) = match &mut item {
        Item::Fn(function) => (&mut function.attrs, "tvm_ffi :: export", expand),
        Item::Impl(block) => (&mut block.attrs, "tvm_ffi :: methods", expand_methods),
        Item::Struct(item) if is_derived(&item.attrs) => (&mut item.attrs, "derive", expand_derive),
        Item::Struct(object) => (&mut object.attrs, "tvm_ffi :: object", expand_object),
        Item::Enum(item) => (&mut item.attrs, "derive", expand_derive),
        _ => panic!("{}: only functions, `impl` blocks, structs, enums, and `import!`", path.display()),
    };
    let is_ours = |attribute: &Attribute| attribute.path().to_token_stream().to_string() == name;
    let at = attributes.iter().position(is_ours).expect("every item is annotated");
    let options = match attributes.remove(at).meta {
        Meta::List(list) => list.tokens,
        _ => TokenStream::new(),
    };
    Annotated { expand, options, item: quote!(#item) }
}

fn is_derived(attributes: &[Attribute]) -> bool {
    let is_ours = |attribute: &Attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("derive") && list.tokens.to_string().starts_with("tvm_ffi ::"),
        _ => false,
    };
    attributes.iter().any(is_ours)
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
        let expanded = pretty(annotated(&input).into_iter().map(Annotated::expanded).collect());
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
