//! The pipeline of `#[tvm_ffi::methods]`: parse, model, check, expand.
//!
//! A method is an export without symbols, whose receiver is its first parameter.

mod attributes;
mod block;
mod check;
mod constant;
mod method;
mod names;
mod orphan;
mod receiver;

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Visibility;

pub(crate) use self::attributes::Form;
use self::block::{Block, Member};
use self::check::{check_block, check_methods};
pub(crate) use self::constant::Constant;
use self::method::Common;
pub(crate) use self::method::{Kind, Method, MethodOf};
pub(crate) use self::orphan::orphan;
pub(crate) use self::receiver::SelfForm;
use crate::crate_path::CratePath;
use crate::diagnostics::Diagnostics;
use crate::expand::{expand_checked_method, expand_methods, expand_namespace};
use crate::export::ExportOptions;
use crate::model::strip;
use crate::package::Package;

/// Expands to the block and its methods, or to the block and errors.
pub(crate) fn methods(options: TokenStream, item: TokenStream, package: &Package) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let options = parse_options(options, &mut diagnostics);
    let Some(mut block) = diagnostics.ok(syn::parse2::<Block>(item.clone())) else {
        let errors = diagnostics.finish().err();
        return quote!(#item #errors);
    };
    check_block(&block, &mut diagnostics);
    let ty = strip(&block.ty).to_token_stream();
    let common = Common { ty: &ty, options: &options, package };
    let made: Vec<_> = core::mem::take(&mut block.members)
        .into_iter()
        .map(|member| Made::new(member, &common, &mut diagnostics))
        .collect();
    let constants = made.iter().filter_map(Made::constant);
    check_methods(made.iter().filter_map(Made::method), constants, &mut diagnostics);
    let errors = diagnostics.finish().err();
    let members: Vec<_> = made.iter().map(|made| made.expand(errors.is_some(), &options.krate)).collect();
    let block = block.with_members(&members);
    if errors.is_some() {
        return quote!(#block #errors);
    }
    let methods: Vec<_> = made.iter().filter_map(Made::method).collect();
    let namespaces = methods.iter().filter(|method| method.export.has_contract());
    let namespaces = namespaces.map(|method| expand_namespace(&method.export, &Visibility::Inherited));
    let constants: Vec<_> = made.iter().filter_map(Made::constant).collect();
    let added = expand_methods(&ty, &methods, &constants, &options.krate);
    quote!(#block #(#namespaces)* #added)
}

/// The options of the block, which has only `crate`.
fn parse_options(tokens: TokenStream, diagnostics: &mut Diagnostics) -> ExportOptions {
    if let Some(TokenTree::Literal(key)) = tokens.clone().into_iter().next() {
        diagnostics.error(
            key,
            "`#[tvm_ffi::methods]` takes no type key\nhelp: write it in the `#[tvm_ffi::object(...)]` of the struct",
        );
        return ExportOptions::default();
    }
    ExportOptions { krate: CratePath::parse_options(tokens, diagnostics), ..ExportOptions::default() }
}

/// A member of the block, after it is modelled.
enum Made<'a> {
    /// A method.
    Method(Box<Method<'a>>),
    /// A constant.
    Constant(Constant),
    /// Any other member, which is not changed.
    Other(TokenStream),
}

impl<'a> Made<'a> {
    fn new(member: Member, common: &Common<'a>, diagnostics: &mut Diagnostics) -> Self {
        match member {
            Member::Function(function) => match Method::new(function, common, diagnostics) {
                Ok(method) => Self::Method(Box::new(method)),
                Err(function) => Self::Other(function.to_token_stream()),
            },
            Member::Constant(constant) => match Constant::new(*constant, common.ty, diagnostics) {
                Ok(constant) => Self::Constant(constant),
                Err(constant) => Self::Other(constant),
            },
            Member::Other(other) => Self::Other(other),
        }
    }

    fn method(&self) -> Option<&Method<'a>> {
        match self {
            Self::Method(method) => Some(method),
            Self::Constant(_) | Self::Other(_) => None,
        }
    }

    fn constant(&self) -> Option<&Constant> {
        match self {
            Self::Constant(constant) => Some(constant),
            Self::Method(_) | Self::Other(_) => None,
        }
    }

    /// The member for the block; after an error, as the user wrote it.
    fn expand(&self, has_errors: bool, krate: &CratePath) -> TokenStream {
        match self {
            Self::Method(method) if method.export.has_contract() && !has_errors => {
                expand_checked_method(&method.item, &method.export, krate)
            }
            Self::Method(method) => method.item.to_token_stream(),
            Self::Constant(constant) => constant.item.clone(),
            Self::Other(other) => other.clone(),
        }
    }
}
