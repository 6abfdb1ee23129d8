//! The grammar of the entries of `#[shape]` and `#[strides]`.
//!
//! ```text
//! entry = "_" | ".." | symbol ".." | symbol "%" number | sum
//! sum = product { ("+" | "-") product }
//! product = unary { ("*" | "/" | "%" within parentheses) unary }
//! unary = "-" unary | "(" sum ")" | symbol | number
//! number = literal | "{" expression of Rust "}"
//! ```

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{LitInt, Token, token};

use super::entry::{Binary, Constant, Dim, Dims, EntryKind, Expr, Literal, Number, Operator};
use crate::diagnostics::Diagnostics;

/// The entries in `tokens`. Each is read by itself, so that a mistake in one hides none in another; with a mistake in any
/// there are none.
pub(crate) fn parse_dims(tokens: TokenStream, diagnostics: &mut Diagnostics) -> Option<Dims> {
    let parts = split(with_parentheses(tokens), diagnostics)?;
    let count = parts.len();
    let entries: Vec<_> = parts
        .into_iter()
        .filter_map(|part| {
            let kind = diagnostics.ok(entry.parse2(part.clone()))?;
            Some(Dim { kind, tokens: part })
        })
        .collect();
    (entries.len() == count).then_some(Dims { entries })
}

/// The tokens with parentheses in place of the invisible groups of `macro_rules!`.
fn with_parentheses(tokens: TokenStream) -> TokenStream {
    let visible = |token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            let inner = with_parentheses(group.stream());
            if inner.clone().into_iter().count() == 1 {
                return inner;
            }
            let mut parentheses = Group::new(Delimiter::Parenthesis, inner);
            parentheses.set_span(group.span());
            TokenTree::Group(parentheses).into()
        }
        token => TokenStream::from(token),
    };
    let tokens = tokens.into_iter().map(visible);
    quote!(#(#tokens)*)
}

/// The parts between commas; the last may end with one.
fn split(tokens: TokenStream, diagnostics: &mut Diagnostics) -> Option<Vec<TokenStream>> {
    let mut parts = Vec::new();
    let mut part = TokenStream::new();
    for token in tokens {
        match &token {
            TokenTree::Punct(comma) if comma.as_char() == ',' => {
                if part.is_empty() {
                    diagnostics.error(
                        comma,
                        "expected an entry before `,`\nhelp: write `_` for a dimension of any extent",
                    );
                    return None;
                }
                parts.push(core::mem::take(&mut part));
            }
            _ => part.extend([token]),
        }
    }
    if !part.is_empty() {
        parts.push(part);
    }
    Some(parts)
}

fn entry(input: ParseStream<'_>) -> syn::Result<EntryKind> {
    let kind = if input.peek(Token![_]) {
        input.parse::<Token![_]>()?;
        EntryKind::Any
    } else if input.peek(Token![..]) {
        rest(input)?;
        EntryKind::Rest(None)
    } else if input.peek(Ident::peek_any) && input.peek2(Token![..]) {
        let name = symbol(input)?;
        rest(input)?;
        EntryKind::Rest(Some(name))
    } else if input.peek(Ident::peek_any) && input.peek2(Token![%]) {
        multiple(input)?
    } else {
        match sum(input, false)? {
            Expr::Symbol(symbol) => EntryKind::Symbol(symbol),
            value => EntryKind::Value(value),
        }
    };
    if input.is_empty() { Ok(kind) } else { Err(unexpected(input)) }
}

fn rest(input: ParseStream<'_>) -> syn::Result<()> {
    if input.peek(Token![..=]) || input.peek(Token![...]) {
        return Err(input.error("`..` means any number of dimensions, and has no end"));
    }
    let dots = input.parse::<Token![..]>()?;
    if input.is_empty() {
        return Ok(());
    }
    Err(syn::Error::new_spanned(
        dots,
        "`..` means any number of dimensions and is an entry of its own\nhelp: write `..`, or `s..` to name them; to check the range of an extent, do so in the function",
    ))
}

