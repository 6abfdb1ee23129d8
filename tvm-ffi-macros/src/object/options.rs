//! The options in `#[tvm_ffi::object(...)]`.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::{Lit, LitStr, Path};

use super::names::check_key;
use super::structural::parse_kind;
use crate::crate_path::CratePath;
use crate::diagnostics::Diagnostics;
use crate::names::similar;
use crate::options::{OptionTokens, Value, check, string};
use crate::tokens::split_at_commas;

/// What the user asked for.
#[derive(Default)]
pub(super) struct ObjectOptions {
    /// The type key.
    pub(super) key: Option<LitStr>,
    /// Whether something stands where the type key should.
    pub(super) is_key_reported: bool,
    /// Whether all options could be read, so that one which is not among them was not meant to be.
    pub(super) is_whole: bool,
    /// Where each hook was asked for.
    pub(super) hooks: HookOptions,
    /// The parent.
    pub(super) extends: Option<Path>,
    /// Nothing extends the class.
    pub(super) is_final: bool,
    /// The constructor from the fields.
    pub(super) init: Option<Span>,
    /// Objects can be changed.
    pub(super) mutable: Option<Span>,
    /// The kind of structural comparison.
    pub(super) structural: Option<i64>,
    /// Where the framework is.
    pub(super) krate: CratePath,
}

/// Where each hook was asked for.
#[derive(Default)]
pub(super) struct HookOptions {
    pub(super) repr: Option<Span>,
    pub(super) eq: Option<Span>,
    pub(super) hash: Option<Span>,
    pub(super) ord: Option<Span>,
    pub(super) copy: Option<Span>,
}

const KEY_IS_A_STRING: &str =
    "the type key is a string literal\nhelp: write `#[tvm_ffi::object(\"my_ext.Mean\")]`";

type Apply = fn(&mut ObjectOptions, &Ident, Value, &mut Diagnostics);

/// The options in the order in which messages list them.
const OPTIONS: &[(&str, Apply)] = &[
    ("repr", |options, key, value, diagnostics| options.hooks.repr = flag(key, value, diagnostics)),
    ("eq", |options, key, value, diagnostics| options.hooks.eq = flag(key, value, diagnostics)),
    ("hash", |options, key, value, diagnostics| options.hooks.hash = flag(key, value, diagnostics)),
    ("ord", |options, key, value, diagnostics| options.hooks.ord = flag(key, value, diagnostics)),
    ("copy", |options, key, value, diagnostics| options.hooks.copy = flag(key, value, diagnostics)),
    ("extends", |options, key, value, diagnostics| options.extends = path(key, value, diagnostics)),
    ("final", |options, key, value, diagnostics| {
        options.is_final = flag(key, value, diagnostics).is_some();
    }),
    ("init", |options, key, value, diagnostics| options.init = flag(key, value, diagnostics)),
    ("mutable", |options, key, value, diagnostics| options.mutable = flag(key, value, diagnostics)),
    ("structural", |options, key, value, diagnostics| {
        options.structural = parse_kind(key, value.in_parentheses(), diagnostics);
    }),
    ("crate", |options, key, value, diagnostics| {
        if let Some(path) = string(key, value, "\"my_crate::tvm_ffi\"", diagnostics) {
            options.krate = CratePath::parse(&path, diagnostics);
        }
    }),
];

/// Words that users of other frameworks know for an option.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("name", "the type key comes first, without a name: `#[tvm_ffi::object(\"my_ext.Mean\")]`"),
    ("key", "the type key comes first, without a name: `#[tvm_ffi::object(\"my_ext.Mean\")]`"),
    ("type_key", "the type key comes first, without a name: `#[tvm_ffi::object(\"my_ext.Mean\")]`"),
    ("frozen", "objects are frozen unless they are `mutable`"),
    ("mut", "use `mutable`"),
    ("subclass", "every class can be extended, unless it is `final`"),
    ("weakref", "every object has weak references: `Ref::downgrade`"),
    ("get_all", "every `#[field]` can be read"),
    ("set_all", "write `#[field(set)]` on the fields that can be set, with `mutable` here"),
    ("Debug", "use `repr`"),
    ("Clone", "use `copy`"),
    ("PartialEq", "use `eq`"),
    ("Hash", "use `hash`"),
    ("PartialOrd", "use `ord`"),
    ("get", "every `#[field]` can be read"),
    ("set", "write `#[field(set)]` on the fields that can be set, with `mutable` here"),
    ("debug", "use `repr`"),
    ("clone", "use `copy`"),
    ("order", "use `ord`"),
    ("base", "use `extends = Parent`"),
    ("parent", "use `extends = Parent`"),
];

