//! Functions whose type parameters are chosen by the dtype of a tensor.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote_spanned};

use crate::dispatch::Variable;
use crate::model::ExportFn;

/// The dtypes of all types that are listed, so that what is no element type is reported once.
pub(super) fn expand_dtypes(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let all = |(variable, Variable { types, .. }): (usize, &Variable)| -> TokenStream {
        let constants = types.iter().enumerate().map(|(index, ty)| {
            let ident = dtype_ident(variable, index);
            quote_spanned!(Span::mixed_site()=> const #ident: #p::DType = <#ty as #p::Element>::DTYPE;)
        });
        constants.collect()
    };
    export.variables.iter().enumerate().map(all).collect()
}

/// The constant that holds a dtype.
pub(super) fn dtype_ident(variable: usize, index: usize) -> Ident {
    format_ident!("__TVM_FFI_DTYPE_{variable}_{index}", span = Span::mixed_site())
}

/// The same dtype in the form in which calls are compared with it.
fn bits_ident(variable: usize, index: usize) -> Ident {
    format_ident!("__TVM_FFI_BITS_{variable}_{index}", span = Span::mixed_site())
}

/// The jump to the instance of a call.
pub(super) fn expand_choice(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let constants = export.variables.iter().enumerate().flat_map(|(variable, Variable { types, .. })| {
        (0..types.len()).map(move |index| {
            let (bits, dtype) = (bits_ident(variable, index), dtype_ident(variable, index));
            quote_spanned!(Span::mixed_site()=> const #bits: ::core::primitive::u32 = #p::dtype_bits(#dtype);)
        })
    });
    let choice = choice(export, p, &mut Vec::new());
    quote_spanned!(Span::mixed_site()=> #(#constants)* #choice)
}

/// The choice of the next variable; `chosen` are the types of those before it.
fn choice<'a>(
    export: &'a ExportFn<'_>,
    p: &TokenStream,
    chosen: &mut Vec<(&'a Ident, &'a syn::Type)>,
) -> TokenStream {
    let place = chosen.len();
    let Some(variable) = export.variables.get(place) else {
        // The function may declare them in another order.
        let types = export
            .generics
            .names
            .iter()
            .filter_map(|name| chosen.iter().find(|(variable, _)| *variable == name).map(|(_, ty)| ty));
        return quote_spanned!(Span::mixed_site()=> __tvm_ffi_instance::<__M, #(#types),*>(__args, __slot));
    };
    let sources = sources(export, &variable.ident);
    let arms: Vec<_> = variable
        .types
        .iter()
        .enumerate()
        .map(|(index, ty)| {
            chosen.push((&variable.ident, ty));
            let instance = choice(export, p, chosen);
            chosen.pop();
            let ident = bits_ident(place, index);
            // Without any tensor the first type is as good as others.
            let or_none = (index == 0).then(|| quote_spanned!(Span::mixed_site()=> 0 |));
            quote_spanned!(Span::mixed_site()=> #or_none #ident => #instance,)
        })
        .collect();
    quote_spanned! {Span::mixed_site()=>
        match #p::dtype_of(__args, &[#(#sources),*]) {
            #(#arms)*
            _ => #p::REFUSED,
        }
    }
}

/// The parameters whose dtype chooses a variable.
fn sources(export: &ExportFn<'_>, variable: &Ident) -> Vec<Literal> {
    let parameters = export.arguments.parameters().iter().enumerate();
    parameters
        .filter(|(_, parameter)| parameter.source() == Some(variable))
        .map(|(index, _)| Literal::usize_unsuffixed(index))
        .collect()
}
