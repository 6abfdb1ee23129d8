//! Const assertions for facts that the macro cannot see through type aliases.

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::Type;

use crate::contract::entry::{Dims, Entry, EntryKind, name_of};
use crate::contract::{At, Contract};
use crate::model::{ExportFn, Parameter};
use crate::parameter_type::{Base, Form, Layout, Rank};
use crate::tokens::mentions;

/// Constants that the compiler evaluates whenever it checks the crate.
pub(super) fn expand_assertions(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let parameters = export.arguments.parameters();
    let (mut all, mut others) = (Vec::new(), Vec::new());
    for parameter in parameters {
        assertions(parameter, export, p, &mut all);
        varying(parameter, export, p, &mut others);
    }
    let mut instances = instances(export).into_iter();
    let first = instances.next().map(|types| expand_instance(export, &types, &all));
    let others = instances.map(|types| expand_instance(export, &types, &others));
    quote_spanned!(Span::mixed_site()=> #first #(#others)*)
}

/// Assertions about one instance of a function.
fn expand_instance(
    export: &ExportFn<'_>,
    types: &[&Type],
    assertions: &[TokenStream],
) -> Option<TokenStream> {
    if assertions.is_empty() {
        return None;
    }
    let variables = export.variables.iter().map(|variable| &variable.ident);
    Some(quote_spanned! {Span::mixed_site()=>
        const _: () = {
            #(#[allow(dead_code)] type #variables = #types;)*
            #(#assertions)*
        };
    })
}

/// The types of each instance, in the order of the variables. A function that is not generic has one instance.
fn instances<'a>(export: &ExportFn<'a>) -> Vec<Vec<&'a Type>> {
    let mut instances = vec![Vec::new()];
    for variable in export.variables {
        let shorter = core::mem::take(&mut instances);
        for types in &shorter {
            for ty in &variable.types {
                instances.push([&types[..], &[ty]].concat());
            }
        }
    }
    instances
}

/// The assertions about one parameter in every instance: its elements have the type that chose the instance, and memory is shared only
/// where `#[alias]` allows it. All others are the same for all types.
fn varying(parameter: &Parameter, export: &ExportFn<'_>, p: &TokenStream, found: &mut Vec<TokenStream>) {
    let ty = &parameter.ty;
    let mut assert = |at: &TokenStream, what: &str, other: &TokenStream| {
        let varies = |name: &str| mentions(ty.clone(), name) || mentions(other.clone(), name);
        if export.variables.iter().any(|variable| varies(&variable.ident.to_string())) {
            found.push(assertion(at, what, &[ty, other], None, p));
        }
    };
    if let Some((at, other)) = aliased(parameter, export) {
        assert(at, "assert_alias", &other.ty);
    }
    if let (Base::Unknown, Some(variable)) = (&parameter.kind.base, &parameter.variable) {
        assert(ty, "assert_element", &variable.to_token_stream());
    }
    if matches!(parameter.kind.base, Base::Unknown) {
        found.extend(assert_same_use(ty, export, p));
    }
}

/// The assertion that a call uses a type as in the first instance, which the description is about.
fn assert_same_use(ty: &TokenStream, export: &ExportFn<'_>, p: &TokenStream) -> Option<TokenStream> {
    let (variables, first): (Vec<_>, Vec<_>) =
        export.variables.iter().map(|variable| (&variable.ident, variable.types.first())).unzip();
    if !variables.iter().any(|variable| mentions(ty.clone(), &variable.to_string())) {
        return None;
    }
    let span = first_name(ty).unwrap_or_else(Span::call_site);
    let call = quote_spanned!(span=> __assert(__use::<#ty>(), {
        #(#[allow(dead_code)] type #variables = #first;)*
        __use::<#ty>()
    }));
    Some(
        quote_spanned!(Span::mixed_site()=> { use #p::{assert_same_use as __assert, use_of as __use}; #call; }),
    )
}

/// The parameter that another may share memory with, and the tokens of `#[alias]`.
fn aliased<'a>(
    parameter: &'a Parameter,
    export: &'a ExportFn<'_>,
) -> Option<(&'a TokenStream, &'a Parameter)> {
    let At { value, at } = parameter.contract.alias.as_ref()?;
    let other = export.arguments.parameters().iter().find(|other| other.name == name_of(value))?;
    Some((at, other))
}

/// The assertions about one parameter.
fn assertions(parameter: &Parameter, export: &ExportFn<'_>, p: &TokenStream, found: &mut Vec<TokenStream>) {
    let Parameter { ty, kind, contract, .. } = parameter;
    let Unclear { rank, layout, rest } = Unclear::of(parameter);
    let mut assert = |at: &TokenStream, what: &str, types: &[&TokenStream], dims: Option<&Dims>| {
        found.push(assertion(at, what, types, dims, p));
    };
    let Contract { shape, strides, dtypes, devices, out, .. } = contract;
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
    // Types with the expected names are asserted too, since memory safety depends on it.
    if let Some((at, other)) = aliased(parameter, export) {
        assert(at, "assert_alias", &[ty, &other.ty], None);
    }
    if let Some(variable) = parameter.variable.as_ref().filter(|_| rest) {
        assert(ty, "assert_element", &[ty, &variable.to_token_stream()], None);
    }
}

/// A call of `p::what::<types>(...)`, with the span `at`, which rustc shows. With that span a path would be resolved
/// in the user's scope, so the name is short.
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

/// The assertions that the tokens of a type do not settle.
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
    let takes = |entry: &Entry, name: &str| match &entry.kind {
        EntryKind::Value(value) => value.symbols().into_iter().any(|symbol| name_of(symbol) == name),
        _ => false,
    };
    let is_taken = |symbol: &Ident| {
        let name = name_of(symbol);
        export.arguments.parameters().iter().any(|Parameter { contract, .. }| {
            [&contract.shape, &contract.strides]
                .into_iter()
                .flatten()
                .any(|dims| dims.value.entries.iter().any(|entry| takes(entry, &name)))
        })
    };
    dims.entries.iter().any(|entry| match &entry.kind {
        EntryKind::Symbol(symbol) | EntryKind::Multiple(symbol, _) => is_taken(symbol),
        _ => false,
    })
}

/// The span of the name of an attribute or of a type.
fn first_name(tokens: &TokenStream) -> Option<Span> {
    tokens.clone().into_iter().find_map(|token| match token {
        TokenTree::Ident(name) => Some(name.span()),
        TokenTree::Group(group) => first_name(&group.stream()),
        _ => None,
    })
}
