//! The type parameters of a function, where generated code repeats them.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericParam, Signature, WherePredicate};

/// Type parameters with their bounds. Lifetimes are left out: generated code elides them.
pub(crate) struct Generics {
    /// `T`, `U`
    pub(crate) names: Vec<Ident>,
    /// `T: Element`, `U`
    pub(crate) declared: Vec<TokenStream>,
    /// `<T: Element, U>`
    pub(crate) list: Option<TokenStream>,
    /// `::<T, U>`
    pub(crate) turbofish: Option<TokenStream>,
    /// `where U: Element`
    pub(crate) clause: Option<TokenStream>,
}

impl Generics {
    /// The type parameters of a function.
    pub(crate) fn new(signature: &Signature) -> Self {
        let (mut names, mut declared, mut predicates) = (Vec::new(), Vec::new(), Vec::new());
        for parameter in &signature.generics.params {
            if let GenericParam::Type(parameter) = parameter {
                names.push(parameter.ident.clone());
                declared.push(parameter.to_token_stream());
            }
        }
        if let Some(clause) = &signature.generics.where_clause {
            for predicate in &clause.predicates {
                if let WherePredicate::Type(predicate) = predicate {
                    predicates.push(predicate);
                }
            }
        }
        Self {
            list: (!names.is_empty()).then(|| quote!(<#(#declared),*>)),
            turbofish: (!names.is_empty()).then(|| quote!(::<#(#names),*>)),
            clause: (!predicates.is_empty()).then(|| quote!(where #(#predicates),*)),
            names,
            declared,
        }
    }
}
