//! The `impl` block.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Generics, ImplItem, ImplItemConst, Token, Type, WhereClause, braced, token};

use crate::item::{FnItem, is_function};
use crate::subject::Subject;

/// An `impl` block. Bodies are not parsed.
pub(crate) struct Block {
    pub(crate) attributes: Vec<Attribute>,
    /// `unsafe` or `default`, which are reported.
    pub(crate) qualifier: Option<Ident>,
    pub(crate) impl_token: Token![impl],
    pub(crate) generics: Generics,
    /// `Trait for`, of an implementation of a trait.
    pub(crate) of_trait: Option<TokenStream>,
    pub(crate) ty: Type,
    pub(crate) clause: Option<WhereClause>,
    pub(crate) members: Vec<Member>,
}

/// A member of the block.
pub(crate) enum Member {
    /// A function with a body.
    Function(Box<FnItem>),
    /// A constant.
    Constant(Box<ImplItemConst>),
    /// Anything else.
    Other(TokenStream),
}

impl Parse for Block {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let Some(qualifier) = qualifier(input) else { return Err(SUBJECT.error(input)) };
        let impl_token = input.parse()?;
        let mut generics: Generics = input.parse()?;
        let (of_trait, ty) = subject(input)?;
        let clause = input.parse()?;
        generics.where_clause = None;
        let content;
        braced!(content in input);
        let inner = content.call(Attribute::parse_inner)?;
        let attributes = attributes.into_iter().chain(inner).collect();
        let mut members = Vec::new();
        while !content.is_empty() {
            members.push(content.parse()?);
        }
        Ok(Self { attributes, qualifier, impl_token, generics, of_trait, ty, clause, members })
    }
}

/// The qualifier before `impl`, if that follows.
fn qualifier(input: ParseStream<'_>) -> Option<Option<Ident>> {
    if input.peek(Token![impl]) {
        return Some(None);
    }
    if !(input.peek(Token![unsafe]) || input.peek(Token![default])) || !input.peek2(Token![impl]) {
        return None;
    }
    input.call(Ident::parse_any).ok().map(Some)
}

/// The trait, if there is one, and the type.
fn subject(input: ParseStream<'_>) -> syn::Result<(Option<TokenStream>, Type)> {
    let not: Option<Token![!]> = input.parse()?;
    let first: Type = input.parse()?;
    if !input.peek(Token![for]) {
        return Ok((not.map(ToTokens::into_token_stream), first));
    }
    let of: Token![for] = input.parse()?;
    Ok((Some(quote!(#not #first #of)), input.parse()?))
}

const SUBJECT: Subject = Subject {
    name: "#[tvm_ffi::methods]",
    kind: "an `impl` block",
    is_next: |input| qualifier(input).is_some(),
    help: &[
        ("!", "put the attribute on the `impl` block inside the macro"),
        ("struct", "use `#[tvm_ffi::object]` on the struct, and this on `impl Name { ... }`"),
        ("fn", "use `#[tvm_ffi::export]` to export a function"),
        ("mod", "put it on each `impl` block in the module"),
        ("trait", "put it on the `impl` block of an object type"),
        ("", "put it on the `impl` block of a type with `#[tvm_ffi::object]`"),
    ],
};

impl Parse for Member {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        let attributes = ahead.call(Attribute::parse_outer)?;
        let visibility = ahead.parse()?;
        if !is_function(&ahead.fork()) {
            return Ok(match input.parse::<ImplItem>()? {
                ImplItem::Const(constant) => Self::Constant(Box::new(constant)),
                other => Self::Other(other.into_token_stream()),
            });
        }
        let signature = ahead.parse()?;
        if !ahead.peek(token::Brace) {
            return Ok(Self::Other(input.parse::<ImplItem>()?.into_token_stream()));
        }
        let body = ahead.parse::<TokenTree>()?.into();
        syn::parse::discouraged::Speculative::advance_to(input, &ahead);
        Ok(Self::Function(Box::new(FnItem { attributes, visibility, signature, body })))
    }
}

impl Block {
    /// The block with other members.
    pub(crate) fn with_members(&self, members: &[TokenStream]) -> TokenStream {
        let Self { attributes, qualifier, impl_token, generics, of_trait, ty, clause, .. } = self;
        let (outer, inner): (Vec<_>, Vec<_>) =
            attributes.iter().partition(|attribute| matches!(attribute.style, syn::AttrStyle::Outer));
        quote! {
            #(#outer)*
            #qualifier #impl_token #generics #of_trait #ty #clause {
                #(#inner)*
                #(#members)*
            }
        }
    }
}
