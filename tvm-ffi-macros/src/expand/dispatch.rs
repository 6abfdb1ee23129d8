//! Functions whose type parameters are chosen by the dtype of a tensor.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Type;

use crate::dispatch::Variable;
use crate::model::ExportFn;

/// The dtypes of all listed types, so that rustc reports a type that is not an element type once.
pub(super) fn expand_dtypes(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let all = |(variable, Variable { types, .. }): (usize, &Variable)| {
        let constants = types.iter().enumerate().map(|(index, ty)| {
            let (dtype, bits) = (dtype_ident(variable, index), bits_ident(variable, index));
            quote_spanned! {Span::mixed_site()=>
                const #dtype: #p::DType = <#ty as #p::Element>::DTYPE;
                const #bits: ::core::primitive::u32 = #p::dtype_bits(#dtype);
            }
        });
        quote!(#(#constants)*)
    };
    let all = export.variables.iter().enumerate().map(all);
    quote!(#(#all)*)
}

/// Aliases with the names of the variables for the types of each instance, and their dtypes. A function that is not generic has one instance,
/// without aliases.
pub(super) fn instances(export: &ExportFn<'_>, p: &TokenStream) -> Vec<TokenStream> {
    let mut instances = vec![TokenStream::new()];
    for (variable, Variable { ident, types }) in export.variables.iter().enumerate() {
        let shorter = core::mem::take(&mut instances);
        let of_variable = dtype_of_variable(ident);
        for aliases in &shorter {
            instances.extend(types.iter().enumerate().map(|(index, ty)| {
                let dtype = dtype_ident(variable, index);
                quote_spanned! {Span::mixed_site()=>
                    #aliases
                    #[allow(dead_code)]
                    type #ident = #ty;
                    #[allow(dead_code, non_upper_case_globals)]
                    const #of_variable: #p::DType = #dtype;
                }
            }));
        }
    }
    instances
}

/// The aliases for the first instance, which the record is about.
pub(super) fn expand_first_types(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    instances(export, p).into_iter().next().unwrap_or_default()
}

/// The constant that holds the dtype of a variable in an instance.
pub(super) fn dtype_of_variable(variable: &Ident) -> Ident {
    format_ident!("__TVM_FFI_DTYPE_OF_{variable}", span = Span::mixed_site())
}

/// The constant that holds a dtype.
pub(super) fn dtype_ident(variable: usize, index: usize) -> Ident {
    format_ident!("__TVM_FFI_DTYPE_{variable}_{index}", span = Span::mixed_site())
}

/// The same dtype, in the form for comparisons in calls.
fn bits_ident(variable: usize, index: usize) -> Ident {
    format_ident!("__TVM_FFI_BITS_{variable}_{index}", span = Span::mixed_site())
}

/// The jump to the instance for a call, of the generic function with the given name.
pub(super) fn expand_choice(export: &ExportFn<'_>, name: &Ident, p: &TokenStream) -> TokenStream {
    let instance = |types: &TokenStream| quote_spanned!(Span::mixed_site()=> #name::<#types>(__args, __slot));
    let refused = quote_spanned!(Span::mixed_site()=> #p::None);
    choice(export, p, &mut Vec::new(), &Choice { instance: &instance, otherwise: &refused })
}

/// The record of the instance for a call, from the function with the name `instance`.
pub(super) fn expand_choice_of_record(
    export: &ExportFn<'_>,
    instance: &TokenStream,
    p: &TokenStream,
) -> TokenStream {
    let record = |types: &TokenStream| quote_spanned!(Span::mixed_site()=> #instance::<#types>());
    // The record of the first instance is about a call that no instance takes.
    let first = record(&first_types(export));
    choice(export, p, &mut Vec::new(), &Choice { instance: &record, otherwise: &first })
}

/// The first type of each type parameter.
pub(super) fn first_types(export: &ExportFn<'_>) -> TokenStream {
    let first = export.variables.iter().filter_map(|Variable { ident, types }| Some((ident, types.first()?)));
    arguments(export, &first.collect::<Vec<_>>())
}

/// Types, in the order of the function's type parameters.
fn arguments(export: &ExportFn<'_>, chosen: &[(&Ident, &Type)]) -> TokenStream {
    let of = |name: &Ident| chosen.iter().find(|(variable, _)| *variable == name).map(|(_, ty)| *ty);
    let types = export.generics.names.iter().filter_map(of);
    quote_spanned!(Span::mixed_site()=> #(#types),*)
}

/// The alternatives of a choice.
struct Choice<'a> {
    /// The expression for an instance, by its types.
    instance: &'a dyn Fn(&TokenStream) -> TokenStream,
    /// The expression for other dtypes.
    otherwise: &'a TokenStream,
}

/// The choice of the next variable; `chosen` are the types of those before it.
fn choice<'a>(
    export: &'a ExportFn<'_>,
    p: &TokenStream,
    chosen: &mut Vec<(&'a Ident, &'a Type)>,
    among: &Choice<'_>,
) -> TokenStream {
    let place = chosen.len();
    let Some(Variable { ident, types }) = export.variables.get(place) else {
        return (among.instance)(&arguments(export, chosen));
    };
    let arms = types.iter().enumerate().map(|(index, ty)| {
        chosen.push((ident, ty));
        let instance = choice(export, p, chosen, among);
        chosen.pop();
        let bits = bits_ident(place, index);
        // Without any tensor the first type is as good as others.
        let or_none = (index == 0).then(|| quote_spanned!(Span::mixed_site()=> 0 |));
        quote_spanned!(Span::mixed_site()=> #or_none #bits => #instance,)
    });
    let (arms, sources, otherwise) = (arms.collect::<Vec<_>>(), sources(export, ident), among.otherwise);
    quote_spanned! {Span::mixed_site()=>
        match #p::dtype_of(__args, &[#(#sources),*]) {
            #(#arms)*
            _ => #otherwise,
        }
    }
}

/// The parameters whose dtype chooses a variable.
fn sources(export: &ExportFn<'_>, variable: &Ident) -> Vec<Literal> {
    let parameters = export.arguments.parameters().iter().enumerate();
    parameters
        .filter(|(_, parameter)| parameter.variable.as_ref() == Some(variable))
        .map(|(index, _)| Literal::usize_unsuffixed(index))
        .collect()
}
