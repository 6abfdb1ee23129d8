//! The attributes of fields: `#[field(...)]` and `#[base]`.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Attribute, Expr, LitStr, Meta, Type};

use super::structural::parse_role;
use crate::default_value::with_floats;
use crate::diagnostics::Diagnostics;
use crate::options::{Form, Table, Value};

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

const TABLE: Table = Table::new(&[
    ("set", Form::Flag),
    ("default", Form::Expression("an expression: `default = 0`")),
    ("default_factory", Form::Expression("an expression: `default_factory = Vec::new`")),
    ("doc", Form::Text("a string literal: `doc = \"what it is\"`")),
    ("kw_only", Form::Flag),
    ("rename", Form::Text("a string literal: `rename = \"other_name\"`")),
    ("repr", Form::Off),
    ("compare", Form::Off),
    ("hash", Form::Off),
    ("init", Form::Off),
    ("structural", Form::Any),
])
.of(" of a field");

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
            _ => {
                TABLE.parse_attribute(attribute, USAGE, diagnostics, &mut |name, key, value, diagnostics| {
                    options.store(name, key, value, diagnostics);
                })
            }
        }
        options
    }

    fn store(&mut self, name: &str, key: &Ident, value: Value, diagnostics: &mut Diagnostics) {
        match (name, value) {
            ("set", _) => self.set = Some(key.clone()),
            ("default" | "default_factory", Value::Expression(value)) => {
                self.take_default(key, &value, name == "default_factory", diagnostics);
            }
            ("doc", Value::Text(text)) => self.doc = Some(text.value()),
            ("kw_only", _) => self.kw_only = Some(key.clone()),
            ("rename", Value::Text(name)) => self.rename = Some(name),
            ("repr", _) => self.off |= REPR_OFF,
            ("compare", _) => self.off |= COMPARE_OFF,
            ("hash", _) => self.off |= HASH_OFF,
            ("init", _) => self.init_off = Some(key.clone()),
            ("structural", value) => {
                self.role = parse_role(key, value.in_parentheses(), diagnostics).unwrap_or_default();
                self.role_at = Some(key.clone());
            }
            _ => {}
        }
    }

    /// Makes the default a float if the type is one.
    pub(super) fn fit_default(&mut self, ty: &Type) {
        if let Some(Default { expression, is_factory: false }) = &mut self.default {
            *expression = with_floats(core::mem::take(expression), ty);
        }
    }

    fn take_default(&mut self, key: &Ident, value: &Expr, is_factory: bool, diagnostics: &mut Diagnostics) {
        if self.default.is_some() {
            return diagnostics.error(
                key,
                "a field has one default\nhelp: `default` is a value, `default_factory` is a function that is called for each object; keep one of them",
            );
        }
        self.default = Some(Default { expression: value.to_token_stream(), is_factory });
    }
}
