//! What the derives of enums have in common.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{Attribute, GenericParam, ItemEnum, Lifetime, Token};

use crate::crate_path::CratePath;
use crate::diagnostics::Diagnostics;
use crate::subject::Subject;

/// The subject of a derive, by its name.
pub(super) const fn subject(name: &'static str) -> Subject {
    Subject {
        name,
        kind: "an enum",
        is_next: |input| input.peek(Token![enum]),
        help: &[("struct", "use `#[tvm_ffi::object]` to expose a struct"), ("", "write an enum")],
    }
}

/// The path in `#[tvm_ffi(crate = "...")]`, the only option of derives.
pub(super) fn crate_path(item: &mut ItemEnum, diagnostics: &mut Diagnostics) -> CratePath {
    let is_ours = |attribute: &&Attribute| attribute.path().is_ident("tvm_ffi");
    for misplaced in item.variants.iter().flat_map(|variant| &variant.attrs).filter(is_ours) {
        diagnostics.error(misplaced, "`#[tvm_ffi(...)]` belongs on the enum, not on a variant");
    }
    CratePath::take(&mut item.attrs, diagnostics)
}

/// The lifetime of an enum, which has no other parameters; `None` after an error.
pub(super) fn only_lifetime(
    item: &ItemEnum,
    may_borrow: bool,
    diagnostics: &mut Diagnostics,
) -> Option<Option<Lifetime>> {
    let (mut lifetime, errors) = (None, diagnostics.count());
    for parameter in &item.generics.params {
        match parameter {
            GenericParam::Lifetime(found) if may_borrow && lifetime.is_none() => {
                lifetime = Some(found.lifetime.clone());
            }
            GenericParam::Lifetime(found) if may_borrow => diagnostics.error(
                found,
                "a union borrows from one value, for one lifetime\nhelp: use the first lifetime in all variants",
            ),
            other => diagnostics.error(
                other,
                "the enum has one form for callers and cannot be generic\nhelp: name the types, or write one enum for each",
            ),
        }
    }
    (diagnostics.count() == errors).then_some(lifetime)
}

/// The span for errors about the whole enum.
pub(super) fn name_of(item: &ItemEnum) -> TokenStream {
    item.ident.to_token_stream()
}

/// The span of generated code.
pub(super) fn ours() -> Span {
    Span::mixed_site()
}
