//! The options in `#[tvm_ffi::object(...)]`.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Lit, LitStr, Path, Token};

use super::names::check_key;
use super::structural::parse_kind;
use crate::crate_path::{CRATE_USAGE, CratePath};
use crate::diagnostics::Diagnostics;
use crate::options::{Form, Table, Value, skip_past_comma};

/// The options as parsed.
#[derive(Default)]
pub(super) struct ObjectOptions {
    /// The type key.
    pub(super) key: Option<LitStr>,
    /// Whether all options could be read. Otherwise an option that seems to be missing may be one of the others.
    pub(super) is_whole: bool,
    /// The options for hooks.
    pub(super) hooks: HookOptions,
    /// The parent.
    pub(super) extends: Option<Path>,
    /// The class cannot be extended.
    pub(super) is_final: bool,
    /// Present if the class has a constructor from its fields.
    pub(super) init: Option<Ident>,
    /// Present if objects are mutable.
    pub(super) mutable: Option<Ident>,
    /// The kind of structural comparison.
    pub(super) structural: Option<i64>,
    /// The path of the framework.
    pub(super) krate: CratePath,
}

/// The options for hooks, if present.
#[derive(Default)]
pub(super) struct HookOptions {
    pub(super) repr: Option<Ident>,
    pub(super) eq: Option<Ident>,
    pub(super) hash: Option<Ident>,
    pub(super) ord: Option<Ident>,
    pub(super) copy: Option<Ident>,
}

const TABLE: Table = Table::new(&[
    ("repr", Form::Flag),
    ("eq", Form::Flag),
    ("hash", Form::Flag),
    ("ord", Form::Flag),
    ("copy", Form::Flag),
    ("extends", Form::Path("the path of an object type: `extends = Parent`")),
    ("final", Form::Flag),
    ("init", Form::Flag),
    ("mutable", Form::Flag),
    ("structural", Form::Any),
    ("crate", Form::Text(CRATE_USAGE)),
])
.with_help("\nhelp: the type key comes first, and once: `#[tvm_ffi::object(\"my_ext.Mean\", repr)]`");

const KEY_IS_A_STRING: &str =
    "the type key is a string literal\nhelp: write `#[tvm_ffi::object(\"my_ext.Mean\")]`";

impl ObjectOptions {
    /// The type key, which comes first, and the options.
    pub(super) fn parse(tokens: TokenStream, diagnostics: &mut Diagnostics) -> Self {
        let mut options = Self::default();
        let errors = diagnostics.count();
        let parse = |input: ParseStream<'_>| {
            let key = options.parse_key(input, diagnostics);
            diagnostics.ok(key);
            TABLE.parse_list(input, diagnostics, &mut |name, key, value, diagnostics| {
                options.store(name, key, value, diagnostics);
            });
            Ok(())
        };
        // The input is read to its end, and mistakes are in `diagnostics`.
        let _ = parse.parse2(tokens);
        options.is_whole = diagnostics.count() == errors;
        options
    }

    fn store(&mut self, name: &str, key: &Ident, value: Value, diagnostics: &mut Diagnostics) {
        match (name, value) {
            ("repr", _) => self.hooks.repr = Some(key.clone()),
            ("eq", _) => self.hooks.eq = Some(key.clone()),
            ("hash", _) => self.hooks.hash = Some(key.clone()),
            ("ord", _) => self.hooks.ord = Some(key.clone()),
            ("copy", _) => self.hooks.copy = Some(key.clone()),
            ("extends", Value::Path(path)) => self.extends = Some(path),
            ("final", _) => self.is_final = true,
            ("init", _) => self.init = Some(key.clone()),
            ("mutable", _) => self.mutable = Some(key.clone()),
            ("structural", value) => {
                self.structural = parse_kind(key, value.in_parentheses(), diagnostics);
            }
            ("crate", Value::Text(path)) => self.krate = CratePath::parse(&path, diagnostics),
            _ => {}
        }
    }

    /// Reads the type key, or what seems to be one.
    fn parse_key(&mut self, input: ParseStream<'_>, diagnostics: &mut Diagnostics) -> syn::Result<()> {
        let error = if input.peek(Lit) {
            match input.parse()? {
                Lit::Str(key) => {
                    diagnostics.check(&key, check_key);
                    self.key = Some(key);
                }
                other => diagnostics.error(other, KEY_IS_A_STRING),
            }
            if input.is_empty() || input.peek(Token![,]) {
                return Ok(());
            }
            input.error("expected `,` after the type key")
        } else {
            let Some(path) = key_without_quotes(input) else { return Ok(()) };
            let key = path.to_string().replace(' ', "");
            let key = if key.contains('.') { key } else { "my_ext.Mean".into() };
            syn::Error::new_spanned(
                path,
                format!("the type key is a string literal\nhelp: write `#[tvm_ffi::object(\"{key}\")]`"),
            )
        };
        skip_past_comma(input);
        Err(error)
    }
}

/// What may be a type key without quotes: `my_ext.Mean`, or a single name that is not an option.
fn key_without_quotes(input: ParseStream<'_>) -> Option<TokenStream> {
    let first = input.fork();
    let name = first.call(Ident::parse_any).ok()?;
    let is_single = first.is_empty() || first.peek(Token![,]);
    let is_option = TABLE.find(&name).is_some() || TABLE.help(&name).is_some();
    if !first.peek(Token![.]) && (!is_single || is_option) {
        return None;
    }
    let mut path = name.to_token_stream();
    while !first.is_empty() && !first.peek(Token![,]) {
        path.extend([first.parse::<TokenTree>().ok()?]);
    }
    Some(path)
}
