//! The comparison of arguments with their contracts, which are in the record. It only accepts or rejects; core finds the reason.

mod returns;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::argument;
use super::cpu_fallback::Side;
use super::record::record_path;
use crate::contract::entry::Number;
use crate::generics::Generics;
use crate::model::{ExportFn, Parameter};

/// Expands the contract of one function.
pub(super) struct Contracts<'a> {
    export: &'a ExportFn<'a>,
    p: &'a TokenStream,
    side: Side,
}

/// The constant that holds the value of a constant expression.
pub(super) fn constant_ident(index: usize) -> Ident {
    format_ident!("__TVM_FFI_CONSTANT_{index}", span = Span::mixed_site())
}

/// The constant with a checked alignment.
pub(super) fn alignment_ident(index: usize) -> Ident {
    format_ident!("__TVM_FFI_ALIGNMENT_{index}", span = Span::mixed_site())
}

impl<'a> Contracts<'a> {
    pub(super) fn new(export: &'a ExportFn<'a>, side: Side, p: &'a TokenStream) -> Self {
        Self { export, p, side }
    }

    fn parameter(&self, index: usize) -> &'a Parameter {
        &self.export.arguments.parameters()[index]
    }

    /// A parameter as an operand, for messages about a violation; `name` is the variable.
    pub(super) fn operand(&self, index: usize, name: &TokenStream) -> TokenStream {
        let p = self.p;
        match self.parameter(index).is_integers() {
            true => quote_spanned!(Span::mixed_site()=> #p::integers_operand(&#name)),
            false => quote_spanned!(Span::mixed_site()=> #p::OperandProbe(&#name).operand()),
        }
    }

    /// The parameters that the contract needs: tensors with checks, integers that are values of symbols, and cells that
    /// must not share memory.
    pub(super) fn subjects(&self) -> Vec<usize> {
        let count = self.export.arguments.parameters().len();
        (0..count)
            .filter(|index| {
                self.parameter(*index).contract.has_checks()
                    || self.is_symbol(*index)
                    || self.export.pairs_of_cells().iter().any(|pair| pair.contains(index))
            })
            .collect()
    }

    /// Whether the parameter is the value of a symbol.
    fn is_symbol(&self, index: usize) -> bool {
        self.export.symbols.iter().any(|symbol| symbol.integer == Some(index))
    }

    /// The constants in the contract, which the compiler evaluates whenever it checks the crate.
    pub(super) fn constants(&self) -> TokenStream {
        let Self { export, p, .. } = self;
        let constants = export.constants.iter().enumerate().map(|(index, tokens)| {
            let ident = constant_ident(index);
            let span = tokens.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
            // rustc shows errors at the expression. With its span a path would be resolved in the user's scope, so the names are short.
            let [value, wide] = ["__value", "__wide"].map(|name| Ident::new(name, span));
            let check = quote_spanned!(span=> __is_integer(&#value));
            let narrow = quote_spanned!(span=> __constant(#wide));
            quote_spanned! {Span::mixed_site()=>
                const #ident: ::core::primitive::i64 = {
                    use #p::{constant as __constant, is_integer as __is_integer};
                    let #value = { #tokens };
                    #check;
                    let #wide = #value as ::core::primitive::i128;
                    #narrow
                };
            }
        });
        let alignments = export.arguments.parameters().iter().filter_map(|parameter| {
            let Number::Constant(constant) = &parameter.contract.align.as_ref()?.value else { return None };
            let (value, ident) = (constant_ident(constant.index), alignment_ident(constant.index));
            let checked = quote_spanned!(constant.span=> __alignment(#value));
            Some(quote_spanned! {Span::mixed_site()=>
                const #ident: ::core::primitive::usize = { use #p::alignment as __alignment; #checked };
            })
        });
        quote_spanned!(Span::mixed_site()=> #(#constants)* #(#alignments)*)
    }

    /// The function that gives the symbols that a declared result needs if the contract holds, and `None` otherwise.
    pub(super) fn function(&self) -> TokenStream {
        let (p, Generics { list, clause, .. }) = (self.p, &self.export.generics);
        let arguments = self.subjects().into_iter().map(|index| {
            let (argument, ty) = (argument(index), &self.parameter(index).ty);
            quote_spanned!(Span::mixed_site()=> #argument: &#ty)
        });
        let (checks, types) = (self.checks(), self.symbols_type());
        quote_spanned! {Span::mixed_site()=>
            #[inline(always)]
            fn __contract #list (#(#arguments),*) -> #p::Option<#types> #clause {
                #checks
                #p::Some(__symbols)
            }
        }
    }

    /// The symbols of a call whose arguments have been decoded, or the end of the body. The fallback takes other types than the function.
    pub(super) fn in_body(&self) -> Option<TokenStream> {
        if !self.export.has_contract() {
            return None;
        }
        let arguments: Vec<_> = self.subjects().into_iter().map(argument).collect();
        if self.side == Side::Fallback {
            let checks = self.checks();
            return Some(quote_spanned! {Span::mixed_site()=>
                let __symbols = {
                    #(let #arguments = &#arguments;)*
                    #checks
                    __symbols
                };
            });
        }
        let (namespace, turbofish) = (&self.export.namespace, &self.export.generics.turbofish);
        Some(
            quote_spanned!(Span::mixed_site()=> let __symbols = #namespace::__contract #turbofish (#(&#arguments),*)?;),
        )
    }

    /// The type of the symbols that a declared result needs.
    fn symbols_type(&self) -> TokenStream {
        let (p, count) = (self.p, self.count());
        match self.export.returns {
            Some(_) => quote_spanned!(Span::mixed_site()=> #p::KeptSymbols<#count>),
            None => quote!(()),
        }
    }

    /// The number of symbols.
    fn count(&self) -> Literal {
        Literal::usize_unsuffixed(self.export.symbols.iter().count())
    }

    /// The statements that define `__symbols`, or return `None` from a function. The arguments are references.
    fn checks(&self) -> TokenStream {
        let (p, count) = (self.p, self.count());
        let set = self.export.symbols.iter().enumerate().filter_map(|(symbol, of)| {
            let (symbol, index) = (Literal::usize_unsuffixed(symbol), of.integer?);
            let (argument, ty) = (argument(index), self.side.ty(self.parameter(index)));
            Some(quote_spanned!(Span::mixed_site()=> __symbols.set(#symbol, #p::symbol::<#ty>(#argument));))
        });
        let indices = || 0..self.export.arguments.parameters().len();
        let with_checks = indices().filter(|index| self.parameter(*index).contract.has_checks());
        let fits = with_checks.map(|index| self.check(index, "fits"));
        // They may use the symbols of all shapes.
        let with_strides = indices().filter(|index| self.parameter(*index).contract.strides.is_some());
        let strides = with_strides.map(|index| self.check(index, "strides_fit"));
        let integers = indices().filter_map(|index| self.integers(index));
        let conditions: Vec<_> = fits.chain(strides).collect();
        let refuse = (!conditions.is_empty())
            .then(|| quote_spanned!(Span::mixed_site()=> #p::refuse_if!(!(#(#conditions)&&*));));
        let symbols = match self.export.returns {
            Some(_) => quote_spanned!(Span::mixed_site()=> let __symbols = __symbols.keep();),
            None => quote_spanned!(Span::mixed_site()=> let __symbols = ();),
        };
        quote_spanned! {Span::mixed_site()=>
            #(#integers)*
            #[allow(unused_mut)]
            let mut __symbols = #p::Symbols::<#count>::new();
            #(#set)*
            #refuse
            #symbols
        }
    }

    /// The variable with the integers of a sequence that has a contract.
    fn integers(&self, index: usize) -> Option<TokenStream> {
        let parameter = self.parameter(index);
        let (p, integers, argument, ty) =
            (self.p, super::local("__integers", index), argument(index), self.side.ty(parameter));
        let is_needed = parameter.is_integers() && parameter.contract.has_checks();
        is_needed
            .then(|| quote_spanned!(Span::mixed_site()=> let #integers = #p::integers::<#ty>(#argument);))
    }

    /// The condition that an argument keeps its contract, by the function of this name.
    fn check(&self, index: usize, name: &str) -> TokenStream {
        let (p, parameter, record) = (self.p, self.parameter(index), record_path(self.export));
        let (ty, place) = (self.side.ty(parameter), Literal::usize_unsuffixed(index));
        let contract = quote_spanned!(Span::mixed_site()=> const { #record.contract(#place) });
        if parameter.is_integers() {
            let integers = super::local("__integers", index);
            return quote_spanned!(Span::mixed_site()=> #p::integers_fit(#contract, &#integers, &mut __symbols));
        }
        let (argument, name) = (argument(index), Ident::new(name, Span::mixed_site()));
        quote_spanned!(Span::mixed_site()=> #p::#name::<#ty, _>(#contract, #argument, &mut __symbols))
    }
}
