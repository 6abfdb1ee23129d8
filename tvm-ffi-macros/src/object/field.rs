//! The attributes of fields: `#[field(...)]` and `#[base]`.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Token, token};

use super::options::{meant, unknown};
use super::structural::parse_role;
use crate::diagnostics::Diagnostics;

/// What `#[field(...)]` says.
#[derive(Default)]
pub(super) struct FieldOptions {
    /// Where it can be set from outside.
    pub(super) set: Option<Span>,
    /// The default value.
    pub(super) default: Option<Default>,
    /// The documentation, where it is not that of the comments.
    pub(super) doc: Option<String>,
    /// Where the constructor takes it by keyword only.
    pub(super) kw_only: Option<Span>,
    /// The name, where it is not that of the Rust field.
    pub(super) rename: Option<LitStr>,
    /// What it is left out of: flags of the ABI.
    pub(super) off: i64,
    /// Whether the constructor leaves it out.
    pub(super) init_off: Option<Span>,
    /// How structural comparison treats it: a flag of the ABI, or 0.
    pub(super) role: i64,
    /// Where that stands.
    pub(super) role_at: Option<Ident>,
}

/// A default, as an expression.
pub(super) struct Default {
    /// The value, or what is called without arguments for one.
    pub(super) expression: TokenStream,
    /// Whether it is called.
    pub(super) is_factory: bool,
}

/// What stands after the name of an option.
enum Value {
    None,
    Expression(Expr),
    Parentheses(TokenStream),
}

type Apply = fn(&mut FieldOptions, &Ident, Value, &mut Diagnostics);

/// The options in the order in which messages list them.
const OPTIONS: &[(&str, Apply)] = &[
    ("set", |options, key, value, diagnostics| options.set = flag(key, value, diagnostics)),
    ("default", |options, key, value, diagnostics| {
        options.take_default(key, value, false, "default = 0", diagnostics);
    }),
    ("default_factory", |options, key, value, diagnostics| {
        options.take_default(key, value, true, "default_factory = Vec::new", diagnostics);
    }),
    ("doc", |options, key, value, diagnostics| {
        options.doc =
            text(key, value, "\"what it is\"", diagnostics).map(|text| text.value().replace('\0', ""));
    }),
    ("kw_only", |options, key, value, diagnostics| options.kw_only = flag(key, value, diagnostics)),
    ("rename", |options, key, value, diagnostics| {
        options.rename = text(key, value, "\"other_name\"", diagnostics);
    }),
    ("repr", |options, key, value, diagnostics| options.turn_off(key, value, REPR_OFF, diagnostics)),
    ("compare", |options, key, value, diagnostics| options.turn_off(key, value, COMPARE_OFF, diagnostics)),
    ("hash", |options, key, value, diagnostics| options.turn_off(key, value, HASH_OFF, diagnostics)),
    ("init", |options, key, value, diagnostics| {
        if is_off(key, value, diagnostics) {
            options.init_off = Some(key.span());
        }
    }),
    ("structural", |options, key, value, diagnostics| {
        let value = match value {
            Value::Parentheses(tokens) => tokens,
            _ => TokenStream::new(),
        };
        options.role = parse_role(key, value, diagnostics).unwrap_or_default();
        options.role_at = Some(key.clone());
    }),
];

const REPR_OFF: i64 = 64;
const COMPARE_OFF: i64 = 128;
const HASH_OFF: i64 = 256;

/// Words that users of other frameworks know for an option.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("get", "every `#[field]` can be read"),
    ("name", "use `rename = \"...\"`"),
    ("readonly", "a field is read-only without `set`"),
    ("mutable", "use `set`"),
    ("skip", "leave `#[field]` out: the field is not visible outside Rust then"),
    ("eq", "use `compare = false`"),
    ("ord", "use `compare = false`"),
    ("factory", "use `default_factory = ...`"),
];

