//! The walk over an export, from which messages and metadata are made.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote_spanned;

use crate::model::{Arguments, ExportFn, Parameter};
use crate::output::Output;

/// The function that shows an export to a visitor. It holds all text, and its code costs nothing until it is asked.
pub(super) fn expand_describe(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let ExportFn { doc, package, .. } = export;
    let head = format!("{doc}\0");
    let tail = format!("\0{}\0{}", package.name, package.version);
    // The line of the function, rather than that of the attribute.
    let line = quote_spanned!(export.ident.span()=> ::core::line!());
    let arguments = match &export.arguments {
        Arguments::Packed => quote_spanned!(Span::mixed_site()=> visitor.packed();),
        Arguments::Each(parameters) => {
            parameters.iter().map(|parameter| expand_parameter(parameter, p)).collect()
        }
    };
    let global =
        export.global.as_ref().map(|name| quote_spanned!(Span::mixed_site()=> visitor.global(#name);));
    let system_lib = export.system_lib.then(|| quote_spanned!(Span::mixed_site()=> visitor.system_lib();));
    let result = expand_result(&export.output, p);
    quote_spanned! {Span::mixed_site()=>
        fn __tvm_ffi_describe(visitor: &mut dyn #p::Visitor) {
            visitor.function(::core::concat!(#head, ::core::file!(), #tail), #line);
            #arguments
            #global
            #system_lib
            #result
        }
    }
}

fn expand_parameter(parameter: &Parameter, p: &TokenStream) -> TokenStream {
    let Parameter { name, ty, default, doc } = parameter;
    let default = default.as_ref().map(|default| format!("={}", one_line(default))).unwrap_or_default();
    let text = Literal::string(format!("{name}\0{default}\0{doc}").trim_end_matches('\0'));
    quote_spanned!(Span::mixed_site()=> visitor.parameter(#text, #p::parameter_type::<#ty>());)
}

/// An expression as written, on one line.
fn one_line(expression: &TokenStream) -> String {
    expression.to_string().replace('\0', "").replace('\n', " ")
}

fn expand_result(output: &Output, p: &TokenStream) -> TokenStream {
    match output {
        Output::Named(ty) => {
            // An error about the type is shown where the method stands.
            let span = ty.clone().into_iter().next().map_or_else(Span::mixed_site, |first| first.span());
            let describe = quote_spanned!(Span::mixed_site().located_at(span)=> describe);
            quote_spanned!(Span::mixed_site()=> #p::Returned::<#ty>::tag().#describe(visitor);)
        }
        Output::Closure | Output::ResultOfClosure => {
            quote_spanned!(Span::mixed_site()=> #p::function_result(visitor);)
        }
    }
}
