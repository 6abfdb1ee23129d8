//! The annotated enum, told apart from what is none, and the option of derives.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{Attribute, GenericParam, ItemEnum, Lifetime};

use super::found::Found;
use crate::crate_path::CratePath;
use crate::diagnostics::Diagnostics;

/// Which macro is at work.
pub(super) struct Derive {
    /// Its name.
    pub(super) name: &'static str,
    /// What to write for a struct.
    pub(super) for_struct: &'static str,
}

impl Derive {
    /// The enum, if it is one.
    pub(super) fn parse(&self, item: TokenStream, diagnostics: &mut Diagnostics) -> Option<ItemEnum> {
        match syn::parse2(item) {
            Ok(Found::Item(item)) => return Some(*item),
            Ok(Found::Other(keyword)) => {
                let help = match keyword.to_string().as_str() {
                    "struct" => self.for_struct,
                    _ => "write an enum",
                };
                let name = self.name;
                let message =
                    format!("`#[derive(tvm_ffi::{name})]` can only be applied to an enum\nhelp: {help}");
                diagnostics.error(keyword, message);
            }
            Err(error) => diagnostics.push(error),
        }
        None
    }
}

/// The path in `#[tvm_ffi(crate = "...")]`, the only option of derives.
pub(super) fn crate_path(item: &mut ItemEnum, diagnostics: &mut Diagnostics) -> CratePath {
    let is_ours = |attribute: &&Attribute| attribute.path().is_ident("tvm_ffi");
    for misplaced in item.variants.iter().flat_map(|variant| &variant.attrs).filter(is_ours) {
        diagnostics.error(misplaced, "`#[tvm_ffi(...)]` stands on the enum, not on a variant");
    }
    CratePath::take(&mut item.attrs, diagnostics)
}

/// The lifetime of an enum, which has no other parameters; `None` after a report.
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

/// Where to point when the whole enum is meant.
pub(super) fn name_of(item: &ItemEnum) -> TokenStream {
    item.ident.to_token_stream()
}

/// Code of ours.
pub(super) fn ours() -> Span {
    Span::mixed_site()
}
