//! The attributes of fields: `#[field(...)]` and `#[base]`.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Attribute, Expr, LitStr, Meta};

use super::structural::parse_role;
use crate::diagnostics::Diagnostics;
use crate::options::{Entry, Table};

/// The options in `#[field(...)]`.
#[derive(Default)]
pub(super) struct FieldOptions {
    /// Present if callers can set the field.
    pub(super) set: Option<Ident>,
    /// The default value.
    pub(super) default: Option<Default>,
    /// The documentation, if the option replaces the comments.
    pub(super) doc: Option<String>,
    /// Present if the constructor takes the field by keyword only.
    pub(super) kw_only: Option<Ident>,
    /// The name, if it differs from the name of the Rust field.
    pub(super) rename: Option<LitStr>,
    /// Operations that leave the field out: flags of the ABI.
    pub(super) off: i64,
    /// Present if the constructor does not take the field.
    pub(super) init_off: Option<Ident>,
    /// The role in structural comparison: a flag of the ABI, or 0.
    pub(super) role: i64,
    /// The name of the option `structural`.
    pub(super) role_at: Option<Ident>,
}

/// A default, as an expression.
pub(super) struct Default {
    /// The value, or a function that returns it.
    pub(super) expression: TokenStream,
    /// Whether it is a function.
    pub(super) is_factory: bool,
}

const TABLE: Table<FieldOptions> = Table::<FieldOptions>::new(&[
    Entry::flag("set", |options, at| options.set = Some(at.clone())),
    Entry::expression("default", "an expression: `default = 0`", |options, key, value, diagnostics| {
        options.take_default(key, &value, false, diagnostics);
    }),
    Entry::expression(
        "default_factory",
        "an expression: `default_factory = Vec::new`",
        |options, key, value, diagnostics| options.take_default(key, &value, true, diagnostics),
    ),
    Entry::text("doc", "a string literal: `doc = \"what it is\"`", |options, text, _| {
        options.doc = Some(text.value().replace('\0', ""));
    }),
    Entry::flag("kw_only", |options, at| options.kw_only = Some(at.clone())),
    Entry::text("rename", "a string literal: `rename = \"other_name\"`", |options, name, _| {
        options.rename = Some(name);
    }),
    Entry::off("repr", |options, _| options.off |= REPR_OFF),
    Entry::off("compare", |options, _| options.off |= COMPARE_OFF),
    Entry::off("hash", |options, _| options.off |= HASH_OFF),
    Entry::off("init", |options, at| options.init_off = Some(at.clone())),
    Entry::other("structural", |options, key, value, diagnostics| {
        options.role = parse_role(key, value.in_parentheses(), diagnostics).unwrap_or_default();
        options.role_at = Some(key.clone());
    }),
])
.of(" of a field")
.with_other_words(OTHER_WORDS);

/// Names that other frameworks have, and what to write here.
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

const REPR_OFF: i64 = 64;
const COMPARE_OFF: i64 = 128;
const HASH_OFF: i64 = 256;

impl FieldOptions {
    /// The options in an attribute, which is `#[field]` or `#[field(...)]`.
    pub(super) fn parse(attribute: &Attribute, diagnostics: &mut Diagnostics) -> Self {
        const USAGE: &str = "`field` takes options in parentheses: `#[field(default = 0)]`";
        let mut options = Self::default();
        match &attribute.meta {
            Meta::Path(_) => {}
            _ => TABLE.parse_attribute(attribute, USAGE, &mut options, diagnostics),
        }
        options
    }

    fn take_default(&mut self, key: &Ident, value: &Expr, is_factory: bool, diagnostics: &mut Diagnostics) {
        if self.default.is_some() {
            diagnostics.error(
                key,
                "a field has one default\nhelp: `default` is a value, `default_factory` is a function that is called for each object; keep one of them",
            );
            return;
        }
        self.default = Some(Default { expression: value.to_token_stream(), is_factory });
    }
}
