//! The entries of `#[shape]` and `#[strides]`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;

/// One entry for each dimension, and at most one for any number of them.
pub(crate) struct Dims {
    pub(crate) entries: Vec<Dim>,
}

/// The entry for one dimension.
pub(crate) struct Dim {
    pub(crate) kind: EntryKind,
    /// As written.
    pub(crate) tokens: TokenStream,
}

pub(crate) enum EntryKind {
    /// `_`
    Any,
    /// `..` or `s..`
    Rest(Option<Ident>),
    /// `n`
    Symbol(Ident),
    /// `n % 16`
    Multiple(Ident, Number),
    /// A number, a constant, or an expression over symbols.
    Value(Expr),
}

/// A number that is known when the function is compiled.
pub(crate) enum Number {
    Literal(Literal),
    Constant(Constant),
}

/// A number as written.
pub(crate) struct Literal {
    pub(crate) value: i64,
    pub(crate) span: Span,
}

/// `{expression}`
pub(crate) struct Constant {
    /// The tokens in the braces.
    pub(crate) tokens: TokenStream,
    /// The span of the braces.
    pub(crate) span: Span,
    /// Its index among the constants of the function.
    pub(crate) index: usize,
}

pub(crate) enum Expr {
    Number(Number),
    Symbol(Ident),
    Negative(Box<Expr>),
    Binary(Box<Binary>),
    Parenthesised(Box<Expr>),
}

pub(crate) struct Binary {
    pub(crate) left: Expr,
    pub(crate) operator: Operator,
    pub(crate) right: Expr,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

impl Operator {
    pub(crate) fn sign(self) -> char {
        match self {
            Self::Add => '+',
            Self::Sub => '-',
            Self::Mul => '*',
            Self::Div => '/',
            Self::Rem => '%',
        }
    }
}

/// The name of a symbol, without `r#`.
pub(crate) fn name_of(symbol: &Ident) -> String {
    symbol.unraw().to_string()
}

impl Dims {
    pub(crate) fn visit_constants(&mut self, visit: &mut impl FnMut(&mut Constant)) {
        for entry in &mut self.entries {
            match &mut entry.kind {
                EntryKind::Multiple(_, Number::Constant(constant)) => visit(constant),
                EntryKind::Value(value) => value.visit_constants(visit),
                _ => {}
            }
        }
    }
}

impl Expr {
    /// Every symbol, from left to right.
    pub(crate) fn symbols(&self) -> Vec<&Ident> {
        let mut found = Vec::new();
        self.collect_symbols(&mut found);
        found
    }

    fn collect_symbols<'a>(&'a self, found: &mut Vec<&'a Ident>) {
        match self {
            Self::Number(_) => {}
            Self::Symbol(symbol) => found.push(symbol),
            Self::Negative(inner) | Self::Parenthesised(inner) => inner.collect_symbols(found),
            Self::Binary(binary) => {
                binary.left.collect_symbols(found);
                binary.right.collect_symbols(found);
            }
        }
    }

    fn visit_constants(&mut self, visit: &mut impl FnMut(&mut Constant)) {
        match self {
            Self::Number(Number::Constant(constant)) => visit(constant),
            Self::Number(Number::Literal(_)) | Self::Symbol(_) => {}
            Self::Negative(inner) | Self::Parenthesised(inner) => inner.visit_constants(visit),
            Self::Binary(binary) => {
                binary.left.visit_constants(visit);
                binary.right.visit_constants(visit);
            }
        }
    }

    /// The value of an expression of literals only: `Some(None)` if it overflows or divides by zero.
    pub(crate) fn folded(&self) -> Option<Option<i64>> {
        Some(match self {
            Self::Number(Number::Literal(literal)) => Some(literal.value),
            Self::Number(Number::Constant(_)) | Self::Symbol(_) => return None,
            Self::Parenthesised(inner) => inner.folded()?,
            Self::Negative(inner) => inner.folded()?.and_then(i64::checked_neg),
            Self::Binary(binary) => {
                let (left, right) = (binary.left.folded()?, binary.right.folded()?);
                left.zip(right).and_then(|(left, right)| binary.operator.apply(left, right))
            }
        })
    }
}

impl Operator {
    /// The result, unless it overflows. Division floors, and a remainder has the sign of the divisor.
    fn apply(self, left: i64, right: i64) -> Option<i64> {
        match self {
            Self::Add => left.checked_add(right),
            Self::Sub => left.checked_sub(right),
            Self::Mul => left.checked_mul(right),
            Self::Div => {
                let quotient = left.checked_div(right)?;
                let is_above = left % right != 0 && (left < 0) != (right < 0);
                Some(quotient - i64::from(is_above))
            }
            Self::Rem => {
                let remainder = left.checked_rem(right)?;
                let is_other_sign = remainder != 0 && (remainder < 0) != (right < 0);
                Some(if is_other_sign { remainder + right } else { remainder })
            }
        }
    }
}

impl ToTokens for Literal {
    /// The tokens of the number, for messages.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let mut literal = proc_macro2::Literal::i64_unsuffixed(self.value);
        literal.set_span(self.span);
        literal.to_tokens(tokens);
    }
}
