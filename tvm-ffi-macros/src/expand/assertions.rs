//! What tokens do not tell, asserted by type.

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

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
    let mut assert = |at: &TokenStream, what: &str, types: &[&TokenStream], dims: Option<&Dims>| {
        found.push(assertion(at, what, types, dims, p));
    };
    let Contract { shape, strides, dtypes, devices, out, alias, .. } = contract;
    if let Some(At { value, at }) = shape.as_ref().filter(|_| rank) {
        assert(at, "assert_shape", &[ty], Some(value));
        if rest && kind.form == Form::One && is_needed(value, export) {
            assert(at, "assert_present", &[ty], None);
        }
    }
    if let Some(At { value, at }) = strides.as_ref().filter(|_| rank || layout) {
        assert(at, "assert_strides", &[ty], Some(value));
    }
    if let Some(At { at, .. }) = dtypes.as_ref().filter(|_| rest) {
        assert(at, "assert_dtype", &[ty], None);
    }
    if let Some(At { at, .. }) = devices.as_ref().filter(|_| rest) {
        assert(at, "assert_device", &[ty], None);
    }
    if let Some(At { at, .. }) = out.as_ref().filter(|_| rest) {
        assert(at, "assert_out", &[ty], None);
    }
    if let Some(At { value, at }) = alias {
        // Names that are as they should be are asserted too: memory is at stake.
        let other = export.arguments.parameters().iter().find(|other| other.name == name_of(value));
        if let Some(other) = other {
            assert(at, "assert_alias", &[ty, &other.ty], None);
        }
    }
    if let Some(variable) = parameter.variable.as_ref().filter(|_| rest) {
        assert(ty, "assert_element", &[ty, &variable.to_token_stream()], None);
    }
    found
}

/// A call of `p::what::<types>(...)`, with the tokens at `at`, so that the compiler shows that place. A path would be taken
/// for one of the user's there, hence the short name.
fn assertion(
    at: &TokenStream,
    what: &str,
    types: &[&TokenStream],
    dims: Option<&Dims>,
    p: &TokenStream,
) -> TokenStream {
    let span = first_name(at).unwrap_or_else(Span::call_site);
    let what = Ident::new(what, Span::mixed_site());
    let arguments = dims.map(|dims| {
        let (count, has_rest) = (Literal::usize_unsuffixed(dims.count()), dims.rest().is_some());
        quote_spanned!(span=> #count, #has_rest)
    });
    let call = quote_spanned!(span=> __assert::<#(#types),*>(#arguments));
    quote_spanned!(Span::mixed_site()=> { use #p::#what as __assert; #call })
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
