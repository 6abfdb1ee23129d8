//! Const assertions: what the attributes of parameters and the options of a function ask of types.

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

use super::dispatch::{dtype_of_variable, instances};
use super::record::record_path;
use crate::contract::entry::name_of;
use crate::contract::symbols::Need;
use crate::contract::{At, Contract};
use crate::model::{ExportFn, Parameter};
use crate::tokens::mentions;

/// Constants that the compiler evaluates whenever it checks the crate, those about the types of an instance for each instance.
pub(super) fn expand_assertions(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let expansion = Assertions { export, p, record: record_path(export) };
    let parameters = || export.arguments.parameters().iter().enumerate();
    let each: Vec<_> =
        parameters().flat_map(|(index, parameter)| expansion.of_instance(index, parameter)).collect();
    let each = instances(export, p)
        .into_iter()
        .filter(|_| !each.is_empty())
        .map(|types| quote_spanned!(Span::mixed_site()=> const _: () = { #types #(#each)* };));
    let needs = export.needs().filter_map(|need| expansion.of_need(&need));
    let variables = export.variables.iter().map(|variable| expansion.of_variable(&variable.ident));
    let once = parameters().flat_map(|(index, parameter)| expansion.of_parameter(index, parameter));
    each.chain(once).chain(needs).chain(variables).chain(expansion.of_fallback()).collect()
}

struct Assertions<'a> {
    export: &'a ExportFn<'a>,
    p: &'a TokenStream,
    record: TokenStream,
}

impl Assertions<'_> {
    /// The assertions about one parameter, for each instance of the function.
    fn of_instance(&self, index: usize, parameter: &Parameter) -> Vec<TokenStream> {
        let Self { export, p, record } = self;
        let Parameter { ty, kind, contract, variable, .. } = parameter;
        let of = |ty: &TokenStream| quote_spanned!(Span::mixed_site()=> #p::ParameterProbe::<#ty>::TYPE);
        let (this, mut found) = (of(ty), Vec::new());
        if let Some(At { value, at }) = &contract.alias
            && let Some(other) =
                export.arguments.parameters().iter().find(|other| other.name == name_of(value))
        {
            let other = of(&other.ty);
            found.push(self.assertion(
                at,
                "assert_alias",
                &quote_spanned!(Span::mixed_site()=> #this, #other),
            ));
        }
        if !kind.is_plain && export.mentions_variable(ty) {
            let dtype = match variable.as_ref().map(dtype_of_variable) {
                Some(dtype) => quote_spanned!(Span::mixed_site()=> #p::Some(#dtype)),
                None => quote_spanned!(Span::mixed_site()=> #p::None),
            };
            let index = Literal::usize_unsuffixed(index);
            let arguments = quote_spanned!(Span::mixed_site()=> #this, #record, #index, #dtype);
            found.push(self.assertion(ty, "assert_instance", &arguments));
        }
        found
    }

    /// The other assertions about one parameter.
    fn of_parameter(&self, index: usize, parameter: &Parameter) -> Vec<TokenStream> {
        let Parameter { ty, contract: Contract { shape, strides, dtypes, devices, out, .. }, .. } = parameter;
        let (p, record, index) = (self.p, &self.record, Literal::usize_unsuffixed(index));
        let arguments = quote_spanned!(Span::mixed_site()=> #record, #index);
        if let Some(At { at, .. }) = shape.as_ref().filter(|_| parameter.is_integers()) {
            let count = quote_spanned!(Span::mixed_site()=> #arguments, #p::count_of_integers::<#ty>());
            return vec![self.assertion(at, "assert_integers", &count)];
        }
        let asked = [
            (shape.as_ref().map(|shape| &shape.at), "assert_shape"),
            (strides.as_ref().map(|strides| &strides.at), "assert_strides"),
            (dtypes.as_ref().map(|dtypes| &dtypes.at), "assert_dtype"),
            (devices.as_ref().map(|devices| &devices.at), "assert_device"),
            (out.as_ref().map(|out| &out.at), "assert_out"),
        ];
        asked.into_iter().filter_map(|(at, what)| Some(self.assertion(at?, what, &arguments))).collect()
    }

    /// The assertion that one of the tensors that bind a symbol before this use is there in every call.
    fn of_need(&self, Need { at, place, .. }: &Need<'_>) -> Option<TokenStream> {
        let symbol = self.export.symbols.get(at).filter(|symbol| symbol.integer.is_none())?;
        let bound_by = symbol.bound_by(*place).map(|bound| bound.place.parameter);
        Some(self.assertion(at, "assert_bound", &self.any_of(bound_by)))
    }

    /// The assertion that a tensor chooses a variable of `dispatch`.
    fn of_variable(&self, variable: &Ident) -> TokenStream {
        let name = variable.to_string();
        let parameters = self.export.arguments.parameters().iter().enumerate();
        let mentioning = parameters.filter(|(_, parameter)| mentions(parameter.ty.clone(), &name));
        self.assertion(variable, "assert_chosen", &self.any_of(mentioning.map(|(index, _)| index)))
    }

    /// The assertion that a function with a CPU fallback takes a view of CUDA memory.
    fn of_fallback(&self) -> Option<TokenStream> {
        let last = &self.export.fallback?.segments.last()?.ident;
        Some(self.assertion(last, "assert_fallback", &self.record))
    }

    fn any_of(&self, indices: impl Iterator<Item = usize>) -> TokenStream {
        let (record, indices) = (&self.record, indices.map(Literal::usize_unsuffixed));
        quote_spanned!(Span::mixed_site()=> #record, &[#(#indices),*])
    }

    /// A call of `p::what(...)`, with the span of the first name in `at`, which rustc shows. With that span a path would be resolved in the user's
    /// scope, so the name is short.
    fn assertion(&self, at: &impl ToTokens, what: &str, arguments: &TokenStream) -> TokenStream {
        let (p, what) = (self.p, Ident::new(what, Span::mixed_site()));
        let span = first_name(&at.to_token_stream()).unwrap_or_else(Span::call_site);
        let call = quote_spanned!(span=> __assert(#arguments));
        quote_spanned!(Span::mixed_site()=> const _: () = { use #p::#what as __assert; #call };)
    }
}

/// The span of the name of an attribute or of a type.
fn first_name(tokens: &TokenStream) -> Option<Span> {
    tokens.clone().into_iter().find_map(|token| match token {
        TokenTree::Ident(name) => Some(name.span()),
        TokenTree::Group(group) => first_name(&group.stream()),
        _ => None,
    })
}
