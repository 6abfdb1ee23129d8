//! The check of `returns` as code. It follows the call, and only accepts or rejects.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::{Contracts, symbol_ident};
use crate::contract::At;
use crate::contract::returns::{Group, Returns};
use crate::contract::symbols::{Held, Place, Symbol};
use crate::expand::cpu_fallback::Side;
use crate::expand::local;
use crate::generics::Generics;

/// The number of CUDA memory in DLPack.
const CUDA: i32 = 2;
/// The number of host memory in DLPack.
const CPU: i32 = 1;

impl<'a> Contracts<'a> {
    /// The symbols in the declaration, in the order of their first use.
    fn returned_symbols(&self) -> Vec<&'a Symbol> {
        let export = self.export;
        let symbols = export.returns.iter().flat_map(Returns::symbols);
        symbols.filter_map(|symbol| export.symbols.get(symbol)).collect()
    }

    /// Copies of the extents that the declaration refers to and the arguments own, made before the call.
    pub(in crate::expand) fn kept(&self) -> TokenStream {
        let p = self.p;
        let kept = self.returned_symbols().into_iter().filter(|symbol| symbol.is_rest()).map(|symbol| {
            let ident = symbol_ident(symbol);
            let extents = match symbol.held() {
                Held::Number => quote_spanned!(Span::mixed_site()=> #p::Some(#ident)),
                _ => ident.to_token_stream(),
            };
            quote_spanned!(Span::mixed_site()=> let #ident = #p::kept_extents(#extents);)
        });
        quote!(#(#kept)*)
    }

    /// The types of the symbols in the declaration.
    pub(super) fn symbol_types(&self) -> TokenStream {
        let p = self.p;
        let types = self.returned_symbols().into_iter().map(|symbol| match symbol.held() {
            _ if symbol.is_rest() => quote_spanned!(Span::mixed_site()=> #p::Vec<::core::primitive::i64>),
            Held::Number => quote_spanned!(Span::mixed_site()=> ::core::primitive::i64),
            Held::Slot | Held::Parameter(_) => {
                quote_spanned!(Span::mixed_site()=> #p::Option<::core::primitive::i64>)
            }
        });
        quote_spanned!(Span::mixed_site()=> (#(#types,)*))
    }

    /// The symbols in the declaration as a tuple, which is a pattern too.
    pub(in crate::expand) fn symbol_names(&self) -> TokenStream {
        let symbols = self.returned_symbols().into_iter().map(symbol_ident);
        quote_spanned!(Span::mixed_site()=> (#(#symbols,)*))
    }

    /// The violation by the result, which is in `__value`, as an `Option`.
    pub(in crate::expand) fn returned(&self) -> TokenStream {
        let (namespace, turbofish) = (&self.export.namespace, &self.export.generics.turbofish);
        let (symbols, on_host) = (self.symbol_names(), self.side == Side::Fallback);
        quote_spanned!(Span::mixed_site()=> #namespace::__returned #turbofish (#symbols, &__value, #on_host))
    }

    /// The end of a call whose result violates its declaration.
    pub(in crate::expand) fn raise_returned(&self, describe: &TokenStream) -> Option<TokenStream> {
        let (p, returned) = (self.p, self.returned());
        self.export.returns.as_ref().map(|_| {
            quote_spanned! {Span::mixed_site()=>
                if let #p::Some(__mismatch) = #returned {
                    return #p::Some(#p::raise_returned(#describe, __args, &__mismatch));
                }
            }
        })
    }

    /// The function that compares the result with its declaration.
    pub(in crate::expand) fn returned_function(&self) -> Option<TokenStream> {
        let returns = self.export.returns.as_ref()?;
        let (types, symbols, ty) = (self.symbol_types(), self.symbol_names(), &self.export.output.ty);
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
        let checks =
            groups().filter_map(|(index, group)| Some(self.checks_of(&names(index), group.as_ref()?)));
        let tensors = self.returned_tensors(returns);
        Some(quote_spanned! {Span::mixed_site()=>
            fn __returned #list (
                #symbols: #types,
                __value: &#ty,
                __on_host: ::core::primitive::bool,
            ) -> #p::Option<#p::Mismatch> #clause {
                let #pattern = *#p::Returned::of(__value).value(__value)?;
                #(#found)*
                let __check = || { #(#checks)* #p::Some(()) };
                if __check().is_some() {
                    return #p::None;
                }
                #p::Some(#p::returned_mismatch(Self::__describe, #tensors))
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

    fn checks_of(&self, tensor: &Ident, group: &Group) -> TokenStream {
        let (p, contract) = (self.p, &group.contract);
        let shape = contract.shape.as_ref().map(|At { value: shape, .. }| {
            let extents = quote_spanned!(Span::mixed_site()=> #tensor.shape());
            self.entries(shape, &extents, Place::returned)
        });
        let (extents, mut conditions) = shape.unwrap_or_default();
        let variable = group.variable.as_ref().map(|variable| {
            quote_spanned!(Span::mixed_site()=> !#p::has_dtype(#tensor, &[<#variable as #p::Element>::DTYPE]))
        });
        let device = contract.devices.as_ref().map(|devices| {
            let devices = devices.value.iter().map(|device| match device.device_type {
                CUDA if self.export.fallback.is_some() => {
                    quote_spanned!(Span::mixed_site()=> if __on_host { #CPU } else { #CUDA })
                }
                other => Literal::i32_unsuffixed(other).into_token_stream(),
            });
            quote_spanned!(Span::mixed_site()=> !#p::has_device(#tensor, &[#(#devices),*]))
        });
        conditions.extend([variable, self.dtype(contract, tensor), device].into_iter().flatten());
        let conditions = self.refuse_if(&conditions);
        quote_spanned! {Span::mixed_site()=>
            if let #p::Some(#tensor) = #tensor {
                #extents #conditions
            }
        }
    }

    /// The symbols of the declaration and the tensors, for the message.
    fn returned_tensors(&self, returns: &Returns) -> TokenStream {
        let p = self.p;
        let symbols = self.returned_symbols().into_iter().map(|symbol| {
            let ident = symbol_ident(symbol);
            match symbol.held() {
                _ if symbol.is_rest() => {
                    quote_spanned!(Span::mixed_site()=> #p::SymbolValue::Extents(&#ident))
                }
                Held::Number => {
                    quote_spanned!(Span::mixed_site()=> #p::SymbolValue::Number(#p::Some(#ident)))
                }
                _ => quote_spanned!(Span::mixed_site()=> #p::SymbolValue::Number(#ident)),
            }
        });
        let variables = self.export.variables.iter().map(|variable| &variable.ident);
        let tensors = returns.groups.iter().enumerate().map(|(index, group)| match group {
            Some(_) => local("__returned", index).into_token_stream(),
            None => quote_spanned!(Span::mixed_site()=> #p::None),
        });
        quote_spanned! {Span::mixed_site()=>
            &#p::ReturnedTensors {
                symbols: &[#(#symbols),*],
                dtypes: &[#(<#variables as #p::Element>::DTYPE),*],
                on_host: __on_host,
                tensors: &[#(#tensors),*],
            }
        }
    }
}
