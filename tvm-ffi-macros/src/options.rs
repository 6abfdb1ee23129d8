//! The options in `#[tvm_ffi::export(...)]`.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Lit, LitStr, Path, Token, token};

use crate::contract::returns::ReturnsTokens;
use crate::crate_path::CratePath;
use crate::diagnostics::Diagnostics;
use crate::dispatch::{Variable, parse_dispatch};
use crate::global::Global;
use crate::names::{check_name, similar};
use crate::tokens::split_at_commas;

/// What the user asked for.
#[derive(Default)]
pub(crate) struct Options {
    /// The name of the export, where it is not that of the function.
    pub(crate) name: Option<LitStr>,
    /// Whether, and under which name, the export is in the global registry too.
    pub(crate) global: Option<Global>,
    /// Whether the export is a symbol of the system library too.
    pub(crate) system_lib: bool,
    /// The type parameters of a generic function, with what they stand for; none of them if the option is wrong.
    pub(crate) dispatch: Option<Vec<Variable>>,
    /// The function for host memory, of one that is for CUDA memory.
    pub(crate) cpu: Option<Path>,
    /// What the returned tensors are.
    pub(crate) returns: Option<ReturnsTokens>,
    /// Where the framework is.
    pub(crate) krate: CratePath,
}

/// The options in the order in which messages list them.
const OPTIONS: &[(&str, Apply)] = &[
    ("name", |options, key, value, diagnostics| {
        options.name = string(key, value, "\"rms_norm\"", diagnostics);
        check(options.name.as_ref(), check_name, diagnostics);
    }),
    ("global", |options, key, value, diagnostics| options.global = Global::parse(key, value, diagnostics)),
    ("system_lib", |options, _, value, diagnostics| {
        if !matches!(value, Value::None) {
            diagnostics.error(value, "`system_lib` takes no value");
        }
        options.system_lib = true;
    }),
    ("dispatch", |options, key, value, diagnostics| {
        let variables = parse_dispatch(key, value.in_parentheses(), diagnostics);
        options.dispatch = Some(variables.unwrap_or_default());
    }),
    ("cpu", |options, key, value, diagnostics| options.cpu = path(key, value, diagnostics)),
    ("returns", |options, key, value, _| options.returns = Some(value.into_returns(key))),
    ("crate", |options, key, value, diagnostics| {
        if let Some(path) = string(key, value, "\"my_crate::tvm_ffi\"", diagnostics) {
            options.krate = CratePath::parse(&path, diagnostics);
        }
    }),
];

type Apply = fn(&mut Options, &Ident, Value, &mut Diagnostics);

impl Options {
    /// The options in `tokens`. Each is read by itself, so that a mistake in one hides none in another.
    pub(crate) fn parse(tokens: TokenStream, diagnostics: &mut Diagnostics) -> Self {
        let all: Vec<_> = OPTIONS.iter().map(|(known, _)| *known).collect();
        Self::parse_only(tokens, &all, diagnostics)
    }

    /// The options in `tokens`, of which another macro has only some.
    pub(crate) fn parse_only(tokens: TokenStream, known: &[&str], diagnostics: &mut Diagnostics) -> Self {
        let mut options = Self::default();
        let mut seen: Vec<String> = Vec::new();
        for part in split_at_commas(tokens) {
            if !matches!(part.clone().into_iter().next(), Some(TokenTree::Ident(_))) {
                diagnostics.error(part, format!("expected an option, which is one of: {}", list(known)));
                continue;
            }
            let Some(OptionTokens { key, value }) = diagnostics.ok(syn::parse2(part)) else { continue };
            let name = key.to_string();
            let found = OPTIONS.iter().find(|(option, _)| *option == name && known.contains(option));
            let Some((_, apply)) = found else {
                diagnostics.error(&key, unknown_option(&name, known));
                continue;
            };
            if seen.contains(&name) {
                diagnostics.error(&key, format!("`{name}` may only be specified once"));
                continue;
            }
            seen.push(name);
            apply(&mut options, &key, value, diagnostics);
        }
        options
    }
}

