//! The instances of a kernel. A kernel without type variables has one.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::super::kernel::shown;
use super::super::{Format, Image, Kernel, KernelOptions, Operand, Section, Variable};
use super::image::{contents_name, expand_architecture};
use super::{expand_parameters, kernels_name, of_name, ours, type_name};
use crate::tokens::{one_line, respanned};

/// The static with the instances, their entries in the library's list, and their compile-time checks.
pub(super) fn expand_kernels_of(kernel: &Kernel, section: &Section, p: &TokenStream) -> Vec<TokenStream> {
    let variants = kernel.variants();
    let (name, options, count) = (kernels_name(kernel), options_name(kernel), variants.len());
    let value = expand_options(kernel, p);
    let mut items = vec![quote_spanned!(ours()=> const #options: #p::Options = #value;)];
    let mut all = Vec::new();
    if kernel.variables.is_empty() {
        let (ty, parameters) = (type_name(kernel), expand_own_parameters(kernel, p));
        items.push(quote_spanned!(ours()=> impl #ty { #parameters }));
    }
    for (index, types) in variants.iter().enumerate() {
        let parameters = expand_parameters_of(kernel, types);
        // The names have been checked.
        let symbol = kernel.symbol.as_ref().and_then(|symbol| symbol.of(&kernel.variables, types));
        let symbol = symbol.unwrap_or_default();
        let c_symbol = std::ffi::CString::new(symbol.as_str()).unwrap_or_default();
        let c_symbol = Literal::c_string(&c_symbol);
        all.push(quote_spanned!(ours()=>
            #p::Kernel::new(&__TVM_FFI_LIBRARY, #c_symbol, #parameters, #options)
        ));
        items.push(
            quote_spanned!(ours()=> #p::enter! { #p::enter_kernel, &'static #p::Kernel, &#name[#index] }),
        );
        items.extend(expand_checks(kernel, section, &symbol, &parameters, p));
    }
    items.push(quote_spanned!(ours()=> static #name: [#p::Kernel; #count] = [#(#all),*];));
    items
}

/// The constant with the parameters, of the type that launches the kernel.
fn expand_own_parameters(kernel: &Kernel, p: &TokenStream) -> TokenStream {
    let parameters = expand_parameters(kernel.parameters.as_deref().unwrap_or_default(), p);
    quote_spanned! {ours()=>
        const __PARAMETERS: &'static [#p::Parameter] = #parameters;
    }
}

/// The parameters of one instance.
fn expand_parameters_of(kernel: &Kernel, types: &[&syn::Type]) -> TokenStream {
    if kernel.variables.is_empty() {
        let ty = type_name(kernel);
        return quote_spanned!(ours()=> #ty::__PARAMETERS);
    }
    let of = of_name(kernel);
    quote_spanned!(ours()=> #of::<#(#types),*>::__PARAMETERS)
}

/// The constants of a generic kernel: its parameters, and the index of the instance.
pub(super) fn expand_index(kernel: &Kernel, p: &TokenStream) -> TokenStream {
    let parameters = expand_own_parameters(kernel, p);
    let name = kernel.ident.to_string();
    let at = ours().located_at(kernel.ident.span());
    let (mut index, p) = (TokenStream::new(), &respanned(p.clone(), at));
    for Variable { ident, types, .. } in &kernel.variables {
        let (variable, count) = (ident.to_string(), types.len());
        let listed = types.iter().map(|ty| format!("`{}`", shown(ty))).collect::<Vec<_>>().join(", ");
        let dtypes =
            types.iter().map(|ty| quote_spanned!(ours().located_at(ty.span())=> <#ty as #p::Element>::DTYPE));
        let before = (!index.is_empty()).then(|| quote_spanned!(at=> (#index) * #count +));
        index = quote_spanned! {at=>
            #before #p::variant::<#ident>(#name, #variable, &[#(#dtypes),*], #listed)
        };
    }
    quote_spanned! {ours()=>
        #parameters
        const __INDEX: ::core::primitive::usize = #index;
    }
}

/// The options of a kernel.
fn expand_options(kernel: &Kernel, p: &TokenStream) -> TokenStream {
    let options = &kernel.options;
    let mut fields = Vec::new();
    if let Some(bytes) = &options.max_smem {
        let at = ours().located_at(bytes.span());
        fields.push(quote_spanned!(at=> max_smem: #bytes));
    }
    if let Some(extents) = &options.cluster {
        let at = extents.first().map_or_else(ours, |first| ours().located_at(first.span()));
        fields.push(quote_spanned!(at=> cluster: ::core::option::Option::Some([#(#extents),*])));
    }
    if options.pdl {
        fields.push(quote_spanned!(ours()=> pdl: true));
    }
    let rest = (fields.len() < 3).then(|| quote_spanned!(ours()=> ..#p::Options::DEFAULT));
    quote_spanned!(ours()=> #p::Options { #(#fields,)* #rest })
}

/// The checks of the options, with the span of each option.
fn expand_option_checks(kernel: &Kernel, p: &TokenStream) -> TokenStream {
    let KernelOptions { max_smem, cluster, .. } = &kernel.options;
    let name = options_name(kernel);
    let first = cluster.iter().flatten().next();
    let checks = [(max_smem.as_ref(), "check_max_smem"), (first, "check_cluster")];
    let checks = checks.into_iter().filter_map(|(written, check)| {
        let at = ours().located_at(written?.span());
        let (p, check) = (respanned(p.clone(), at), Ident::new(check, at));
        Some(quote_spanned!(at=> #p::#check(&#name);))
    });
    checks.collect()
}

/// The checks against the images, with the span of the symbol. Each begins with the checks that no image could pass, since the compiler shows several equal errors
/// only once.
fn expand_checks(
    kernel: &Kernel,
    section: &Section,
    symbol: &str,
    parameters: &TokenStream,
    p: &TokenStream,
) -> Vec<TokenStream> {
    let at = kernel.symbol.as_ref().map_or_else(ours, |symbol| ours().located_at(symbol.literal.span()));
    let of_options = expand_option_checks(kernel, p);
    let p = &respanned(p.clone(), at);
    let first = quote_spanned!(at=> #of_options #p::check_size(#symbol, #parameters););
    let rest = {
        let options = options_name(kernel);
        quote_spanned!(at=> #symbol, #parameters, &#options)
    };
    let checks = section.images.iter().enumerate().filter_map(|(index, image)| {
        let (contents, file) = (contents_name(index), file_name(image));
        let format = match image.format {
            Format::Cubin(architecture) => {
                let (arch, suffix) = expand_architecture(architecture);
                quote_spanned!(at=> #p::Format::Cubin { arch: #arch, suffix: #suffix })
            }
            Format::Fatbin => quote_spanned!(at=> #p::Format::Fatbin),
            Format::Ptx => quote_spanned!(at=> #p::Format::Ptx),
            // Source is checked when it is compiled.
            Format::Source => return None,
        };
        Some(quote_spanned!(at=> #p::check_image(#contents, #format, #file, #rest)))
    });
    let mut checks: Vec<_> = checks.collect();
    if checks.is_empty() {
        checks.push(TokenStream::new());
    }
    let checks = checks.into_iter().map(|check| {
        // A file may be large.
        quote_spanned! {at=>
            #[allow(long_running_const_eval)]
            const _: () = { #first #check };
        }
    });
    checks.collect()
}

/// The name of an image in messages.
fn file_name(image: &Image) -> String {
    match &image.operand {
        Operand::File(path) => path.value(),
        Operand::Value(value) => one_line(value),
    }
}

/// The constant with the options of a kernel.
fn options_name(kernel: &Kernel) -> Ident {
    format_ident!("__TVM_FFI_OPTIONS_OF_{}", kernel.ident.unraw(), span = ours())
}
