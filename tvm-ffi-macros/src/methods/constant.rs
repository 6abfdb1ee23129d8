//! Constants of a class.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::ImplItemConst;

use crate::contract::entry::name_of;
use crate::diagnostics::Diagnostics;
use crate::docs::Doc;
use crate::inherited::conditions;
use crate::options::{Form, Table};
use crate::tokens::replace_self;

/// A constant, which Python has as an attribute of its class or module.
pub(crate) struct Constant {
    /// The name in Rust.
    pub(crate) ident: Ident,
    /// The name for callers.
    pub(crate) name: String,
    /// The type.
    pub(crate) ty: TokenStream,
    pub(crate) doc: Doc,
    /// Its `#[cfg]` attributes.
    pub(crate) conditions: TokenStream,
    /// What the user wrote, without our attributes.
    pub(crate) item: TokenStream,
}

const TABLE: Table = Table::new(&[("skip", Form::Flag)]).of(" of a constant");

impl Constant {
    /// The model of a constant in a block for the class `class`.
    ///
    /// # Errors
    ///
    /// The item, if only Rust uses the constant.
    pub(super) fn new(
        mut item: ImplItemConst,
        class: &TokenStream,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, TokenStream> {
        let mut is_skipped = false;
        TABLE.take(&mut item.attrs, diagnostics, &mut |_, _, _, _| is_skipped = true);
        if is_skipped || item.ident == "_" {
            return Err(item.into_token_stream());
        }
        Ok(Self {
            ident: item.ident.clone(),
            name: name_of(&item.ident),
            ty: replace_self(item.ty.to_token_stream(), class),
            doc: Doc::of(&item.attrs),
            conditions: conditions(&item.attrs),
            item: item.into_token_stream(),
        })
    }

    /// The record; `path` is an expression for the value.
    pub(crate) fn expand(&self, path: &TokenStream, p: &TokenStream) -> TokenStream {
        let Self { name, ty, doc, .. } = self;
        let doc = doc.expand().unwrap_or_else(|| quote_spanned!(Span::mixed_site()=> ""));
        quote_spanned! {Span::mixed_site()=>
            #p::ConstantRecord {
                name: #name,
                doc: #doc,
                value: || #p::constant_value::<#ty>(#path),
                of: || #p::Returned::<#ty>::tag().result_type(),
            }
        }
    }
}
