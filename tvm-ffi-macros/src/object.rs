//! The pipeline of `#[tvm_ffi::object]`: parse, model, check, expand.

mod check;
mod expand;
mod field;
mod item;
mod model;
mod names;
mod options;
mod structural;

use proc_macro2::TokenStream;
use quote::quote;

use crate::diagnostics::Diagnostics;
use crate::package::Package;

use check::check_object;
use expand::{expand_object, expand_stub};
use item::StructItem;
use model::Object;
use options::ObjectOptions;

/// The struct, and the class that was made from it or what is wrong with it.
pub(crate) fn object(options: TokenStream, item: TokenStream, package: &Package) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let options = ObjectOptions::parse(options, &mut diagnostics);
    let Some(StructItem(mut item)) = diagnostics.ok(syn::parse2(item.clone())) else {
        let errors = diagnostics.finish().err();
        return quote!(#item #errors);
    };
    let object = Object::new(&mut item, &options, package, &mut diagnostics);
    check_object(&item, &object, &options, &mut diagnostics);
    let added = match diagnostics.finish() {
        Ok(()) => expand_object(&object, &options),
        // Whoever uses the type is not told that it is no object too, nor is anybody what the compiler thinks of its layout.
        Err(errors) => {
            item.attrs.retain(|attribute| !attribute.path().is_ident("repr"));
            let stub = item.generics.params.is_empty().then(|| expand_stub(&object, &options));
            quote!(#errors #stub)
        }
    };
    let repr = object.repr();
    quote!(#repr #item #added)
}
