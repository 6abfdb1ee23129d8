//! What an export says about itself, from which messages and metadata are made.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use crate::model::{Arguments, ExportFn, Parameter};
use crate::output::{Output, OutputForm};
use crate::tokens::one_line;

/// The function that shows what an export says about itself. It holds all text, and its code costs nothing until it is
/// asked.
pub(super) fn expand_describe(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let text = expand_text(export);
    let types: Vec<_> = match &export.arguments {
        Arguments::Packed => Vec::new(),
        Arguments::Each(parameters) => parameters.iter().map(|parameter| &parameter.ty).collect(),
    };
    let packed = matches!(export.arguments, Arguments::Packed)
        .then(|| quote_spanned!(Span::mixed_site()=> | #p::PACKED));
    let system_lib = export.system_lib.then(|| quote_spanned!(Span::mixed_site()=> | #p::SYSTEM_LIB));
    let result = expand_result(&export.output, p);
    quote_spanned! {Span::mixed_site()=>
        fn __tvm_ffi_describe(__see: &mut dyn ::core::ops::FnMut(&#p::Description<'_>)) {
            __see(&#p::Description {
                text: #text,
                shim: __tvm_ffi_shim,
                exact: ::core::option::Option::None,
                parameters: &[#(#p::Taken::<#types>::tag().parameter_type()),*],
                result: #result,
                flags: 0 #packed #system_lib,
                constants: &[],
                variables: &[],
            })
        }
    }
}

/// All texts, joined by NUL bytes: seven about the function, four about each parameter.
fn expand_text(export: &ExportFn<'_>) -> TokenStream {
    let ExportFn { name, doc, package, .. } = export;
    let global = export.global.as_deref().unwrap_or_default();
    let head = format!("{name}\0{global}\0{doc}\0");
    let mut tail = format!("\0{}\0{}", package.name, package.version);
    if let Arguments::Each(parameters) = &export.arguments {
        for Parameter { name, default, doc, .. } in parameters {
            let default =
                default.as_ref().map(|default| format!("={}", one_line(default))).unwrap_or_default();
            tail.push_str(&format!("\0{name}\0{default}\0{doc}\0"));
        }
    }
    // The line of the function, rather than that of the attribute.
    let line = quote_spanned!(export.ident.span()=> ::core::line!());
    quote_spanned!(Span::mixed_site()=> ::core::concat!(#head, ::core::file!(), "\0", #line, #tail))
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
