//! Expressions over symbols, as code.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote_spanned};

use super::{Contracts, constant_ident, symbol_ident};
use crate::contract::entry::{Expr, Number, Operator};
use crate::contract::symbols::Held;

impl Contracts<'_> {
    /// A number, as an `i64`.
    pub(super) fn number(&self, number: &Number) -> TokenStream {
        match number {
            Number::Literal(literal) => self.literal(literal.value),
            Number::Constant(constant) => {
                let ident = constant_ident(constant.index);
                quote_spanned!(Span::mixed_site()=> #ident)
            }
        }
    }

    pub(super) fn literal(&self, value: i64) -> TokenStream {
        // Some code reads a negative literal as two tokens.
        let literal = Literal::u64_unsuffixed(value.unsigned_abs());
        let sign = (value < 0).then(|| quote_spanned!(Span::mixed_site()=> -));
        quote_spanned!(Span::mixed_site()=> #sign #literal)
    }

    /// The value of an expression: an `Option<i64>`, since it may have none.
    pub(super) fn value(&self, expr: &Expr) -> TokenStream {
        if let Some(Some(value)) = expr.folded() {
            return self.some(&self.literal(value));
        }
        let p = self.p;
        match expr {
            Expr::Number(number) => self.some(&self.number(number)),
            Expr::Symbol(symbol) => self.symbol(symbol),
            Expr::Parenthesised(inner) => self.value(inner),
            Expr::Negative(inner) => {
                let inner = self.value(inner);
                quote_spanned!(Span::mixed_site()=> #p::neg(#inner))
            }
            Expr::Binary(binary) => {
                let (left, right) = (self.value(&binary.left), self.value(&binary.right));
                let operation = match binary.operator {
                    Operator::Add => "add",
                    Operator::Sub => "sub",
                    Operator::Mul => "mul",
                    Operator::Div => "div",
                    Operator::Rem => "rem",
                };
                let operation = Ident::new(operation, Span::mixed_site());
                quote_spanned!(Span::mixed_site()=> #p::#operation(#left, #right))
            }
        }
    }

    fn symbol(&self, symbol: &Ident) -> TokenStream {
        // `check` has reported expressions with unknown symbols.
        let Some(symbol) = self.export.symbols.get(symbol) else { return TokenStream::new() };
        let ident = symbol_ident(symbol);
        match symbol.held() {
            Held::Number => self.some(&ident),
            Held::Slot | Held::Parameter(_) => quote_spanned!(Span::mixed_site()=> #ident),
        }
    }

    fn some(&self, value: &dyn ToTokens) -> TokenStream {
        let p = self.p;
        quote_spanned!(Span::mixed_site()=> #p::Some(#value))
    }
}
