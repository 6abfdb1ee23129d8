//! The type parameters of a function, where generated code repeats them.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Signature, WherePredicate};

use crate::template::quote;

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
        let parameters = || signature.generics.type_params();
        let names: Vec<_> = parameters().map(|parameter| parameter.ident.clone()).collect();
        let declared: Vec<_> = parameters().map(ToTokens::to_token_stream).collect();
        let predicates = signature.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let predicates: Vec<_> =
            predicates.filter(|predicate| matches!(predicate, WherePredicate::Type(_))).collect();
        Self {
            list: (!names.is_empty()).then(|| quote!(<#(#declared),*>)),
            turbofish: (!names.is_empty()).then(|| quote!(::<#(#names),*>)),
            clause: (!predicates.is_empty()).then(|| quote!(where #(#predicates),*)),
            names,
            declared,
        }
    }
}
