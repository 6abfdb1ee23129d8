//! The check of `returns`, which follows the call.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};

use super::Contracts;
use crate::contract::returns::Group;
use crate::expand::cpu_fallback::Side;
use crate::expand::local;
use crate::expand::record::record_path;
use crate::generics::Generics;

impl Contracts<'_> {
    /// The violation by the result, which is in `__value`, as an `Option`.
    pub(in crate::expand) fn returned(&self) -> TokenStream {
        let (namespace, turbofish) = (&self.export.namespace, &self.export.generics.turbofish);
        let on_host = self.side == Side::Fallback;
        quote_spanned!(Span::mixed_site()=> #namespace::__returned #turbofish (&__symbols, &__value, #on_host))
    }

    /// The end of a call whose result violates its declaration.
    pub(in crate::expand) fn raise_returned(&self) -> Option<TokenStream> {
        let (p, returned, record) = (self.p, self.returned(), record_path(self.export));
        self.export.returns.as_ref().map(|_| {
            quote_spanned! {Span::mixed_site()=>
                if let #p::Some(__mismatch) = #returned {
                    return #p::Some(#p::raise_returned(#record, __args, &__mismatch));
                }
            }
        })
    }

    /// The function that compares the result with its declaration.
    pub(in crate::expand) fn returned_function(&self) -> Option<TokenStream> {
        let returns = self.export.returns.as_ref()?;
        let (symbols, ty, record) = (self.symbols_type(), &self.export.output.ty, record_path(self.export));
        let (p, Generics { list, clause, .. }) = (self.p, &self.export.generics);
        let names = |index| local("__returned", index);
        let groups = || returns.groups.iter().enumerate();
        let elements = groups().map(|(index, group)| {
            let name = names(index);
            match group {
                Some(_) => quote_spanned!(Span::mixed_site()=> ref #name),
                None => quote_spanned!(Span::mixed_site()=> _),
            }
        });
        // rustc reports another number of elements at the name of the option.
        let at = Span::mixed_site().located_at(returns.key.span());
        let pattern = match returns.is_tuple {
            true => quote_spanned!(at=> (#(#elements,)*)),
            false => quote_spanned!(at=> #(#elements)*),
        };
        let found =
            groups().filter_map(|(index, group)| Some(self.expand_tensor(&names(index), group.as_ref()?)));
        let variables = self.export.variables.iter().map(|variable| &variable.ident);
        let tensors = groups().map(|(index, group)| match group {
            Some(_) => names(index).into_token_stream(),
            None => quote_spanned!(Span::mixed_site()=> #p::None),
        });
        Some(quote_spanned! {Span::mixed_site()=>
            fn __returned #list (
                __symbols: &#symbols,
                __value: &#ty,
                __on_host: ::core::primitive::bool,
            ) -> #p::Option<#p::Mismatch> #clause {
                let #pattern = *#p::Returned::of(__value).value(__value)?;
                #(#found)*
                #p::returned_mismatch(#record, &#p::ReturnedTensors {
                    symbols: __symbols,
                    dtypes: &[#(<#variables as #p::Element>::DTYPE),*],
                    on_host: __on_host,
                    tensors: &[#(#tensors),*],
                })
            }
        })
    }

    /// The tensor of an element. rustc reports another type at the group.
    fn expand_tensor(&self, name: &Ident, group: &Group) -> TokenStream {
        let p = self.p;
        let span = group.at.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
        let value = Ident::new("__value", span);
        let call = quote_spanned!(span=> __returned_tensor(#value));
        quote_spanned! {Span::mixed_site()=>
            let #name = { use #p::returned_tensor as __returned_tensor; let #value = #name; #call };
        }
    }
}
