//! The entries of shapes and strides, as code.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote_spanned;

use super::{Contracts, symbol_ident};
use crate::contract::entry::{Dims, Entry, EntryKind, Expr};
use crate::contract::symbols::{Held, Place, dims};
use crate::expand::local;
use crate::parameter_type::{Base, Form, Rank};

impl Contracts<'_> {
    /// The extents of one tensor: the statement that names them, and the conditions under which they violate the contract.
    pub(super) fn shape(&self, index: usize) -> (TokenStream, Vec<TokenStream>) {
        let Some(shape) = dims(&self.parameter(index).contract, false) else { return Default::default() };
        let is_free = shape.entries.iter().all(|entry| matches!(entry.kind, EntryKind::Any));
        if is_free && self.has_known_rank(index) {
            return Default::default();
        }
        let tensor = self.tensor(index);
        let extents = match self.parameter(index).kind.integers {
            None => quote_spanned!(Span::mixed_site()=> #tensor.shape()),
            Some(_) => {
                quote_spanned!(Span::mixed_site()=> ::core::convert::AsRef::<[::core::primitive::i64]>::as_ref(&#tensor))
            }
        };
        let place = |entry| Place { is_stride: false, parameter: index, entry };
        self.entries(shape, &extents, place)
    }

    /// The statement that names extents, and the conditions under which they differ from the entries for them.
    pub(super) fn entries(
        &self,
        dims: &Dims,
        extents: &TokenStream,
        place: impl Fn(usize) -> Place,
    ) -> (TokenStream, Vec<TokenStream>) {
        let p = self.p;
        let entries = || dims.entries.iter().enumerate().map(|(entry, of)| (place(entry), &of.kind));
        let patterns = entries().map(|(place, kind)| self.pattern(place, kind));
        let named = quote_spanned! {Span::mixed_site()=>
            let &[#(#patterns),*] = #extents else { return #p::None };
        };
        let mut conditions = Vec::new();
        for (place, kind) in entries() {
            self.check(place, kind, &local("__dim", place.entry), &mut conditions);
        }
        (named, conditions)
    }

    /// The pattern for an extent of the shape.
    fn pattern(&self, place: Place, kind: &EntryKind) -> TokenStream {
        let dim = local("__dim", place.entry);
        let bound = match kind {
            EntryKind::Symbol(symbol) | EntryKind::Multiple(symbol, _) | EntryKind::Rest(Some(symbol)) => {
                self.bound_here(place, symbol)
            }
            _ => None,
        };
        match kind {
            EntryKind::Any => quote_spanned!(Span::mixed_site()=> _),
            EntryKind::Rest(None) => quote_spanned!(Span::mixed_site()=> ..),
            EntryKind::Rest(Some(_)) => {
                let name = bound.unwrap_or(dim);
                quote_spanned!(Span::mixed_site()=> ref #name @ ..)
            }
            _ => {
                let name = bound.unwrap_or(dim);
                quote_spanned!(Span::mixed_site()=> #name)
            }
        }
    }

    /// The variable of a symbol, if it is bound by the pattern of this entry.
    fn bound_here(&self, place: Place, symbol: &Ident) -> Option<Ident> {
        let symbol = self.export.symbols.get(symbol)?;
        (symbol.held() == Held::Number && symbol.is_bound_at(place)).then(|| symbol_ident(symbol))
    }

    /// The conditions under which an extent or stride violates its entry.
    fn check(&self, place: Place, kind: &EntryKind, found: &Ident, conditions: &mut Vec<TokenStream>) {
        let p = self.p;
        match kind {
            EntryKind::Any | EntryKind::Rest(None) => {}
            EntryKind::Rest(Some(symbol)) => conditions.extend(self.compare(place, symbol, found, true)),
            EntryKind::Symbol(symbol) => conditions.extend(self.compare(place, symbol, found, false)),
            EntryKind::Multiple(symbol, of) => {
                conditions.extend(self.compare(place, symbol, found, false));
                let bound = self.bound_here(place, symbol);
                let (number, of) = (bound.as_ref().unwrap_or(found), self.number(of));
                conditions.push(quote_spanned!(Span::mixed_site()=> !#p::is_multiple(#number, #of)));
            }
            EntryKind::Value(Expr::Number(number)) => {
                let number = self.number(number);
                conditions.push(quote_spanned!(Span::mixed_site()=> #found != #number));
            }
            EntryKind::Value(value) if matches!(value.folded(), Some(Some(_))) => {
                let number = value.folded().flatten().map(|number| self.literal(number));
                conditions.push(quote_spanned!(Span::mixed_site()=> #found != #number));
            }
            EntryKind::Value(value) => {
                let value = self.value(value);
                conditions.push(quote_spanned!(Span::mixed_site()=> #p::Some(#found) != #value));
            }
        }
    }

    /// The condition under which a number differs from a symbol, or the binding of the symbol; `None` if the pattern binds it.
    fn compare(&self, place: Place, symbol: &Ident, found: &Ident, is_rest: bool) -> Option<TokenStream> {
        let p = self.p;
        // INVARIANT: every symbol of an entry was collected.
        let symbol = self.export.symbols.get(symbol)?;
        let ident = symbol_ident(symbol);
        let found_number = quote_spanned!(Span::mixed_site()=> #p::Some(#found) != #ident);
        Some(match (symbol.held(), is_rest) {
            // It is bound in every call, and `s..` is a copy of the extents.
            (Held::Slot, false) if place.is_returned() => found_number,
            (_, true) if place.is_returned() => quote_spanned!(Span::mixed_site()=> #found != #ident),
            (Held::Number, _) if symbol.is_bound_at(place) => return None,
            (Held::Number, _) => quote_spanned!(Span::mixed_site()=> #found != #ident),
            (Held::Slot, false) => quote_spanned!(Span::mixed_site()=> !#p::bind(&mut #ident, #found)),
            (Held::Slot, true) => quote_spanned!(Span::mixed_site()=> !#p::bind_rest(&mut #ident, #found)),
            (Held::Parameter(_), _) => found_number,
        })
    }

    /// The strides of the tensors of a parameter.
    pub(super) fn strides(&self, index: usize) -> Option<TokenStream> {
        let strides = dims(&self.parameter(index).contract, true)?;
        let rank = self.refuse_if(self.rank_of_strides(index, strides).as_slice());
        let checks = strides.entries.iter().enumerate().map(|(entry, Entry { kind, .. })| {
            let place = Place { is_stride: true, parameter: index, entry };
            let stride = Ident::new("__stride", Span::mixed_site());
            let mut conditions = Vec::new();
            self.check(place, kind, &stride, &mut conditions);
            let refused = self.refuse_if(&conditions)?;
            let (p, tensor, dim) = (self.p, self.tensor(index), self.dim(index, strides, entry));
            Some(quote_spanned! {Span::mixed_site()=>
                if let #p::Some(#stride) = #p::stride(#tensor, #dim) {
                    #refused
                }
            })
        });
        let checks = quote_spanned!(Span::mixed_site()=> #rank #(#checks)*);
        Some(self.on_each(index, &checks))
    }

    /// The condition under which the rank is not the one that the strides need, if no other check requires it.
    fn rank_of_strides(&self, index: usize, strides: &Dims) -> Option<TokenStream> {
        let has_rank =
            dims(&self.parameter(index).contract, false).is_some_and(|shape| shape.rest().is_none());
        if has_rank || self.has_known_rank(index) {
            return None;
        }
        let (tensor, count) = (self.tensor(index), Literal::usize_unsuffixed(strides.count()));
        Some(if strides.rest().is_some() {
            quote_spanned!(Span::mixed_site()=> #tensor.ndim() < #count)
        } else {
            quote_spanned!(Span::mixed_site()=> #tensor.ndim() != #count)
        })
    }

    /// The dimension of an entry, counted from the end after a `..`.
    fn dim(&self, index: usize, dims: &Dims, entry: usize) -> TokenStream {
        if dims.rest().is_some_and(|rest| rest < entry) {
            let tensor = self.tensor(index);
            let from_end = Literal::usize_unsuffixed(dims.entries.len() - entry);
            return quote_spanned!(Span::mixed_site()=> #tensor.ndim() - #from_end);
        }
        let entry = Literal::usize_unsuffixed(entry);
        quote_spanned!(Span::mixed_site()=> #entry)
    }

    /// Whether the type has a known rank.
    fn has_known_rank(&self, index: usize) -> bool {
        let kind = &self.parameter(index).kind;
        matches!(kind.integers, Some(Rank::Known(_)))
            || kind.form != Form::List
                && matches!(&kind.base, Base::View(view) if matches!(view.rank, Rank::Known(_)))
    }
}
