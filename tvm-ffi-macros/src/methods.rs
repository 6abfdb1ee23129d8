//! The pipeline of `#[tvm_ffi::methods]`: parse, model, check, expand.
//!
//! A method is an export without symbols, whose receiver is its first parameter.

mod attributes;
mod block;
mod check;
mod method;
mod names;
mod options;
mod receiver;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use self::block::{Block, Member};
use self::check::{check_block, check_methods};
use self::method::Common;
pub(crate) use self::method::{Kind, Method, MethodOf};
pub(crate) use self::receiver::SelfForm;
use crate::diagnostics::Diagnostics;
use crate::expand::{expand_checked_method, expand_methods, expand_namespace};
use crate::model::strip;
use crate::options::Package;

/// The block, and what was made from it or what is wrong with it.
pub(crate) fn methods(options: TokenStream, item: TokenStream, package: &Package) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let options = options::parse(options, &mut diagnostics);
    let Some(mut block) = diagnostics.ok(syn::parse2::<Block>(item.clone())) else {
        let errors = diagnostics.finish().err();
        return quote!(#item #errors);
    };
    check_block(&block, &mut diagnostics);
    let ty = strip(&block.ty).to_token_stream();
    let common = Common { ty: &ty, options: &options, package };
    let (methods, members) = read(core::mem::take(&mut block.members), &common, &mut diagnostics);
    check_methods(&methods, &mut diagnostics);
    if let Err(errors) = diagnostics.finish() {
        let functions = methods.iter().map(|method| method.item.to_token_stream());
        let members: Vec<_> = members.into_iter().chain(functions).collect();
        let block = block.with_members(&members);
        return quote!(#block #errors);
    }
    let functions = methods.iter().map(|method| match method.export.has_contract() {
        true => expand_checked_method(&method.item, &method.export, &options.krate),
        false => method.item.to_token_stream(),
    });
    let members: Vec<_> = members.into_iter().chain(functions).collect();
    let namespaces = methods
        .iter()
        .filter(|method| method.export.has_contract())
        .map(|method| expand_namespace(&method.export));
    let block = block.with_members(&members);
    let added = expand_methods(&ty, &methods, &options.krate);
    quote!(#block #(#namespaces)* #added)
}

/// The methods, and what stays as it is.
fn read<'a>(
    members: Vec<Member>,
    common: &Common<'a>,
    diagnostics: &mut Diagnostics,
) -> (Vec<Method<'a>>, Vec<TokenStream>) {
    let (mut methods, mut others) = (Vec::new(), Vec::new());
    for member in members {
        match member {
            Member::Function(function) => match Method::new(function, common, diagnostics) {
                Ok(method) => methods.push(method),
                Err(function) => others.push(function.to_token_stream()),
            },
            Member::Other(other) => others.push(other),
        }
    }
    (methods, others)
}
