//! Exported constants.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Item, LitStr, StaticMutability, Token, Visibility};

use super::is_in_place;
use crate::check::check_ident;
use crate::contract::entry::name_of;
use crate::crate_path::{CRATE_USAGE, CratePath};
use crate::diagnostics::Diagnostics;
use crate::docs::Doc;
use crate::expand::expand_alias;
use crate::inherited::{conditions, inherited};
use crate::item::is_function;
use crate::methods::Constant;
use crate::names::check_name;
use crate::options::{Form, Table, Value};
use crate::source::SourcePlace;

const TABLE: Table = Table::new(&[
    ("name", Form::Text("a string literal: `name = \"math.PI\"`")),
    ("crate", Form::Text(CRATE_USAGE)),
])
.of(" of a constant");

/// Whether an item is a constant or a static.
pub(super) fn is_constant(item: &TokenStream) -> bool {
    let parse = |input: ParseStream<'_>| {
        input.call(Attribute::parse_outer)?;
        input.parse::<Visibility>()?;
        let is_constant =
            input.peek(Token![const]) && !is_function(&input.fork()) || input.peek(Token![static]);
        input.parse::<TokenStream>()?;
        Ok(is_constant)
    };
    parse.parse2(item.clone()).unwrap_or(false)
}

/// Expands to the item and the entry of the constant, or to the item and errors.
pub(super) fn export(
    options: TokenStream,
    item: &TokenStream,
    place_of: impl Fn(Span) -> Option<SourcePlace>,
) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let (mut renamed, mut krate): (Option<LitStr>, _) = (None, CratePath::default());
    TABLE.parse(options, &mut diagnostics, &mut |name, _, value, diagnostics| match (name, value) {
        ("name", Value::Text(name)) => {
            diagnostics.check(&name, check_name);
            renamed = Some(name);
        }
        ("crate", Value::Text(path)) => krate = CratePath::parse(&path, diagnostics),
        _ => {}
    });
    let parsed = diagnostics.ok(syn::parse2::<Item>(item.clone()));
    let (ident, ty, attributes, value) = match &parsed {
        Some(Item::Const(of)) => (&of.ident, &of.ty, &of.attrs, of.ident.to_token_stream()),
        Some(Item::Static(of)) => {
            if let StaticMutability::Mut(at) = &of.mutability {
                diagnostics.error(at, "an exported constant cannot change\nhelp: export functions that read and write the value");
            }
            let ident = &of.ident;
            (ident, &of.ty, &of.attrs, quote_spanned!(ident.span()=> ::core::clone::Clone::clone(&#ident)))
        }
        _ => {
            let errors = diagnostics.finish().err();
            return quote!(#item #errors);
        }
    };
    check_constant(ident, renamed.as_ref(), &mut diagnostics);
    let name = renamed.map_or_else(|| name_of(ident), |name| name.value());
    is_in_place(attributes, ident, &name, place_of, &mut diagnostics);
    if let Err(errors) = diagnostics.finish() {
        return quote!(#item #errors);
    }
    let constant = Constant {
        ident: ident.clone(),
        name,
        ty: ty.to_token_stream(),
        doc: Doc::of(attributes),
        conditions: conditions(attributes),
        item: item.clone(),
    };
    let ((alias, p), inherited) = (expand_alias(&krate), inherited(attributes));
    let record = constant.expand(&value, &p);
    quote_spanned! {Span::mixed_site()=>
        #item
        #(#inherited)*
        const _: () = {
            #alias
            #p::enter! { constant: #record }
        };
    }
}

fn check_constant(ident: &Ident, name: Option<&LitStr>, diagnostics: &mut Diagnostics) {
    if ident.unraw() == "_" {
        diagnostics.error(ident, "an exported constant has a name\nhelp: write `const NAME: T = value;`");
    } else {
        check_ident(ident, name, diagnostics);
    }
}