impl ObjectOptions {
    /// The options in `tokens`. Each is read by itself, so that a mistake in one hides none in another.
    pub(super) fn parse(tokens: TokenStream, diagnostics: &mut Diagnostics) -> Self {
        let mut options = Self::default();
        let errors = diagnostics.count();
        let mut seen: Vec<String> = Vec::new();
        for (index, part) in split_at_commas(tokens).into_iter().enumerate() {
            if let Ok(literal) = syn::parse2::<Lit>(part.clone()) {
                options.take_key(index, literal, diagnostics);
                continue;
            }
            if index == 0 && is_dotted(part.clone()) {
                options.is_key_reported = true;
                let key = part.to_string().replace(' ', "");
                diagnostics.error(
                    part,
                    format!("the type key is a string literal\nhelp: write `#[tvm_ffi::object(\"{key}\")]`"),
                );
                continue;
            }
            if let Some((literal, next)) = literal_and_more(part.clone()) {
                options.take_key(index, literal, diagnostics);
                diagnostics.error(next, "expected `,` after the type key");
                continue;
            }
            let Some(OptionTokens { key, value }) = diagnostics.ok(syn::parse2(part)) else { continue };
            let name = key.to_string();
            let Some((_, apply)) = OPTIONS.iter().find(|(known, _)| *known == name) else {
                if index == 0 && matches!(value, Value::None) && help(&name).is_none() {
                    options.is_key_reported = true;
                    diagnostics.error(key, KEY_IS_A_STRING);
                    continue;
                }
                options.is_key_reported |= matches!(name.as_str(), "name" | "key" | "type_key");
                diagnostics.error(&key, unknown_option(&name));
                continue;
            };
            if seen.contains(&name) {
                diagnostics.error(&key, format!("`{name}` may only be specified once"));
                continue;
            }
            seen.push(name);
            apply(&mut options, &key, value, diagnostics);
        }
        options.is_whole = diagnostics.count() == errors;
        options
    }

    fn take_key(&mut self, index: usize, literal: Lit, diagnostics: &mut Diagnostics) {
        let is_reported = core::mem::replace(&mut self.is_key_reported, true);
        match literal {
            Lit::Str(key) if index == 0 => {
                check(Some(&key), check_key, diagnostics);
                self.key = Some(key);
            }
            Lit::Str(key) if self.key.is_some() || is_reported => {
                diagnostics.error(key, "the type key may only be specified once");
            }
            Lit::Str(key) => diagnostics.error(
                key,
                "the type key comes first\nhelp: write `#[tvm_ffi::object(\"my_ext.Mean\", repr)]`",
            ),
            other => diagnostics.error(other, KEY_IS_A_STRING),
        }
    }
}

/// Whether this is a type key without quotes.
fn is_dotted(part: TokenStream) -> bool {
    let mut tokens = part.into_iter();
    matches!(tokens.next(), Some(TokenTree::Ident(_)))
        && matches!(tokens.next(), Some(TokenTree::Punct(punct)) if punct.as_char() == '.')
}

/// A literal at the start of an option, and what stands right behind it.
fn literal_and_more(part: TokenStream) -> Option<(Lit, TokenTree)> {
    let mut tokens = part.into_iter();
    let literal = syn::parse2(tokens.next()?.into()).ok()?;
    tokens.next().map(|next| (literal, next))
}

/// What was meant by an option that there is not.
fn help(name: &str) -> Option<String> {
    meant(name, OPTIONS.iter().map(|(known, _)| *known), OTHER_WORDS)
}

fn unknown_option(name: &str) -> String {
    unknown(name, "", OPTIONS.iter().map(|(known, _)| *known), help(name))
}

/// What was meant by an option that is not among the known ones: another word for one, with what to write, or a slip of the pen.
pub(super) fn meant<'a>(
    name: &str,
    known: impl Iterator<Item = &'a str>,
    other_words: &[(&str, &str)],
) -> Option<String> {
    let other = other_words.iter().find(|(word, _)| *word == name);
    other
        .map(|(_, help)| String::from(*help))
        .or_else(|| similar(name, known).map(|known| format!("did you mean `{known}`?")))
}

/// What is said of an option that is not among the known ones.
pub(super) fn unknown<'a>(
    name: &str,
    of: &str,
    known: impl Iterator<Item = &'a str>,
    help: Option<String>,
) -> String {
    let known: Vec<_> = known.map(|known| format!("`{known}`")).collect();
    let help = help.map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    format!("unknown option `{name}`{of}, expected one of: {}{help}", known.join(", "))
}

/// Where an option without a value stands.
fn flag(key: &Ident, value: Value, diagnostics: &mut Diagnostics) -> Option<Span> {
    if !matches!(value, Value::None) {
        diagnostics.error(value, format!("`{key}` takes no value"));
    }
    Some(key.span())
}

/// The value of an option that takes the path of a type.
fn path(key: &Ident, value: Value, diagnostics: &mut Diagnostics) -> Option<Path> {
    let message = "`extends` requires the path of an object type: `extends = Parent`";
    match value {
        Value::None => diagnostics.error(key, message),
        Value::Literal(literal) => diagnostics.error(literal, message),
        Value::Other(tokens) => match syn::parse2(tokens.clone()) {
            Ok(path) => return Some(path),
            Err(_) => diagnostics.error(tokens, message),
        },
    }
    None
}
