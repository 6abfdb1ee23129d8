//! The pipeline of `#[tvm_ffi::export]`: parse, model, check, expand.

mod constant;
mod options;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Attribute;

use crate::check::check_export;
use crate::diagnostics::Diagnostics;
use crate::expand::{expand_export, expand_function};
use crate::inherited::conditions;
use crate::item::FnItem;
use crate::model::ExportFn;
use crate::package::Package;
use crate::source::SourcePlace;

pub(crate) use options::{ExportOptions, Gil};

/// Expands to the item and its export, or to the item and errors.
pub(crate) fn export(
    options: TokenStream,
    item: TokenStream,
    package: &Package,
    place_of: impl Fn(Span) -> Option<SourcePlace>,
) -> TokenStream {
    if constant::is_constant(&item) {
        return constant::export(options, &item, place_of);
    }
    let mut diagnostics = Diagnostics::default();
    let options = ExportOptions::parse(options, &mut diagnostics);
    let Some(mut function) = diagnostics.ok(syn::parse2::<FnItem>(item.clone())) else {
        let errors = diagnostics.finish().err();
        return quote!(#item #errors);
    };
    let model =
        ExportFn::new(&mut function, 0, &options, package, options.returns.as_ref(), &mut diagnostics);
    if is_in_place(&function.attributes, &model.ident, &model.name, place_of, &mut diagnostics) {
        check_export(&function, &model, &options, &mut diagnostics);
    }
    if let Err(errors) = diagnostics.finish() {
        return quote!(#function #errors);
    }
    let callable = expand_function(&function, &model, &options.krate);
    let added = expand_export(&function, &model, &options.krate);
    quote!(#callable #added)
}

/// Reports an export in an `impl` block, where nothing else about it matters, and two exports of one name.
fn is_in_place(
    attributes: &[Attribute],
    ident: &Ident,
    name: &str,
    place_of: impl Fn(Span) -> Option<SourcePlace>,
    diagnostics: &mut Diagnostics,
) -> bool {
    let Some(place) = place_of(ident.span()) else { return true };
    if let Err(message) = place.check_block() {
        diagnostics.error(ident, message);
        return false;
    }
    // Of items with conditions, one may be left out.
    if conditions(attributes).is_empty()
        && let Err(message) = place.check_name(name)
    {
        diagnostics.error(ident, message);
    }
    true
}
