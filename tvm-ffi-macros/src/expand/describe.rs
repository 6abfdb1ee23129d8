//! The description of an export, the source of messages and metadata.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote_spanned;

use super::contract::constant_ident;
use super::dispatch::{dtype_ident, expand_described_choice, first_types};
use super::pair;
use crate::contract::entry::name_of;
use crate::contract::returns::Returns;
use crate::default_text::default_text;
use crate::default_value::converted;
use crate::dispatch::Variable;
use crate::docs::Texts;
use crate::export::Gil;
use crate::generics::Generics;
use crate::methods::Kind;
use crate::model::{Arguments, ExportFn, Parameter};
use crate::output::{Output, OutputForm};
use crate::tokens::mentions;

/// The function with the given name that returns the description of an export. It has all texts, and its code costs
/// nothing until it is called.
pub(super) fn expand_describe(export: &ExportFn<'_>, name: &Ident, p: &TokenStream) -> TokenStream {
    let read = quote_spanned!(Span::mixed_site()=> __read: #p::Reader<'_>);
    let description = expand_description(export, p);
    let (list, clause) = match &export.generics {
        Generics { list: Some(list), clause, .. } if has_instances(export) => (list, clause),
        _ => return quote_spanned!(Span::mixed_site()=> fn #name(#read) { __read(&#description) }),
    };
    // Names and schemas are those of the first types. The contract says which types may differ.
    let first = first_types(export);
    let choose = export.values_differ().then(|| {
        let choice = expand_described_choice(export, &quote_spanned!(Span::mixed_site()=> __instance), p);
        quote_spanned!(Span::mixed_site()=> fn __choose(__args: #p::Args<'_>) -> #p::Export { #choice })
    });
    quote_spanned! {Span::mixed_site()=>
        fn #name(#read) {
            fn __instance #list (#read) #clause {
                __read(&#description)
            }
            #choose
            __instance::<#first>(__read)
        }
    }
}

/// Whether the description mentions the variables of a dispatch other than in tensors, of which it has the first types.
fn has_instances(export: &ExportFn<'_>) -> bool {
    let mut variables = export.variables.iter();
    export.values_differ()
        || variables.any(|variable| mentions(export.output.ty.clone(), &variable.ident.to_string()))
}

fn expand_description(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let result = expand_result(&export.output, p);
    let result = if export.returns.is_some() || export.has_contract_of_integers() {
        quote_spanned!(Span::mixed_site()=> &#p::with_contract(#result))
    } else {
        result
    };
    let text = pair::expand_shared(export, "text").unwrap_or_else(|| expand_text(export, p));
    let types = pair::expand_shared(export, "parameters").filter(|_| !export.values_differ());
    let types = types.unwrap_or_else(|| {
        let types = expand_types(export, p);
        quote_spanned!(Span::mixed_site()=> &[#types])
    });
    let shim = quote_spanned!(Span::mixed_site()=> #p::shim!(unsafe __tvm_ffi_shim));
    let description =
        quote_spanned!(Span::mixed_site()=> #p::Description::new(#text, #shim, #types, #result));
    let fields = expand_fields(export, p);
    if fields.is_empty() {
        return description;
    }
    quote_spanned!(Span::mixed_site()=> #p::Description { #fields ..#description })
}

/// The types of the parameters.
pub(super) fn expand_types(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let types = export.arguments.parameters().iter().map(|parameter| &parameter.ty);
    quote_spanned!(Span::mixed_site()=> #(#p::ParameterProbe::<#types>::TYPE),*)
}

/// The variables of a dispatch, with the dtypes of each.
pub(super) fn expand_variables(export: &ExportFn<'_>) -> TokenStream {
    let variables = export.variables.iter().enumerate().map(|(variable, Variable { ident, types })| {
        let name = ident.to_string();
        let dtypes = (0..types.len()).map(|index| dtype_ident(variable, index));
        quote_spanned!(Span::mixed_site()=> (#name, &[#(#dtypes),*]))
    });
    quote_spanned!(Span::mixed_site()=> #(#variables),*)
}

/// The values of the constant expressions in the contracts.
pub(super) fn expand_constants(export: &ExportFn<'_>) -> TokenStream {
    let constants = (0..export.constants.len()).map(constant_ident);
    quote_spanned!(Span::mixed_site()=> #(#constants),*)
}

/// The fields that differ from those of an ordinary function.
fn expand_fields(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let fallback = export.fallback.map(
        |_| quote_spanned!(Span::mixed_site()=> fallback: #p::Some(#p::shim!(unsafe __tvm_ffi_fallback_shim)),),
    );
    let flags = expand_flags(export, p);
    let register = (export.global.is_some() || export.system_lib)
        .then(|| quote_spanned!(Span::mixed_site()=> register: #p::Some(#p::register),));
    let constants = (!export.constants.is_empty()).then(|| {
        let constants = match pair::expand_shared(export, "constants") {
            Some(constants) => constants,
            None => {
                let constants = expand_constants(export);
                quote_spanned!(Span::mixed_site()=> &[#constants])
            }
        };
        quote_spanned!(Span::mixed_site()=> constants: #constants,)
    });
    let variables = (!export.variables.is_empty())
        .then(|| pair::expand_shared(export, "variables"))
        .flatten()
        .map(|variables| quote_spanned!(Span::mixed_site()=> variables: #variables,));
    let forward = pair::expand_forward(export, p);
    let instance =
        export.values_differ().then(|| quote_spanned!(Span::mixed_site()=> instance: #p::Some(__choose),));
    let class = export
        .method
        .as_ref()
        .map(|_| quote_spanned!(Span::mixed_site()=> class: #p::Some(__tvm_ffi_class),));
    let defaults = expand_defaults(export, p);
    quote_spanned!(Span::mixed_site()=> #fallback #flags #register #constants #variables #instance #defaults #class #forward)
}

/// The defaults that only Rust evaluates: the text has no value for them. Frameworks ask for them, which do not call methods.
fn expand_defaults(export: &ExportFn<'_>, p: &TokenStream) -> Option<TokenStream> {
    if export.method.is_some() {
        return None;
    }
    let of_parameter = |(index, Parameter { ty, default, .. }): (usize, &Parameter)| {
        let default = default.as_ref()?;
        let text = default_text(default);
        let is_open = text.starts_with("=?") || ["=inf", "=-inf", "=nan"].contains(&&*text);
        let (index, value) = (Literal::usize_unsuffixed(index), converted(default, ty));
        is_open.then(|| {
            quote_spanned!(Span::mixed_site()=> (#index, || #p::Returned::<#ty>::tag().default_value(|| #p::default_value::<#ty>(|| #value))))
        })
    };
    let defaults: Vec<_> =
        export.arguments.parameters().iter().enumerate().filter_map(of_parameter).collect();
    (!defaults.is_empty()).then(|| quote_spanned!(Span::mixed_site()=> defaults: &[#(#defaults),*],))
}

fn expand_flags(export: &ExportFn<'_>, p: &TokenStream) -> Option<TokenStream> {
    let kind = export.method.as_ref().and_then(|method| match method.kind {
        Kind::Init => Some("CONSTRUCTOR"),
        Kind::Static => None,
        Kind::Instance(_) => Some("METHOD"),
    });
    let gil = export.gil.map(|gil| match gil {
        Gil::Held => "GIL_HELD",
        Gil::Released => "GIL_RELEASED",
    });
    let is_packed = matches!(export.arguments, Arguments::Packed(_));
    let flags = [
        is_packed.then_some("PACKED"),
        export.system_lib.then_some("SYSTEM_LIB"),
        export.overrides_global.then_some("OVERRIDES_GLOBAL"),
        gil,
        kind,
    ];
    let flags: Vec<_> =
        flags.into_iter().flatten().map(|flag| Ident::new(flag, Span::mixed_site())).collect();
    (!flags.is_empty()).then(|| quote_spanned!(Span::mixed_site()=> flags: #(#p::#flags)|*,))
}

/// All texts, joined by NUL bytes: seven about the function, four about each parameter, the declaration of the result, and the
/// inputs without a gradient.
pub(super) fn expand_text(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let ExportFn { name, doc, package, .. } = export;
    let mut texts = Texts::new(name);
    texts.add(export.global.as_deref().unwrap_or_default());
    texts.add_doc(doc);
    texts.add_place(&export.ident);
    texts.add(&package.name);
    texts.add(&package.version);
    for Parameter { name, default, doc, contract, variable, .. } in export.arguments.parameters() {
        texts.add(name);
        texts.add(&default.as_ref().map(default_text).unwrap_or_default());
        texts.add_doc(doc);
        texts.add(&contract.text(variable.as_ref()));
    }
    if export.returns.is_some() || !export.constant.is_empty() {
        texts.add(&export.returns.as_ref().map(Returns::text).unwrap_or_default());
    }
    if !export.constant.is_empty() {
        let names: Vec<_> = export.constant.iter().map(name_of).collect();
        texts.add(&names.join(","));
    }
    texts.expand(p)
}

/// The type of the result.
fn expand_result(Output { form, ty, .. }: &Output, p: &TokenStream) -> TokenStream {
    match form {
        OutputForm::Named => {
            quote_spanned!(Span::mixed_site()=> #p::Returned::<#ty>::tag().result_type())
        }
        _ => quote_spanned!(Span::mixed_site()=> #p::function_result()),
    }
}
