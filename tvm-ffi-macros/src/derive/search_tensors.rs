//! `#[derive(tvm_ffi::SearchTensors)]`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Field, Fields, Generics, Index, Item, Member, Token, TypeParamBound};

use crate::crate_path::CratePath;
use crate::diagnostics::Diagnostics;
use crate::subject::Subject;
use crate::tensor_search::{NO_TENSORS, Part, Searched, read_promise};

use super::item::ours;

const SUBJECT: Subject = Subject {
    name: "#[derive(tvm_ffi::SearchTensors)]",
    kind: "a struct or an enum",
    is_next: |input| input.peek(Token![struct]) || input.peek(Token![enum]),
    help: &[("", "the search cannot know which field of a union is valid: write a struct or an enum")],
};

/// Expands to the implementation for a struct or an enum, or to errors.
pub(crate) fn search_tensors(item: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let (mut attributes, ident, mut generics, shapes) = match diagnostics.ok(SUBJECT.parse::<Item>(item)) {
        Some(Item::Struct(item)) => {
            let shape = (quote!(Self), parts(&item.fields, &mut diagnostics));
            (item.attrs, item.ident, item.generics, vec![shape])
        }
        Some(Item::Enum(item)) => {
            let shapes = item.variants.iter().map(|variant| {
                check_misplaced(&variant.attrs, &mut diagnostics);
                let name = &variant.ident;
                (quote!(Self::#name), parts(&variant.fields, &mut diagnostics))
            });
            let shapes = shapes.collect();
            (item.attrs, item.ident, item.generics, shapes)
        }
        _ => return diagnostics.finish().err().unwrap_or_default(),
    };
    check_misplaced(&attributes, &mut diagnostics);
    let p = CratePath::take(&mut attributes, &mut diagnostics).private();
    bound_each(&mut generics, &p);
    let (declared, arguments, clause) = generics.split_for_impl();
    let (declared, this) = (quote!(#declared), quote!(#ident #arguments));
    let Err(errors) = diagnostics.finish() else {
        let clause = clause.map(ToTokens::to_token_stream);
        let searched = Searched { ident: &ident, declared, this, clause, shapes };
        let (search, promises) = (searched.expand(&p), searched.expand_promises(&[], &p));
        return quote!(#search #promises);
    };
    // With an implementation, uses of the type cause no further errors.
    let stub = clause.is_none().then(|| Searched::expand_stub(&declared, &this, &p));
    quote!(#errors #stub)
}

/// The fields of a struct or of a variant.
fn parts(fields: &Fields, diagnostics: &mut Diagnostics) -> Vec<Part> {
    let part = |(index, field): (usize, &Field)| {
        let attribute = field.attrs.iter().find(|attribute| attribute.path().is_ident(NO_TENSORS));
        let member = match &field.ident {
            Some(name) => Member::Named(name.clone()),
            None => Member::Unnamed(Index::from(index)),
        };
        Part {
            member: member.to_token_stream(),
            ty: field.ty.to_token_stream(),
            conditions: Vec::new(),
            promise: attribute.and_then(|attribute| read_promise(attribute, diagnostics)),
        }
    };
    fields.iter().enumerate().map(part).collect()
}

fn check_misplaced(attributes: &[Attribute], diagnostics: &mut Diagnostics) {
    for misplaced in attributes.iter().filter(|attribute| attribute.path().is_ident(NO_TENSORS)) {
        diagnostics.error(misplaced, "`#[no_tensors(unsafe)]` belongs on the field that leads to no tensor");
    }
}

/// Requires of each type parameter that its values can be searched.
fn bound_each(generics: &mut Generics, p: &TokenStream) {
    for parameter in generics.type_params_mut() {
        parameter.default = None;
        parameter.bounds.push(TypeParamBound::Verbatim(quote_spanned!(ours()=> #p::SearchTensors)));
    }
}
