//! The record of an export, the source of messages, metadata, and operators.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::data::Data;
use super::dispatch::{dtype_ident, expand_choice_of_record, expand_first_types};
use super::pair;
use crate::contract::entry::name_of;
use crate::default_text::DefaultText;
use crate::default_value::converted;
use crate::dispatch::Variable;
use crate::export::Gil;
use crate::methods::Kind;
use crate::model::{Arguments, ExportFn, Parameter};
use crate::output::{Output, OutputForm};
use crate::passing::Passing;

/// The constant with the record, and the function that chooses the record of an instance.
pub(super) fn expand_record(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let name = Ident::new(RECORD, Span::mixed_site());
    let visibility = export.has_namespace().then(|| quote_spanned!(Span::mixed_site()=> pub));
    let record = expand_fields(export, p);
    // Names and schemas are those of the first types. The contract says which types may differ.
    let variables = expand_first_types(export, p);
    let choose = export.values_differ().then(|| expand_instances(export, p));
    quote_spanned! {Span::mixed_site()=>
        #visibility const #name: &'static #p::Record = {
            #variables
            &#record
        };
        #choose
    }
}

/// The name of the constant.
const RECORD: &str = "__TVM_FFI_RECORD";

/// The path of the constant: next to the contract, if there is one.
pub(super) fn record_path(export: &ExportFn<'_>) -> TokenStream {
    let (namespace, name) = (&export.namespace, Ident::new(RECORD, Span::mixed_site()));
    match export.has_namespace() {
        true => quote_spanned!(Span::mixed_site()=> #namespace::#name),
        false => quote_spanned!(Span::mixed_site()=> #name),
    }
}

/// The records of all instances of a function, of which parameters other than tensors differ in their types, and the choice among them.
fn expand_instances(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let (namespace, path) = (&export.namespace, record_path(export));
    let (list, clause) = (&export.generics.list, &export.generics.clause);
    let (parameters, result) = (expand_parameters(export, p), expand_result(&export.output, p));
    let instance = quote_spanned!(Span::mixed_site()=> #namespace::__instance);
    let choice = expand_choice_of_record(export, &instance, p);
    quote_spanned! {Span::mixed_site()=>
        fn __instance #list () -> &'static #p::Record #clause {
            const {
                &#p::Record { parameters: &[#parameters], result: || #result, instance: #p::None, ..*#path }
            }
        }
        fn __choose(__args: #p::Args<'_>) -> &'static #p::Record { #choice }
    }
}

/// The record, without the `&`.
fn expand_fields(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let ExportFn { name, doc, package, .. } = export;
    let (line, krate, version) =
        (quote_spanned!(export.ident.span()=> ::core::line!()), &package.name, &package.version);
    let doc = doc.expand().map(|doc| quote_spanned!(Span::mixed_site()=> doc: #doc,));
    let parameters = expand_parameters(export, p);
    let parameters =
        (!parameters.is_empty()).then(|| quote_spanned!(Span::mixed_site()=> parameters: &[#parameters],));
    let (fields, result) = (expand_others(export, p), expand_result(&export.output, p));
    quote_spanned! {Span::mixed_site()=>
        #p::Record {
            name: #name,
            #doc
            file: ::core::file!(),
            line: #line,
            krate: #krate,
            version: #version,
            #parameters
            #fields
            ..#p::Record::new(#p::shim!(unsafe __tvm_ffi_shim), || #result)
        }
    }
}

/// The parameters.
fn expand_parameters(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let parameters =
        export.arguments.parameters().iter().map(|parameter| expand_parameter(export, parameter, p));
    quote_spanned!(Span::mixed_site()=> #(#parameters),*)
}

fn expand_parameter(export: &ExportFn<'_>, parameter: &Parameter, p: &TokenStream) -> TokenStream {
    let Parameter { name, ty, default, doc, contract, variable, .. } = parameter;
    let doc = doc.expand().map(|doc| quote_spanned!(Span::mixed_site()=> doc: #doc,));
    let written = match parameter.passing {
        Passing::Rest => Some(DefaultText::Python(String::from("[]"))),
        Passing::Names => Some(DefaultText::Python(String::from("{}"))),
        _ => default.as_ref().map(DefaultText::of),
    };
    let text = written.as_ref().map(|written| {
        let text = written.expand(p);
        quote_spanned!(Span::mixed_site()=> default: #p::Some(#text),)
    });
    // Frameworks ask for defaults that the text has no value for. They do not call methods.
    let is_open = export.method.is_none() && written.is_some_and(|written| written.is_open());
    let evaluate = default.as_ref().filter(|_| is_open).map(|default| {
        let value = converted(default, ty);
        quote_spanned! {Span::mixed_site()=>
            evaluate: #p::Some(|| #p::Returned::<#ty>::tag().default_value(|| #p::default_value::<#ty>(|| #value))),
        }
    });
    let variable = variable.as_ref().map(name_of);
    let variable = variable.map(|name| quote_spanned!(Span::mixed_site()=> #p::Some(#name)));
    let contract = Data { export, p }.contract(contract, variable);
    let contract = contract.map(|contract| quote_spanned!(Span::mixed_site()=> contract: #contract,));
    let passing = (parameter.passing != Passing::Either).then(|| {
        let passing = Ident::new(&format!("{:?}", parameter.passing), Span::mixed_site());
        quote_spanned!(Span::mixed_site()=> passing: #p::Passing::#passing,)
    });
    quote_spanned! {Span::mixed_site()=>
        #p::Param { name: #name, #doc #text #evaluate #passing #contract ..#p::Param::new(#p::ParameterProbe::<#ty>::TYPE) }
    }
}

/// The variables of a dispatch, with the dtypes of each.
fn expand_variables(export: &ExportFn<'_>) -> TokenStream {
    let variables = export.variables.iter().enumerate().map(|(variable, Variable { ident, types })| {
        let name = ident.to_string();
        let dtypes = (0..types.len()).map(|index| dtype_ident(variable, index));
        quote_spanned!(Span::mixed_site()=> (#name, &[#(#dtypes),*]))
    });
    quote_spanned!(Span::mixed_site()=> #(#variables),*)
}

/// The fields that differ from those of an ordinary function.
fn expand_others(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let at = Span::mixed_site;
    let global = export.global.as_ref().map(|global| quote_spanned!(at()=> global: #p::Some(#global),));
    let fallback = export
        .fallback
        .map(|_| quote_spanned!(at()=> fallback: #p::Some(#p::shim!(unsafe __tvm_ffi_fallback_shim)),));
    let flags = expand_flags(export, p);
    let register = (export.global.is_some() || export.system_lib)
        .then(|| quote_spanned!(at()=> register: #p::Some(#p::register),));
    let variables = (!export.variables.is_empty()).then(|| {
        let variables = expand_variables(export);
        quote_spanned!(at()=> variables: &[#variables],)
    });
    let namespace = &export.namespace;
    let instance =
        export.values_differ().then(|| quote_spanned!(at()=> instance: #p::Some(#namespace::__choose),));
    let class = export.method.as_ref().map(|_| quote_spanned!(at()=> class: #p::Some(__tvm_ffi_class),));
    let returns = export.returns.as_ref().map(|returns| {
        let returns = Data { export, p }.returns(returns);
        quote_spanned!(at()=> returns: #returns,)
    });
    let constant = (!export.constant.is_empty()).then(|| {
        let names = export.constant.iter().map(name_of);
        quote_spanned!(at()=> constant: &[#(#names),*],)
    });
    let forward = pair::expand_forward(export, p);
    quote!(#global #fallback #flags #register #variables #instance #class #returns #constant #forward)
}

fn expand_flags(export: &ExportFn<'_>, p: &TokenStream) -> Option<TokenStream> {
    let kind = export.method.as_ref().and_then(|method| match method.kind {
        Kind::Init => Some("CONSTRUCTOR"),
        Kind::Static => None,
        Kind::Class => Some("CLASS_METHOD"),
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

/// The type of the result.
fn expand_result(Output { form, ty, .. }: &Output, p: &TokenStream) -> TokenStream {
    match form {
        OutputForm::Named => {
            quote_spanned!(Span::mixed_site()=> #p::Returned::<#ty>::tag().result_type())
        }
        _ => quote_spanned!(Span::mixed_site()=> #p::function_result()),
    }
}
