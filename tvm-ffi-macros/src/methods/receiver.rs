//! `self` and `Self`, which mean nothing outside the `impl` block: their replacements where an expansion repeats a signature.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{FnArg, Pat, PatIdent, PatType, Receiver, ReceiverKind, Signature, Token, Type};

use crate::diagnostics::Diagnostics;
use crate::lifetimes::statics;
use crate::model::strip;
use crate::tokens::replace_self;

/// Whether a function is called on an object: it has a receiver, or a first parameter `this`, which is a reference of its own to the object.
pub(super) fn has_receiver(signature: &Signature) -> bool {
    match signature.inputs.first() {
        Some(FnArg::Receiver(_)) => true,
        Some(FnArg::Typed(PatType { pat, .. })) => matches!(&**pat, Pat::Ident(pat) if pat.ident == "this"),
        None => false,
    }
}

/// The form of a receiver.
pub(crate) enum SelfForm {
    /// `&self`
    Shared,
    /// `&mut self`; the tokens.
    Exclusive(TokenStream),
}

impl SelfForm {
    /// The form of a receiver. Any other form is reported.
    pub(crate) fn of(receiver: &Receiver, ty: &TokenStream, diagnostics: &mut Diagnostics) -> Option<Self> {
        for attribute in &receiver.attrs {
            diagnostics.error(
                attribute,
                "the receiver has no attributes: it is the object that the method is called on",
            );
        }
        diagnostics.error_at_each(
            statics(receiver.to_token_stream()),
            "the object is borrowed from the caller for one call and cannot be 'static\nhelp: write `&self`",
        );
        let is_exclusive = match &receiver.kind {
            ReceiverKind::Reference(_, _, mutability) => Some(mutability.is_some()),
            ReceiverKind::Typed(_, written) => reference_to_self(written, ty),
            _ => None,
        };
        if is_exclusive.is_none() {
            diagnostics.error(receiver, refusal(receiver));
        }
        Some(if is_exclusive? { Self::Exclusive(receiver.to_token_stream()) } else { Self::Shared })
    }
}

/// Whether `self: &Self` is mutable; `None` if it is not a reference.
fn reference_to_self(written: &Type, ty: &TokenStream) -> Option<bool> {
    let Type::Reference(reference) = strip(written) else { return None };
    let target = strip(&reference.elem).to_token_stream().to_string();
    (target == "Self" || target == ty.to_string()).then_some(reference.mutability.is_some())
}

fn refusal(receiver: &Receiver) -> String {
    let help = match &receiver.kind {
        ReceiverKind::Typed(..) => {
            "write `&self`; a function that needs a reference of its own to the object has a first parameter `this: Ref<Self>`"
        }
        _ => "write `&self`, and clone what the result is made of",
    };
    format!(
        "methods take `&self`, or `&mut self` where objects are mutable: the caller keeps the object\nhelp: {help}"
    )
}

/// The signature with the receiver as a parameter like others, and the type in place of `Self`.
pub(super) fn unselfish(signature: &Signature, ty: &TokenStream) -> syn::Result<Signature> {
    let mut signature: Signature = syn::parse2(replace_self(signature.to_token_stream(), ty))?;
    let mut inputs = Punctuated::new();
    for input in core::mem::take(&mut signature.inputs) {
        inputs.push(match input {
            FnArg::Receiver(receiver) => FnArg::Typed(typed(&receiver, ty)?),
            typed => typed,
        });
    }
    signature.inputs = inputs;
    Ok(signature)
}

/// The receiver as a parameter.
fn typed(receiver: &Receiver, ty: &TokenStream) -> syn::Result<PatType> {
    let span = receiver.self_token.span;
    let ty = match &receiver.kind {
        ReceiverKind::Reference(and, lifetime, mutability) => quote!(#and #lifetime #mutability #ty),
        ReceiverKind::Typed(_, ty) => ty.to_token_stream(),
        _ => ty.clone(),
    };
    let ident = Ident::new("__self", span);
    let pat = PatIdent { attrs: Vec::new(), by_ref: None, mutability: None, ident, subpat: None };
    Ok(PatType {
        attrs: Vec::new(),
        pat: Box::new(Pat::Ident(pat)),
        colon_token: Token![:](span),
        ty: Box::new(syn::parse2(ty)?),
    })
}
