//! `SearchTensors` of structs and enums, in the expansions of classes and of derives.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Meta};

use crate::diagnostics::Diagnostics;
use crate::tokens::mentions;

/// The attribute of a field that leads to no tensor of others.
pub(crate) const NO_TENSORS: &str = "no_tensors";

/// Reads `#[no_tensors(unsafe)]`.
pub(crate) fn read_promise(attribute: &Attribute, diagnostics: &mut Diagnostics) -> Option<Span> {
    if let Meta::List(list) = &attribute.meta
        && list.tokens.to_string() == "unsafe"
    {
        return list.tokens.clone().into_iter().next().map(|promise| promise.span());
    }
    diagnostics.error(
        attribute,
        "`no_tensors` is a promise that memory safety depends on: that the field leads to no tensor which a caller can have too\nhelp: write `#[no_tensors(unsafe)]`",
    );
    None
}

/// A type, and what it consists of.
pub(crate) struct Searched<'a> {
    /// The name.
    pub(crate) ident: &'a Ident,
    /// The parameters, as they are declared.
    pub(crate) declared: TokenStream,
    /// The type with its parameters.
    pub(crate) this: TokenStream,
    /// The `where` clause.
    pub(crate) clause: Option<TokenStream>,
    /// `Self` of a struct, or `Self::Variant` of each variant, with the fields.
    pub(crate) shapes: Vec<(TokenStream, Vec<Part>)>,
}

/// A field.
pub(crate) struct Part {
    /// Its name or number.
    pub(crate) member: TokenStream,
    /// Its type.
    pub(crate) ty: TokenStream,
    /// The `#[cfg]` attributes.
    pub(crate) conditions: Vec<TokenStream>,
    /// The user's `unsafe` in `#[no_tensors(unsafe)]`, which keeps the search out.
    pub(crate) promise: Option<Span>,
}

impl Searched<'_> {
    /// The implementation. It names the trait for each type, and asks no method call which function that is: a trait in the user's scope may
    /// have one of the same name. It names all fields, since another macro may add one to the type later.
    pub(crate) fn expand(&self, p: &TokenStream) -> TokenStream {
        let Self { declared, this, clause, .. } = self;
        let leads = ["LEADS_TO_TENSORS", "LEADS_TO_PYTHON"].map(|constant| self.expand_leads(constant, p));
        let arms = self.shapes.iter().map(|(shape, parts)| {
            let fields = parts.iter().enumerate().map(|(index, part)| part.pattern(index));
            let searches = parts.iter().enumerate().map(|(index, part)| part.search(index, p));
            quote_spanned!(ours()=> #shape { #(#fields)* } => { #(#searches)* })
        });
        // A `match` on a reference needs an arm, also for an enum without variants.
        let value = if self.shapes.is_empty() { quote!(*self) } else { quote_spanned!(ours()=> self) };
        quote_spanned! {ours()=>
            unsafe impl #declared #p::SearchTensors for #this #clause {
                #(#leads)*
                fn search(&self, __search: &mut #p::TensorSearch) {
                    match #value { #(#arms)* }
                }
            }
        }
    }

    /// An `unsafe` with the span of the one in the user's code, so that lints see it: `unsafe_code`, and one about comments, which only finds those of items in
    /// modules.
    pub(crate) fn expand_promises(&self, inherited: &[TokenStream], p: &TokenStream) -> TokenStream {
        let parts = self.shapes.iter().flat_map(|(_, parts)| parts);
        let promises = parts.filter_map(|part| {
            let (span, conditions) = (part.promise?, &part.conditions);
            let promise = quote_spanned!(span=> const _: () = unsafe { #p::no_tensors() };);
            Some(quote!(#(#inherited)* #(#conditions)* #promise))
        });
        promises.collect()
    }

    /// A constant that says what the parts may lead to.
    fn expand_leads(&self, constant: &str, p: &TokenStream) -> TokenStream {
        let constant = Ident::new(constant, ours());
        let names = [self.ident.to_string(), "Self".to_owned()];
        let parts = self.shapes.iter().flat_map(|(_, parts)| parts);
        let leads = parts.filter(|part| part.promise.is_none()).map(|Part { ty, conditions, .. }| {
            // The constant of a type cannot depend on itself.
            let leads = if names.iter().any(|name| mentions(ty.clone(), name)) {
                quote_spanned!(ours()=> true)
            } else {
                quote_spanned!(at(ty)=> <#ty as #p::SearchTensors>::#constant)
            };
            quote!(#(#conditions)* #leads)
        });
        quote_spanned!(ours()=> const #constant: ::core::primitive::bool = #p::any_of(&[#(#leads),*]);)
    }

    /// An implementation for a type without tensors, such as one with an error.
    pub(crate) fn expand_stub(declared: &TokenStream, this: &TokenStream, p: &TokenStream) -> TokenStream {
        quote_spanned! {ours()=>
            unsafe impl #declared #p::SearchTensors for #this {
                const LEADS_TO_TENSORS: ::core::primitive::bool = false;
                fn search(&self, _: &mut #p::TensorSearch) {}
            }
        }
    }
}

impl Part {
    fn pattern(&self, index: usize) -> TokenStream {
        let Self { member, conditions, .. } = self;
        let name = match self.promise {
            Some(_) => quote_spanned!(ours()=> _),
            None => value(index).to_token_stream(),
        };
        quote_spanned!(ours()=> #(#conditions)* #member: #name,)
    }

    fn search(&self, index: usize, p: &TokenStream) -> Option<TokenStream> {
        let Self { ty, conditions, .. } = self;
        let value = value(index);
        let search = quote_spanned!(at(ty)=> <#ty as #p::SearchTensors>::search(#value, __search););
        self.promise.is_none().then(|| quote!(#(#conditions)* #search))
    }
}

/// The name of a field's value.
fn value(index: usize) -> Ident {
    Ident::new(&format!("__part{index}"), ours())
}

/// A span of generated code at a type, where rustc shows errors in the code.
fn at(ty: &TokenStream) -> Span {
    ty.clone().into_iter().next().map_or_else(ours, |first| ours().located_at(first.span()))
}

fn ours() -> Span {
    Span::mixed_site()
}