fn unknown_option(name: &str, known: &[&str]) -> String {
    let help = match similar(name, known.iter().copied()) {
        Some(known) => format!("\nhelp: did you mean `{known}`?"),
        None if OPTIONS.iter().any(|(option, _)| *option == name) => {
            format!("\nhelp: `{name}` is an option of `#[tvm_ffi::export]`")
        }
        None => String::new(),
    };
    format!("unknown option `{name}`, expected one of: {}{help}", list(known))
}

fn list(known: &[&str]) -> String {
    known.iter().map(|known| format!("`{known}`")).collect::<Vec<_>>().join(", ")
}

/// One option as written.
pub(crate) struct OptionTokens {
    pub(crate) key: Ident,
    pub(crate) value: Value,
}

/// What stands after the name of an option.
pub(crate) enum Value {
    None,
    Literal(Lit),
    Other(TokenStream),
}

impl Parse for OptionTokens {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !input.peek(Ident::peek_any) {
            return Err(input.error("expected an option such as `name = \"...\"`"));
        }
        let key = input.call(Ident::parse_any)?;
        if input.is_empty() {
            return Ok(Self { key, value: Value::None });
        }
        if input.peek(token::Paren) {
            return Ok(Self { key, value: Value::Other(input.parse()?) });
        }
        input.parse::<Token![=]>()?;
        if input.is_empty() {
            return Err(syn::Error::new_spanned(key, "expected a value after `=`"));
        }
        let after = input.fork();
        if after.parse::<Lit>().is_ok() && after.peek(Ident::peek_any) {
            return Err(after.error(format!("expected `,` after the value of `{key}`")));
        }
        let rest = input.parse::<TokenStream>()?;
        let value = match syn::parse2(rest.clone()) {
            Ok(literal) => Value::Literal(literal),
            Err(_) => Value::Other(rest),
        };
        Ok(Self { key, value })
    }
}

impl Value {
    /// What stands in the parentheses of `returns(...)`.
    pub(crate) fn into_returns(self, key: &Ident) -> ReturnsTokens {
        ReturnsTokens { key: key.clone(), tokens: self.in_parentheses() }
    }

    /// What stands in the parentheses of `key(...)`, if there are any.
    pub(crate) fn in_parentheses(self) -> TokenStream {
        let Self::Other(tokens) = self else { return TokenStream::new() };
        match syn::parse2(tokens) {
            Ok(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => group.stream(),
            _ => TokenStream::new(),
        }
    }
}

impl ToTokens for Value {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::None => {}
            Self::Literal(literal) => literal.to_tokens(tokens),
            Self::Other(other) => other.to_tokens(tokens),
        }
    }
}

/// The value of an option that takes a string.
pub(crate) fn string(
    key: &Ident,
    value: Value,
    example: &str,
    diagnostics: &mut Diagnostics,
) -> Option<LitStr> {
    match value {
        Value::Literal(Lit::Str(text)) => return Some(text),
        Value::None => diagnostics.error(key, format!("`{key}` requires a string: `{key} = {example}`")),
        value => diagnostics.error(value, format!("`{key}` requires a string literal: `{key} = {example}`")),
    }
    None
}

/// The value of an option that takes the path of a function.
fn path(key: &Ident, value: Value, diagnostics: &mut Diagnostics) -> Option<Path> {
    let message = format!("`{key}` requires the path of a function: `{key} = rms_norm_on_cpu`");
    match value {
        Value::None => diagnostics.error(key, message),
        value => match syn::parse2(value.to_token_stream()) {
            Ok(path) => return Some(path),
            Err(_) => diagnostics.error(value, message),
        },
    }
    None
}

pub(crate) fn check(
    name: Option<&LitStr>,
    rule: fn(&str) -> Result<(), String>,
    diagnostics: &mut Diagnostics,
) {
    if let Some(name) = name
        && let Err(message) = rule(&name.value())
    {
        diagnostics.error(name, message);
    }
}

/// The package that is being compiled, from what cargo tells its compiler.
pub(crate) struct Package {
    /// The name of the library crate.
    pub(crate) crate_name: String,
    /// The name of the package.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
}

impl Package {
    /// Reads the environment; what is missing is empty.
    pub(crate) fn from_env() -> Self {
        let read = |name| std::env::var(name).unwrap_or_default();
        Self {
            crate_name: read("CARGO_CRATE_NAME"),
            name: read("CARGO_PKG_NAME"),
            version: read("CARGO_PKG_VERSION"),
        }
    }
}