fn multiple(input: ParseStream<'_>) -> syn::Result<EntryKind> {
    let symbol = symbol(input)?;
    let sign = input.parse::<Token![%]>()?;
    let number = if input.peek(token::Brace) {
        Number::Constant(constant(input)?)
    } else if input.peek(LitInt) {
        Number::Literal(literal(input)?)
    } else {
        return Err(remainder(&sign));
    };
    match &number {
        _ if !input.is_empty() => Err(remainder(&sign)),
        Number::Literal(literal) if literal.value == 0 => Err(syn::Error::new(
            literal.span,
            format!(
                "`{symbol} % 0`: nothing but zero is a multiple of zero\nhelp: write `0`, or the number that `{symbol}` has to be a multiple of"
            ),
        )),
        _ => Ok(EntryKind::Multiple(symbol, number)),
    }
}

fn remainder(sign: &Token![%]) -> syn::Error {
    syn::Error::new_spanned(
        sign,
        "`%` in an entry says that a symbol is a multiple of a number, as in `n % 16`\nhelp: write parentheses around a remainder: `(n % m)`",
    )
}

fn sum(input: ParseStream<'_>, in_parentheses: bool) -> syn::Result<Expr> {
    let mut left = product(input, in_parentheses)?;
    loop {
        let operator = if input.peek(Token![+]) && !input.peek(Token![+=]) {
            Operator::Add
        } else if input.peek(Token![-]) && !input.peek(Token![-=]) && !input.peek(Token![->]) {
            Operator::Sub
        } else {
            return Ok(left);
        };
        let right = behind(&input.parse()?, input, |input| product(input, in_parentheses))?;
        left = Expr::Binary(Box::new(Binary { left, operator, right }));
    }
}