impl FieldOptions {
    /// The options in an attribute, which is `#[field]` or `#[field(...)]`.
    pub(super) fn parse(attribute: &Attribute, diagnostics: &mut Diagnostics) -> Self {
        let mut options = Self::default();
        match &attribute.meta {
            Meta::Path(_) => {}
            Meta::List(list) => {
                let parser = |input: ParseStream<'_>| {
                    options.parse_all(input, diagnostics);
                    Ok(())
                };
                // What goes wrong is reported on the way.
                let _ = parser.parse2(list.tokens.clone());
            }
            Meta::NameValue(_) => {
                diagnostics.error(attribute, "`field` takes options in parentheses: `#[field(default = 0)]`");
            }
        }
        options
    }

    /// Each option is read by itself, so that a mistake in one hides none in another.
    fn parse_all(&mut self, input: ParseStream<'_>, diagnostics: &mut Diagnostics) {
        let mut seen: Vec<String> = Vec::new();
        while !input.is_empty() {
            let read = parse_one(input);
            if let Some((key, value)) = diagnostics.ok(read) {
                self.apply(&key, value, &mut seen, diagnostics);
                if !input.is_empty() && !input.peek(Token![,]) {
                    diagnostics.push(input.error(format!("expected `,` after `{key}`")));
                }
            }
            skip_past_comma(input);
        }
    }

    fn apply(&mut self, key: &Ident, value: Value, seen: &mut Vec<String>, diagnostics: &mut Diagnostics) {
        let name = key.to_string();
        let Some((_, apply)) = OPTIONS.iter().find(|(known, _)| *known == name) else {
            diagnostics.error(key, unknown_option(&name));
            return;
        };
        if seen.contains(&name) {
            diagnostics.error(key, format!("`{name}` may only be specified once"));
            return;
        }
        seen.push(name);
        apply(self, key, value, diagnostics);
    }

    fn take_default(
        &mut self,
        key: &Ident,
        value: Value,
        is_factory: bool,
        example: &str,
        diagnostics: &mut Diagnostics,
    ) {
        let Value::Expression(expression) = value else {
            diagnostics.error(key, format!("`{key}` requires an expression: `{example}`"));
            return;
        };
        if self.default.is_some() {
            diagnostics.error(
                key,
                "a field has one default\nhelp: `default` is a value, `default_factory` is a function that is called for each object; keep one of them",
            );
            return;
        }
        self.default = Some(Default { expression: expression.to_token_stream(), is_factory });
    }

    fn turn_off(&mut self, key: &Ident, value: Value, flag: i64, diagnostics: &mut Diagnostics) {
        if is_off(key, value, diagnostics) {
            self.off |= flag;
        }
    }
}

fn parse_one(input: ParseStream<'_>) -> syn::Result<(Ident, Value)> {
    if !input.peek(Ident::peek_any) {
        return Err(input.error("expected an option such as `default = 0`"));
    }
    let key = input.call(Ident::parse_any)?;
    if input.peek(token::Paren) {
        let content;
        syn::parenthesized!(content in input);
        return Ok((key, Value::Parentheses(content.parse()?)));
    }
    if !input.peek(Token![=]) {
        return Ok((key, Value::None));
    }
    input.parse::<Token![=]>()?;
    if input.is_empty() || input.peek(Token![,]) {
        return Err(syn::Error::new_spanned(key, "expected a value after `=`"));
    }
    Ok((key, Value::Expression(input.parse()?)))
}

fn skip_past_comma(input: ParseStream<'_>) {
    while !input.is_empty() {
        if input.parse::<Option<Token![,]>>().is_ok_and(|comma| comma.is_some()) {
            return;
        }
        let _ = input.parse::<TokenTree>();
    }
}

fn unknown_option(name: &str) -> String {
    let known = || OPTIONS.iter().map(|(known, _)| *known);
    unknown(name, " of a field", known(), meant(name, known(), OTHER_WORDS))
}

/// Where an option without a value stands.
fn flag(key: &Ident, value: Value, diagnostics: &mut Diagnostics) -> Option<Span> {
    if !matches!(value, Value::None) {
        diagnostics.error(value, format!("`{key}` takes no value"));
    }
    Some(key.span())
}

/// The value of an option that takes a string.
fn text(key: &Ident, value: Value, example: &str, diagnostics: &mut Diagnostics) -> Option<LitStr> {
    let message = format!("`{key}` requires a string literal: `{key} = {example}`");
    match value {
        Value::Expression(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => return Some(text),
        Value::None => diagnostics.error(key, message),
        value => diagnostics.error(value, message),
    }
    None
}

/// Whether an option says `false`.
fn is_off(key: &Ident, value: Value, diagnostics: &mut Diagnostics) -> bool {
    match value {
        Value::Expression(Expr::Lit(ExprLit { lit: Lit::Bool(value), .. })) => return !value.value,
        Value::None => diagnostics.error(
            key,
            format!("`{key}` is on unless it is turned off\nhelp: write `{key} = false`, or leave it out"),
        ),
        value => diagnostics.error(value, format!("`{key}` takes `true` or `false`")),
    }
    false
}

impl ToTokens for Value {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::None => {}
            Self::Expression(expression) => expression.to_tokens(tokens),
            Self::Parentheses(inner) => inner.to_tokens(tokens),
        }
    }
}
