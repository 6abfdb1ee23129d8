//! Contracts as data of the core crate.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote_spanned};

use super::contract::{alignment_ident, constant_ident};
use crate::contract::entry::{Dim, Dims, EntryKind, Expr, Number, Operator, name_of};
use crate::contract::returns::Returns;
use crate::contract::text::entry_text;
use crate::contract::{At, Contract, Out};
use crate::model::ExportFn;

/// Writes contracts of one function.
pub(super) struct Data<'a> {
    pub(super) export: &'a ExportFn<'a>,
    pub(super) p: &'a TokenStream,
}

impl Data<'_> {
    /// A contract, unless it asks nothing; `variable` is an expression for the variable of `dispatch` that is the element type.
    pub(super) fn contract(&self, contract: &Contract, variable: Option<TokenStream>) -> Option<TokenStream> {
        let p = self.p;
        let field = |name: &str, value: TokenStream| {
            let name = Ident::new(name, Span::mixed_site());
            quote_spanned!(Span::mixed_site()=> #name: #value,)
        };
        let some = |name: &str, value: TokenStream| {
            field(name, quote_spanned!(Span::mixed_site()=> #p::Some(#value)))
        };
        let name = |name: &Ident| {
            let name = name_of(name);
            quote_spanned!(Span::mixed_site()=> #name)
        };
        let dims = |dims: &Option<At<Dims>>| dims.as_ref().map(|dims| self.dims(&dims.value));
        let has_fallback = self.export.fallback.map(|_| quote_spanned!(Span::mixed_site()=> true));
        let fields = [
            dims(&contract.shape).map(|shape| some("shape", shape)),
            dims(&contract.strides).map(|strides| some("strides", strides)),
            contract.align.as_ref().map(|align| some("align", number(&align.value, alignment_ident))),
            contract.dtypes.as_ref().map(|dtypes| {
                let dtypes = dtypes.value.iter().map(|dtype| dtype.value(p));
                field("dtypes", quote_spanned!(Span::mixed_site()=> &[#(#dtypes),*]))
            }),
            contract.devices.as_ref().map(|devices| {
                let devices = devices.value.iter().map(|device| Literal::i32_unsuffixed(device.device_type));
                field("devices", quote_spanned!(Span::mixed_site()=> &[#(#devices),*]))
            }),
            contract.out.as_ref().map(|out| some("out", self.out(out.value))),
            contract.grad.as_ref().map(|grad| some("grad", name(&grad.value))),
            contract.alias.as_ref().map(|alias| some("alias", name(&alias.value))),
            variable.map(|variable| field("variable", variable)),
            has_fallback.map(|value| field("has_fallback", value)),
        ];
        let fields: Vec<_> = fields.into_iter().flatten().collect();
        (!fields.is_empty())
            .then(|| quote_spanned!(Span::mixed_site()=> #p::Contract { #(#fields)* ..#p::Contract::FREE }))
    }

    /// What `returns` declares.
    pub(super) fn returns(&self, Returns { is_tuple, groups, .. }: &Returns) -> TokenStream {
        let p = self.p;
        let groups = groups.iter().map(|group| match group {
            None => quote_spanned!(Span::mixed_site()=> #p::None),
            Some(group) => {
                let variable = group.variable.as_ref().map(name_of);
                let variable = variable.map(|name| quote_spanned!(Span::mixed_site()=> #p::Some(#name)));
                let contract = self.contract(&group.contract, variable);
                let contract =
                    contract.unwrap_or_else(|| quote_spanned!(Span::mixed_site()=> #p::Contract::FREE));
                quote_spanned!(Span::mixed_site()=> #p::Some(#contract))
            }
        });
        quote_spanned!(Span::mixed_site()=> #p::Returns { is_tuple: #is_tuple, groups: &[#(#groups),*] })
    }

    fn out(&self, out: Out) -> TokenStream {
        let (p, form) = (self.p, Ident::new(&format!("{out:?}"), Span::mixed_site()));
        quote_spanned!(Span::mixed_site()=> #p::Out::#form)
    }

    fn dims(&self, dims: &Dims) -> TokenStream {
        let p = self.p;
        let entries = dims.entries.iter().map(|entry| self.dim(entry));
        // Only the value of an inline `const` is static also in the record of an instance, which is one itself.
        quote_spanned!(Span::mixed_site()=> #p::Dims::new(const { &[#(#entries),*] }))
    }

    fn dim(&self, entry: &Dim) -> TokenStream {
        let (p, text) = (self.p, entry_text(entry));
        let ask = match &entry.kind {
            EntryKind::Any => return quote_spanned!(Span::mixed_site()=> #p::Dim::ANY),
            EntryKind::Rest(None) => quote_spanned!(Span::mixed_site()=> Rest(#p::None)),
            EntryKind::Rest(Some(symbol)) => {
                let symbol = self.symbol(symbol);
                quote_spanned!(Span::mixed_site()=> Rest(#p::Some(#symbol)))
            }
            EntryKind::Symbol(symbol) => {
                let symbol = self.symbol(symbol);
                return quote_spanned!(Span::mixed_site()=> #p::Dim::symbol(#symbol));
            }
            EntryKind::Multiple(symbol, of) => {
                let (symbol, of) = (self.symbol(symbol), number(of, constant_ident));
                quote_spanned!(Span::mixed_site()=> Multiple(#symbol, #of))
            }
            EntryKind::Value(value) => {
                let mut ops = Vec::new();
                self.push_ops(value, &mut ops);
                quote_spanned!(Span::mixed_site()=> Value(&[#(#ops),*]))
            }
        };
        quote_spanned!(Span::mixed_site()=> #p::Dim { text: #text, ask: #p::Ask::#ask })
    }

    fn symbol(&self, symbol: &Ident) -> TokenStream {
        let (p, name) = (self.p, name_of(symbol));
        // `check` has reported unknown symbols.
        let index = self.export.symbols.iter().position(|known| known.name == name).unwrap_or_default();
        let index = Literal::usize_unsuffixed(index);
        quote_spanned!(Span::mixed_site()=> #p::Sym::new(#name, #index))
    }

    /// Appends the steps of an expression in postfix notation.
    fn push_ops(&self, expr: &Expr, ops: &mut Vec<TokenStream>) {
        let p = self.p;
        if let Some(Some(value)) = expr.folded() {
            let value = literal(value);
            return ops.push(quote_spanned!(Span::mixed_site()=> #p::Op::Number(#value)));
        }
        let op = match expr {
            Expr::Number(of) => {
                let of = number(of, constant_ident);
                quote_spanned!(Span::mixed_site()=> Number(#of))
            }
            Expr::Symbol(symbol) => {
                let symbol = self.symbol(symbol);
                quote_spanned!(Span::mixed_site()=> Symbol(#symbol))
            }
            Expr::Parenthesised(inner) => return self.push_ops(inner, ops),
            Expr::Negative(inner) => {
                self.push_ops(inner, ops);
                quote_spanned!(Span::mixed_site()=> Negate)
            }
            Expr::Binary(binary) => {
                self.push_ops(&binary.left, ops);
                self.push_ops(&binary.right, ops);
                match binary.operator {
                    Operator::Add => quote_spanned!(Span::mixed_site()=> Add),
                    Operator::Sub => quote_spanned!(Span::mixed_site()=> Sub),
                    Operator::Mul => quote_spanned!(Span::mixed_site()=> Mul),
                    Operator::Div => quote_spanned!(Span::mixed_site()=> Div),
                    Operator::Rem => quote_spanned!(Span::mixed_site()=> Rem),
                }
            }
        };
        ops.push(quote_spanned!(Span::mixed_site()=> #p::Op::#op));
    }
}

/// A number, or the constant that has its value.
fn number(number: &Number, constant: fn(usize) -> Ident) -> TokenStream {
    match number {
        Number::Literal(of) => literal(of.value),
        Number::Constant(of) => constant(of.index).into_token_stream(),
    }
}

fn literal(value: i64) -> TokenStream {
    // Some code reads a negative literal as two tokens.
    let literal = Literal::u64_unsuffixed(value.unsigned_abs());
    let sign = (value < 0).then(|| quote_spanned!(Span::mixed_site()=> -));
    quote_spanned!(Span::mixed_site()=> #sign #literal)
}