/// The operand on the right of an operator.
fn behind(
    operator: &TokenTree,
    input: ParseStream<'_>,
    parse: impl FnOnce(ParseStream<'_>) -> syn::Result<Expr>,
) -> syn::Result<Expr> {
    if input.is_empty() {
        let message = format!("expected a symbol, a number, or `(` after `{operator}`");
        return Err(syn::Error::new_spanned(operator, message));
    }
    parse(input)
}

fn product(input: ParseStream<'_>, in_parentheses: bool) -> syn::Result<Expr> {
    let mut left = unary(input)?;
    loop {
        let operator = if input.peek(Token![*]) && !input.peek(Token![*=]) {
            Operator::Mul
        } else if input.peek(Token![/]) && !input.peek(Token![/=]) {
            Operator::Div
        } else if input.peek(Token![%]) && !input.peek(Token![%=]) {
            Operator::Rem
        } else {
            return Ok(left);
        };
        if operator == Operator::Rem && !in_parentheses {
            return Err(remainder(&input.parse()?));
        }
        let right = behind(&input.parse()?, input, unary)?;
        if matches!(operator, Operator::Div | Operator::Rem)
            && let Expr::Number(Number::Literal(literal)) = &right
            && literal.value == 0
        {
            return Err(syn::Error::new(literal.span, "this divides by zero"));
        }
        left = Expr::Binary(Box::new(Binary { left, operator, right }));
    }
}

fn unary(input: ParseStream<'_>) -> syn::Result<Expr> {
    if input.peek(Token![-]) {
        let inner = behind(&input.parse()?, input, unary)?;
        return Ok(Expr::Negative(Box::new(inner)));
    }
    if input.peek(token::Paren) {
        let inner;
        let parentheses = syn::parenthesized!(inner in input);
        if inner.is_empty() {
            return Err(syn::Error::new(
                parentheses.span.join(),
                "expected an expression in the parentheses",
            ));
        }
        let value = sum(&inner, true)?;
        return if inner.is_empty() {
            Ok(Expr::Parenthesised(Box::new(value)))
        } else {
            Err(unexpected(&inner))
        };
    }
    if input.peek(token::Brace) {
        return Ok(Expr::Number(Number::Constant(constant(input)?)));
    }
    if input.peek(LitInt) {
        return Ok(Expr::Number(Number::Literal(literal(input)?)));
    }
    if input.peek(Ident::peek_any) {
        return path_or_call(input).and_then(|()| symbol(input)).map(Expr::Symbol);
    }
    Err(unexpected(input))
}

/// Reports tokens after a name.
fn path_or_call(input: ParseStream<'_>) -> syn::Result<()> {
    let help = if input.peek2(Token![::]) {
        let path = input.fork().call(syn::Path::parse_mod_style)?;
        let text = path.to_token_stream().to_string().replace(' ', "");
        let message =
            format!("a symbol is a single name\nhelp: write braces around a constant: `{{{text}}}`");
        return Err(syn::Error::new_spanned(path, message));
    } else if input.peek2(token::Paren) || input.peek2(Token![!]) {
        "entries call no functions\nhelp: write braces around what is known when the function is compiled, as in `{usize::pow(2, 10)}`; check anything else in the function"
    } else if input.peek2(Token![.]) {
        "entries have no fields and call no methods\nhelp: a symbol is an extent: give it a name, as in `#[shape(n)]`, and use that"
    } else {
        return Ok(());
    };
    Err(input.error(help))
}

/// A symbol. Names that start with `__` are reserved.
fn symbol(input: ParseStream<'_>) -> syn::Result<Ident> {
    let symbol = input.call(Ident::parse_any)?;
    let text = symbol.to_string();
    // A keyword is not an identifier.
    if syn::parse_str::<Ident>(&text).is_err() {
        return Err(syn::Error::new_spanned(
            &symbol,
            format!(
                "`{text}` is a keyword of Rust and cannot be a symbol\nhelp: choose another name, such as `{}`",
                other_name(&text)
            ),
        ));
    }
    if text.starts_with("__") {
        return Err(syn::Error::new_spanned(
            &symbol,
            format!(
                "symbols that start with `__` are reserved for generated code\nhelp: choose another name, such as `{}`",
                other_name(text.trim_start_matches('_'))
            ),
        ));
    }
    Ok(symbol)
}

fn other_name(text: &str) -> String {
    match text {
        "" | "self" | "Self" | "super" | "crate" => "n".to_owned(),
        _ if syn::parse_str::<Ident>(text).is_ok() => text.to_owned(),
        _ => format!("{text}_"),
    }
}

/// A number in braces, as any expression.
pub(super) fn constant(input: ParseStream<'_>) -> syn::Result<Constant> {
    // The tokens of the group print as written. A parsed expression prints with other spaces.
    let as_written = input.fork().parse::<Group>().ok().filter(|group| group.delimiter() == Delimiter::Brace);
    let inner;
    let span = syn::braced!(inner in input).span.join();
    if inner.is_empty() {
        return Err(syn::Error::new(span, "braces hold a constant expression: `{HEADS}` or `{4 * HEADS}`"));
    }
    let parsed = inner.parse()?;
    Ok(Constant { tokens: as_written.map_or(parsed, |group| group.stream()), span, index: 0 })
}

/// A number as written, without a suffix.
pub(super) fn literal(input: ParseStream<'_>) -> syn::Result<Literal> {
    let literal = input.parse::<LitInt>()?;
    let digits = literal.base10_digits();
    if !literal.suffix().is_empty() {
        return Err(syn::Error::new_spanned(
            &literal,
            format!("numbers have no type here: extents are integers of 64 bits\nhelp: write `{digits}`"),
        ));
    }
    match digits.parse() {
        Ok(value) => Ok(Literal { value, span: literal.span() }),
        Err(_) => Err(syn::Error::new_spanned(
            &literal,
            format!("`{digits}` is more than fits 64 bits: no tensor is that large"),
        )),
    }
}

/// An error at an unexpected token.
fn unexpected(input: ParseStream<'_>) -> syn::Error {
    // The error points at one token.
    let token = match input.fork().parse::<TokenTree>() {
        Ok(token) => token,
        Err(error) => return error,
    };
    let what = match &token {
        TokenTree::Punct(_) => {
            let operator: String = input
                .fork()
                .parse::<TokenStream>()
                .into_iter()
                .flatten()
                .map_while(|token| match token {
                    TokenTree::Punct(punct) => Some(punct.as_char()),
                    _ => None,
                })
                .collect();
            format!(
                "`{operator}` means nothing here: the operators are `+ - * /`, and `%` within parentheses"
            )
        }
        TokenTree::Literal(literal) => {
            format!("expected a symbol, a number, `_`, `..`, or `{{CONSTANT}}`, got `{literal}`")
        }
        TokenTree::Ident(ident) => format!("expected `,` or an operator before `{ident}`"),
        TokenTree::Group(group) => {
            let open = group.to_token_stream().to_string().chars().next().unwrap_or('(');
            format!("expected `,` or an operator before `{open}`")
        }
    };
    syn::Error::new_spanned(token, what)
}
