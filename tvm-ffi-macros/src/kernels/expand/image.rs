//! The images of a section.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::super::{Architecture, Format, Image, Operand, Section};
use super::{conditions, kernels_name, ours};
use crate::tokens::respanned;

/// The constants and statics of the images, and the list of them.
pub(super) fn expand_images(section: &Section, p: &TokenStream) -> TokenStream {
    let images = section.images.iter().enumerate();
    let items = images.clone().map(|(index, image)| match image.format {
        Format::Cubin(_) | Format::Fatbin => expand_bytes(index, image, p),
        Format::Ptx => expand_ptx(index, image, p),
        Format::Source => expand_source(index, image, section, p),
    });
    let list = images.map(|(index, image)| expand_entry(index, image, p));
    quote_spanned! {ours()=>
        #(#items)*
        static __TVM_FFI_IMAGES: &[#p::Image] = &[#(#list),*];
    }
}

/// The constant with the bytes of an image.
pub(super) fn bytes_name(index: usize) -> Ident {
    format_ident!("__TVM_FFI_IMAGE_{}", index, span = ours())
}

/// The constant with the index of an image, for the checks.
pub(super) fn contents_name(index: usize) -> Ident {
    format_ident!("__TVM_FFI_CONTENTS_{}", index, span = ours())
}

/// The static with the text of an image.
fn text_name(index: usize) -> Ident {
    format_ident!("__TVM_FFI_TEXT_{}", index, span = ours())
}

/// The architecture of an image, as two fields.
pub(super) fn expand_architecture(architecture: Option<Architecture>) -> (TokenStream, TokenStream) {
    let option = |value: Option<TokenStream>| match value {
        Some(value) => quote_spanned!(ours()=> ::core::option::Option::Some(#value)),
        None => quote_spanned!(ours()=> ::core::option::Option::None),
    };
    let number = architecture.map(|found| found.number.to_token_stream());
    let suffix = architecture.and_then(|found| found.suffix).map(|suffix| suffix.to_token_stream());
    (option(number), option(suffix))
}

fn expand_entry(index: usize, image: &Image, p: &TokenStream) -> TokenStream {
    let (bytes, text) = (bytes_name(index), text_name(index));
    match image.format {
        Format::Cubin(architecture) => {
            let (arch, suffix) = expand_architecture(architecture);
            quote_spanned!(ours()=> #p::Image::Cubin { arch: #arch, suffix: #suffix, bytes: #bytes })
        }
        Format::Fatbin => quote_spanned!(ours()=> #p::Image::Fatbin(#bytes)),
        Format::Ptx => quote_spanned!(ours()=> #p::Image::Ptx(&#text)),
        Format::Source => quote_spanned!(ours()=> #p::Image::Source(&#text)),
    }
}

fn expand_bytes(index: usize, image: &Image, p: &TokenStream) -> TokenStream {
    let (bytes, contents, value) = (bytes_name(index), contents_name(index), expand_contents(image, p));
    quote_spanned! {ours()=>
        const #bytes: &[::core::primitive::u8] = #value;
        // A file may be large, and `#[cfg]` may remove all of its kernels.
        #[allow(dead_code, long_running_const_eval)]
        const #contents: &#p::Index<'static> = &#p::Index::new(#bytes);
    }
}

/// NUL-terminated text for the driver.
fn expand_ptx(index: usize, image: &Image, p: &TokenStream) -> TokenStream {
    let (bytes, name, all) = (bytes_name(index), text_name(index), expand_bytes(index, image, p));
    quote_spanned! {ours()=>
        #all
        static #name: [::core::primitive::u8; #bytes.len() + 1] = #p::terminated(#bytes);
    }
}

fn expand_source(index: usize, image: &Image, section: &Section, p: &TokenStream) -> TokenStream {
    let name = text_name(index);
    let (file, contents) = match &image.operand {
        Operand::File(path) => {
            let include = quote_spanned!(path.span()=> ::core::include_str!(#path));
            (path.to_token_stream(), include)
        }
        Operand::Value(value) => {
            let contents = expand_contents(image, p);
            // The only file is the one with the expression.
            let file = quote_spanned!(ours().located_at(value.span())=> ::core::concat!(::core::file!(), ":", ::core::line!()));
            (file, quote_spanned!(ours()=> #p::text(#contents)))
        }
    };
    let headers = image.headers.iter().map(|header| {
        // The paths have been checked.
        let name = image.header_name(&header.value()).unwrap_or_default();
        let text = quote_spanned!(ours().located_at(header.span())=> ::core::include_str!(#header));
        quote_spanned!(ours()=> (#name, #text))
    });
    let options = image.options.as_ref().map_or_else(|| quote!([]), ToTokens::to_token_stream);
    let kernels = section.kernels.iter().map(|kernel| {
        let (conditions, kernels) = (conditions(&kernel.attributes), kernels_name(kernel));
        let variants = kernel.variants().len();
        (0..variants)
            .map(|index| quote_spanned!(ours()=> #conditions &#kernels[#index].signature))
            .collect::<Vec<_>>()
    });
    let kernels = kernels.flatten();
    quote_spanned! {ours()=>
        static #name: #p::Source = #p::Source {
            name: #file,
            text: #contents,
            headers: &[#(#headers),*],
            options: &#options,
            kernels: &[#(#kernels),*],
        };
    }
}

/// The bytes of an image.
fn expand_contents(image: &Image, p: &TokenStream) -> TokenStream {
    let value = match &image.operand {
        Operand::File(path) => {
            quote_spanned!(ours().located_at(path.span())=> ::core::include_bytes!(#path))
        }
        Operand::Value(value) => value.clone(),
    };
    let at = ours().located_at(match &image.operand {
        Operand::File(path) => path.span(),
        Operand::Value(value) => value.span(),
    });
    let p = respanned(p.clone(), at);
    quote_spanned!(at=> #p::bytes(#value))
}
