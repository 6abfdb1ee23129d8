//! The pipeline of `#[tvm_ffi::object]`: parse, model, check, expand.

mod check;
mod expand;
mod field;
mod model;
mod names;
mod options;
mod structural;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{ItemStruct, Token};

use crate::diagnostics::Diagnostics;
use crate::package::Package;
use crate::subject::Subject;

use check::check_object;
use expand::{expand_object, expand_stub};
use model::Object;
use options::ObjectOptions;

const SUBJECT: Subject = Subject {
    name: "#[tvm_ffi::object]",
    kind: "a struct",
    is_next: |input| input.peek(Token![struct]),
    help: &[
        ("!", "put the attribute on the struct inside the macro"),
        (
            "enum",
            "use `#[derive(tvm_ffi::StrEnum)]` for an enum of names, `#[derive(tvm_ffi::Union)]` for one of values, or put the enum in a field of a struct",
        ),
        ("union", "use a struct"),
        ("fn", "use `#[tvm_ffi::export]` to export a function"),
        ("impl", "put it on the struct, and `#[tvm_ffi::methods]` on its `impl` block"),
        ("trait", "put it on each struct that implements the trait"),
        ("mod", "put it on each struct in the module"),
        ("type", "put it on the struct that the alias names"),
        ("", "put it on a struct"),
    ],
};

/// Expands to the struct and its class, or to the struct and errors.
pub(crate) fn object(options: TokenStream, item: TokenStream, package: &Package) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let options = ObjectOptions::parse(options, &mut diagnostics);
    let Some(mut item) = diagnostics.ok(SUBJECT.parse::<ItemStruct>(item.clone())) else {
        let errors = diagnostics.finish().err();
        return quote!(#item #errors);
    };
    let object = Object::new(&mut item, &options, package, &mut diagnostics);
    check_object(&item, &object, &mut diagnostics);
    let added = match diagnostics.finish() {
        Ok(()) => expand_object(&object),
        // With a stub, uses of the type cause no further errors; without `repr`, its layout causes none.
        Err(errors) => {
            item.attrs.retain(|attribute| !attribute.path().is_ident("repr"));
            let stub = item.generics.params.is_empty().then(|| expand_stub(&object));
            quote!(#errors #stub)
        }
    };
    let repr = object.repr();
    quote!(#repr #item #added)
}
