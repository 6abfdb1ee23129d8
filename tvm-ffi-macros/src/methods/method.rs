//! A method as the expansion sees it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::{FnArg, Visibility};

use super::attributes::{Form, MethodAttributes};
use super::check::{check_kind, check_method};
use super::names::check_method_name;
use super::receiver::{SelfForm, has_receiver, unselfish};
use crate::contract::returns::ReturnsTokens;
use crate::diagnostics::Diagnostics;
use crate::export::ExportOptions;
use crate::item::FnItem;
use crate::model::ExportFn;
use crate::package::Package;
use crate::tokens::replace_self;

/// The part of an export that only methods have.
pub(crate) struct MethodOf {
    /// The type, as code next to the block names it.
    pub(crate) ty: TokenStream,
    /// The kind of the method.
    pub(crate) kind: Kind,
    /// As which attribute of the class Python has it.
    pub(crate) form: Form,
    /// Its `#[cfg]` attributes.
    pub(crate) conditions: Vec<TokenStream>,
}

/// The kind of a method.
pub(crate) enum Kind {
    /// `#[init]`
    Init,
    /// `#[staticmethod]`
    Static,
    /// `#[classmethod]`
    Class,
    /// With a receiver.
    Instance(SelfForm),
}

/// One method.
pub(crate) struct Method<'a> {
    /// The model; its signature has neither `self` nor `Self`.
    pub(crate) export: ExportFn<'a>,
    /// The function as the user wrote it, without our attributes.
    pub(crate) item: FnItem,
}

/// The block, for each of its methods.
pub(crate) struct Common<'a> {
    pub(crate) ty: &'a TokenStream,
    pub(crate) options: &'a ExportOptions,
    pub(crate) package: &'a Package,
}

impl<'a> Method<'a> {
    /// The model of a function in the block, without our attributes.
    ///
    /// # Errors
    ///
    /// The function, if it is not a method: because of `#[skip]`, or because of a reported mistake.
    pub(crate) fn new(
        mut item: Box<FnItem>,
        common: &Common<'a>,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Box<FnItem>> {
        let attributes = MethodAttributes::take(&mut item.attributes, diagnostics);
        let form = check_kind(&item, &attributes, diagnostics);
        if attributes.skip.is_some() {
            return Err(item);
        }
        let kind = form.and_then(|form| match (form, item.signature.receiver()) {
            (Form::Init, _) => Some(Kind::Init),
            (Form::Static, _) => Some(Kind::Static),
            (Form::Class, _) => Some(Kind::Class),
            (Form::Instance | Form::Getter | Form::Setter, Some(receiver)) => {
                SelfForm::of(receiver, common.ty, diagnostics).map(Kind::Instance)
            }
            (Form::Instance | Form::Getter | Form::Setter, None) => Some(Kind::Instance(SelfForm::Shared)),
        });
        // The rest is checked also after a mistake in the receiver.
        let signature = unselfish(&item.signature, common.ty);
        let Some(signature) = diagnostics.ok(signature) else { return Err(item) };
        let mut modelled = FnItem {
            attributes: core::mem::take(&mut item.attributes),
            visibility: Visibility::Inherited,
            signature,
            body: TokenStream::new(),
        };
        let is_called_on_an_object = matches!(form, Some(Form::Instance | Form::Getter | Form::Setter));
        let receivers = usize::from(
            item.signature.receiver().is_some() || (is_called_on_an_object && has_receiver(&item.signature)),
        );
        let returns = attributes.returns.as_ref().map(|ReturnsTokens { key, tokens }| ReturnsTokens {
            key: key.clone(),
            tokens: replace_self(tokens.clone(), common.ty),
        });
        let mut export = ExportFn::new(
            &mut modelled,
            receivers,
            common.options,
            common.package,
            returns.as_ref(),
            diagnostics,
        );
        export.gil = attributes.gil;
        check_method(&modelled, &export, receivers, diagnostics);
        restore(&mut item, &mut modelled);
        let (Some(kind), Some(form)) = (kind, form) else { return Err(item) };
        let ident = &item.signature.ident;
        export.name = match &attributes.name {
            Some(name) => {
                diagnostics.check(name, check_method_name);
                name.value()
            }
            None => {
                let name = ident.unraw().to_string();
                if let Err(message) = check_method_name(&name) {
                    diagnostics.error(ident, message);
                }
                name
            }
        };
        if let (Kind::Instance(_), Some(receiver)) = (&kind, export.arguments.receiver_mut()) {
            "self".clone_into(&mut receiver.name);
        }
        let conditions = item.attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
        let conditions = conditions.map(ToTokens::to_token_stream).collect();
        export.namespace = namespace(common.ty, ident);
        export.method = Some(MethodOf { ty: common.ty.clone(), kind, form, conditions });
        Ok(Self { export, item: *item })
    }

    /// As which attribute of the class Python has it.
    pub(crate) fn form(&self) -> Option<Form> {
        self.export.method.as_ref().map(|method| method.form)
    }

    /// The name of the attribute.
    pub(crate) fn attribute(&self) -> &str {
        let name = &*self.export.name;
        match self.form() {
            Some(Form::Setter) => name.strip_prefix("set_").unwrap_or(name),
            Some(Form::Getter) => name.strip_prefix("get_").filter(|rest| !rest.is_empty()).unwrap_or(name),
            _ => name,
        }
    }

    /// Its `#[cfg]` attributes.
    pub(crate) fn conditions(&self) -> &[TokenStream] {
        self.export.method.as_ref().map_or(&[], |method| &method.conditions)
    }

    /// Whether it has a `#[cfg]` or a `#[cfg_attr]`.
    pub(crate) fn is_conditional(&self) -> bool {
        self.item
            .attributes
            .iter()
            .any(|attribute| attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr"))
    }
}

/// Moves the attributes of the model back to the function.
fn restore(item: &mut FnItem, modelled: &mut FnItem) {
    item.attributes = core::mem::take(&mut modelled.attributes);
    for (input, modelled) in item.signature.inputs.iter_mut().zip(&mut modelled.signature.inputs) {
        let FnArg::Typed(modelled) = modelled else { continue };
        match input {
            FnArg::Typed(input) => input.attrs = core::mem::take(&mut modelled.attrs),
            FnArg::Receiver(receiver) => receiver.attrs.clear(),
        }
    }
}

/// The type that has a method's body and its check as associated functions.
fn namespace(ty: &TokenStream, ident: &Ident) -> Ident {
    let path = ty.to_string().replace("::", "_");
    let path: String = path.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    format_ident!("__tvm_ffi_exported_{path}__{}", ident.unraw(), span = Span::mixed_site())
}
