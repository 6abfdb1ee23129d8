//! What tokens do not tell, asserted by type.

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::quote_spanned;

use crate::contract::entry::{Dims, EntryKind, name_of};
use crate::contract::{At, Contract};
use crate::model::{ExportFn, Parameter};
use crate::parameter_type::{Base, Form, Layout, Rank};

/// Constants that the compiler evaluates whenever it checks the crate.
pub(super) fn expand_assertions(export: &ExportFn<'_>, p: &TokenStream) -> Option<TokenStream> {
    let parameters = export.arguments.parameters();
    let assertions: Vec<_> =
        parameters.iter().flat_map(|parameter| assertions(parameter, export, p)).collect();
    if assertions.is_empty() {
        return None;
    }
    // What is asserted is the same for all types, but for the element type, which every instance has its own of.
    let variables = export.variables.iter().map(|variable| {
        let (ident, first) = (&variable.ident, variable.types.first());
        quote_spanned! {Span::mixed_site()=>
            #[allow(dead_code)]
            type #ident = #first;
        }
    });
    Some(quote_spanned! {Span::mixed_site()=>
        const _: () = {
            #(#variables)*
            #(#assertions)*
        };
    })
}

/// What is asserted of one parameter.
fn assertions(parameter: &Parameter, export: &ExportFn<'_>, p: &TokenStream) -> Vec<TokenStream> {
    let Parameter { ty, kind, contract, .. } = parameter;
    let Unclear { rank, layout, rest } = Unclear::of(parameter);
    let mut found = Vec::new();
    let mut assert = |at: &TokenStream, what: &str, arguments: TokenStream| {
        let span = Span::mixed_site().located_at(first_name(at).unwrap_or_else(Span::call_site));
        let what = Ident::new(what, span);
        found.push(quote_spanned!(span=> #p::#what #arguments;));
    };
    let Contract { shape, strides, dtypes, devices, out, alias, .. } = contract;
    if let Some(At { value, at }) = shape.as_ref().filter(|_| rank) {
        assert(at, "assert_shape", counted(ty, value));
        if rest && kind.form == Form::One && is_needed(value, export) {
            assert(at, "assert_present", quote_spanned!(Span::mixed_site()=> ::<#ty>()));
        }
    }
    if let Some(At { value, at }) = strides.as_ref().filter(|_| rank || layout) {
        assert(at, "assert_strides", counted(ty, value));
    }
    let alone = quote_spanned!(Span::mixed_site()=> ::<#ty>());
    if let Some(At { at, .. }) = dtypes.as_ref().filter(|_| rest) {
        assert(at, "assert_dtype", alone.clone());
    }
    if let Some(At { at, .. }) = devices.as_ref().filter(|_| rest) {
        assert(at, "assert_device", alone.clone());
    }
    if let Some(At { at, .. }) = out.as_ref().filter(|_| rest) {
        assert(at, "assert_out", alone);
    }
    if let Some(At { value, at }) = alias {
        // Names that are as they should be are asserted too: memory is at stake.
        let other = export.arguments.parameters().iter().find(|other| other.name == name_of(value));
        if let Some(Parameter { ty: other, .. }) = other {
            assert(at, "assert_alias", quote_spanned!(Span::mixed_site()=> ::<#ty, #other>()));
        }
    }
    if let Some(variable) = parameter.variable.as_ref().filter(|_| rest) {
        assert(ty, "assert_element", quote_spanned!(Span::mixed_site()=> ::<#ty, #variable>()));
    }
    found
}

/// What the tokens of a type leave open.
struct Unclear {
    rank: bool,
    layout: bool,
    rest: bool,
}

impl Unclear {
    fn of(Parameter { kind, .. }: &Parameter) -> Self {
        match &kind.base {
            Base::View(view) => {
                Self { rank: view.rank == Rank::Unknown, layout: view.layout == Layout::Unknown, rest: false }
            }
            base => {
                let is_unknown = matches!(base, Base::Unknown);
                Self { rank: is_unknown, layout: is_unknown, rest: is_unknown }
            }
        }
    }
}

/// `::<Type>(2, false)`
fn counted(ty: &TokenStream, dims: &Dims) -> TokenStream {
    let (count, has_rest) = (Literal::usize_unsuffixed(dims.count()), dims.rest().is_some());
    quote_spanned!(Span::mixed_site()=> ::<#ty>(#count, #has_rest))
}

/// Whether an expression somewhere takes a symbol from these entries.
fn is_needed(dims: &Dims, export: &ExportFn<'_>) -> bool {
    let bound = dims.entries.iter().filter_map(|entry| match &entry.kind {
        EntryKind::Symbol(symbol) | EntryKind::Multiple(symbol, _) => Some(name_of(symbol)),
        _ => None,
    });
    let bound: Vec<_> = bound.collect();
    let parameters = export.arguments.parameters().iter();
    let all = parameters
        .flat_map(|parameter| [&parameter.contract.shape, &parameter.contract.strides])
        .flatten()
        .flat_map(|dims| &dims.value.entries);
    all.filter_map(|entry| match &entry.kind {
        EntryKind::Value(value) => Some(value),
        _ => None,
    })
    .any(|value| value.symbols().into_iter().any(|symbol| bound.contains(&name_of(symbol))))
}

/// Where the name of an attribute stands, or that of a type.
fn first_name(tokens: &TokenStream) -> Option<Span> {
    tokens.clone().into_iter().find_map(|token| match token {
        TokenTree::Ident(name) => Some(name.span()),
        TokenTree::Group(group) => first_name(&group.stream()),
        _ => None,
    })
}
