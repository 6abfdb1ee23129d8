//! The pipeline of `tvm_ffi::import!`: parse, model, check, expand.

mod check;
mod expand;
mod parse;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Attribute, LitStr, Signature, Type, Visibility};

use crate::crate_path::CratePath;
use crate::diagnostics::Diagnostics;
use check::check_import;
use expand::expand_import;
use parse::parse_import;

/// Everything in one `import!`.
#[derive(Default)]
struct Import {
    krate: CratePath,
    functions: Vec<Function>,
    types: Vec<ForeignType>,
}

/// A global function, or a function of a type.
struct Function {
    /// The attributes that are not ours.
    attributes: Vec<Attribute>,
    visibility: TokenStream,
    signature: Signature,
    /// The name in the runtime, if it differs from the name in Rust; always present for a global function.
    name: Option<LitStr>,
    kind: Kind,
}

/// The kind of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Global,
    Constructor,
    Static,
    Method,
}

/// An object type.
struct ForeignType {
    attributes: Vec<Attribute>,
    visibility: Visibility,
    ident: Ident,
    key: LitStr,
    fields: Vec<Field>,
    functions: Vec<Function>,
}

/// A field of an object type.
struct Field {
    attributes: Vec<Attribute>,
    visibility: TokenStream,
    ident: Ident,
    /// The name in the runtime, if it differs from the name in Rust.
    name: Option<LitStr>,
    is_mutable: bool,
    ty: Type,
}

/// Expands to functions and types that call imported ones, or to errors.
pub(crate) fn import(items: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let import = parse_import(items, &mut diagnostics);
    check_import(&import, &mut diagnostics);
    let errors = diagnostics.finish().err();
    let is_valid = errors.is_none();
    let added = expand_import(&import, is_valid);
    quote!(#errors #added)
}

/// The attributes of a declaration, for the generated item.
fn attributes(attributes: &[Attribute]) -> TokenStream {
    quote!(#(#attributes)*)
}
