//! An export as the expansion sees it.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{FnArg, Pat, Signature, Type};

use crate::attributes::{ParameterAttributes, take_misplaced};
use crate::diagnostics::Diagnostics;
use crate::docs::doc_text;
use crate::inherited::inherited;
use crate::item::FnItem;
use crate::lifetimes::elide;
use crate::names::python_hint;
use crate::options::{Options, Package};
use crate::output::Output;

/// One exported function.
pub(crate) struct ExportFn<'a> {
    /// The Rust function.
    pub(crate) ident: Ident,
    /// The name of the export.
    pub(crate) name: String,
    /// The documentation.
    pub(crate) doc: String,
    /// The package it is part of.
    pub(crate) package: &'a Package,
    /// Attributes of the function that hold for the expansion too.
    pub(crate) inherited: Vec<TokenStream>,
    /// The name in the global registry.
    pub(crate) global: Option<String>,
    /// Whether it is a symbol of the system library too.
    pub(crate) system_lib: bool,
    /// What the user is warned of, and where.
    pub(crate) hint: Option<Hint>,
    /// What it takes.
    pub(crate) arguments: Arguments,
    /// What it gives.
    pub(crate) output: Output,
}

/// A warning, which stable Rust lets a macro give only by the use of something deprecated.
pub(crate) struct Hint {
    pub(crate) at: TokenStream,
    pub(crate) text: String,
}

/// The arguments of an export.
pub(crate) enum Arguments {
    /// Any, as `&[AnyView<'_>]`.
    Packed,
    /// One for each parameter.
    Each(Vec<Parameter>),
}

/// One parameter.
pub(crate) struct Parameter {
    /// The name that the caller sees; empty for a pattern, which is reported.
    pub(crate) name: String,
    /// The type, with `'_` for named lifetimes.
    pub(crate) ty: TokenStream,
    /// The expression for callers that leave it out.
    pub(crate) default: Option<TokenStream>,
    /// The documentation.
    pub(crate) doc: String,
}

impl<'a> ExportFn<'a> {
    /// The model of a function; helper attributes are taken out of `item`.
    ///
    /// What cannot be exported has a model too, which nothing is made of once it is reported.
    pub(crate) fn new(
        item: &mut FnItem,
        options: &Options,
        package: &'a Package,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        take_misplaced(&mut item.attributes, diagnostics);
        let ident = item.signature.ident.clone();
        let (name, at) = match &options.name {
            Some(name) => (name.value(), name.to_token_stream()),
            None => (ident.unraw().to_string(), ident.to_token_stream()),
        };
        Self {
            doc: doc_text(&item.attributes),
            package,
            inherited: inherited(&item.attributes),
            global: options.global.as_ref().map(|global| global.name(&name, package, diagnostics)),
            system_lib: options.system_lib,
            hint: python_hint(&name).map(|text| Hint { at, text }),
            arguments: Arguments::new(&mut item.signature, diagnostics),
            output: Output::new(&item.signature, diagnostics),
            ident,
            name,
        }
    }
}

impl Arguments {
    fn new(signature: &mut Signature, diagnostics: &mut Diagnostics) -> Self {
        let inputs = &mut signature.inputs;
        let is_packed = inputs.len() == 1 && inputs.iter().any(is_packed);
        let mut parameters = Vec::new();
        for input in inputs {
            let FnArg::Typed(input) = input else { continue };
            let ParameterAttributes { default, doc } =
                ParameterAttributes::take(&mut input.attrs, diagnostics);
            if let Some(default) = default.as_ref().filter(|_| is_packed) {
                diagnostics.error(default, "the packed form takes any number of arguments, and no default");
            }
            let name = match &*input.pat {
                Pat::Ident(pattern) => pattern.ident.unraw().to_string(),
                _ => String::new(),
            };
            let ty = elide(input.ty.to_token_stream());
            parameters.push(Parameter { name, ty, default, doc });
        }
        if is_packed { Self::Packed } else { Self::Each(parameters) }
    }
}

/// Whether a parameter is written as `&[AnyView<'_>]`.
pub(crate) fn is_packed(input: &FnArg) -> bool {
    let FnArg::Typed(input) = input else { return false };
    let Type::Reference(reference) = strip(&input.ty) else { return false };
    let Type::Slice(slice) = strip(&reference.elem) else { return false };
    let Type::Path(element) = strip(&slice.elem) else { return false };
    reference.mutability.is_none()
        && element.path.segments.last().is_some_and(|segment| segment.ident == "AnyView")
}

/// A type without the groups that parentheses and `macro_rules!` leave around it.
pub(crate) fn strip(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            other => return other,
        };
    }
}
