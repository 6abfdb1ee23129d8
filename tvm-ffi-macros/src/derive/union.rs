//! `#[derive(tvm_ffi::Union)]`.

mod expand;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Fields, ItemEnum, Lifetime, Type, Variant};

use super::item::{crate_path, name_of, only_lifetime, subject};
use crate::diagnostics::Diagnostics;
use crate::lifetimes::first_lifetime_but;
use crate::subject::Subject;
use crate::tokens::replace_self;
use expand::{expand_stub, expand_union};

const SUBJECT: Subject = subject("#[derive(tvm_ffi::Union)]");

/// The largest number of variants, which are tried one after the other.
const VARIANTS: usize = 64;

/// One enum whose variants are values of different types.
struct Union {
    ident: Ident,
    /// The lifetime of its borrows.
    lifetime: Option<Lifetime>,
    alternatives: Vec<Alternative>,
}

/// A variant.
struct Alternative {
    variant: Ident,
    /// The type of the value; `None` for the variant that means `None`.
    ty: Option<TokenStream>,
}

/// Expands to the conversions of an enum, or to errors.
pub(crate) fn union(item: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let Some(mut item) = diagnostics.ok(SUBJECT.parse::<ItemEnum>(item)) else {
        return diagnostics.finish().err().unwrap_or_default();
    };
    let p = crate_path(&mut item, &mut diagnostics).private();
    let lifetime = only_lifetime(&item, true, &mut diagnostics);
    let arguments = lifetime.iter().flatten().map(|lifetime| quote!(<#lifetime>));
    let ident = &item.ident;
    let alternatives = alternatives(&item, &quote!(#ident #(#arguments)*), &mut diagnostics);
    let errors = diagnostics.finish().err();
    // With conversions, uses of the type cause no further errors.
    let added = lifetime.map(|lifetime| {
        let is_known = !has_unknown_lifetime(&alternatives, lifetime.as_ref());
        let union = Union { ident: item.ident, lifetime, alternatives };
        if errors.is_none() && is_known { expand_union(&union, &p) } else { expand_stub(&union, &p) }
    });
    quote!(#errors #added)
}

fn alternatives(item: &ItemEnum, this: &TokenStream, diagnostics: &mut Diagnostics) -> Vec<Alternative> {
    if item.variants.is_empty() {
        diagnostics.error(
            name_of(item),
            "the enum has no variants, so no value is valid\nhelp: write a variant for each type: `Number(f64)`",
        );
    }
    if let Some(one_too_many) = item.variants.iter().nth(VARIANTS) {
        diagnostics
            .error(one_too_many, format!("a union has at most {VARIANTS} variants, which are tried in turn"));
    }
    check_one_none(item, diagnostics);
    let alternative = |variant: &Variant| {
        let ty = value_type(variant, diagnostics);
        let ty = ty.map(|ty| replace_self(ty.to_token_stream(), this));
        Alternative { variant: variant.ident.clone(), ty }
    };
    item.variants.iter().map(alternative).collect()
}

/// Reports variants without a value, except the first.
fn check_one_none(item: &ItemEnum, diagnostics: &mut Diagnostics) {
    let mut units = item.variants.iter().filter(|variant| matches!(variant.fields, Fields::Unit));
    let Some(first) = units.next() else { return };
    for other in units {
        diagnostics.error(
            &other.ident,
            format!(
                "`{}` means `None` already, as every variant without a value does\nhelp: leave one of them out, or use `#[derive(tvm_ffi::StrEnum)]` for an enum of names",
                first.ident
            ),
        );
    }
}

/// The type of the value in a variant.
fn value_type<'a>(variant: &'a Variant, diagnostics: &mut Diagnostics) -> Option<&'a Type> {
    let (name, help) = match &variant.fields {
        Fields::Unit => return None,
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => return Some(&fields.unnamed[0].ty),
        Fields::Unnamed(fields) if fields.unnamed.is_empty() => {
            ("", "leave out the parentheses for the variant that means `None`")
        }
        Fields::Unnamed(_) => ("", "hold a tuple, `Pair((i64, f64))`, or an object"),
        Fields::Named(_) => {
            (", without a name", "write `Number(f64)`; a struct with `#[tvm_ffi::object]` has named fields")
        }
    };
    let message = format!("a variant of a `Union` holds one value{name}\nhelp: {help}");
    diagnostics.error(&variant.fields, message);
    None
}

/// Whether a type has a lifetime that the enum does not declare, which the compiler reports.
fn has_unknown_lifetime(alternatives: &[Alternative], lifetime: Option<&Lifetime>) -> bool {
    let name = lifetime.map(|lifetime| lifetime.ident.to_string());
    let mut types = alternatives.iter().filter_map(|alternative| alternative.ty.clone());
    types.any(|ty| first_lifetime_but(ty, name.as_deref()).is_some())
}
