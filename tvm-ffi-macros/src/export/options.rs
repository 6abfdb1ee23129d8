//! The options in `#[tvm_ffi::export(...)]`.

use proc_macro2::TokenStream;
use syn::{LitStr, Path};

use crate::contract::returns::ReturnsTokens;
use crate::crate_path::{CRATE_USAGE, CratePath};
use crate::diagnostics::Diagnostics;
use crate::dispatch::{Variable, parse_dispatch};
use crate::global::Global;
use crate::names::check_name;
use crate::options::{Entry, Table};

/// The options as parsed.
#[derive(Default)]
pub(crate) struct ExportOptions {
    /// The name of the export, if it differs from the name of the function.
    pub(crate) name: Option<LitStr>,
    /// Present if the export is in the global registry too.
    pub(crate) global: Option<Global>,
    /// Whether the export is a symbol of the system library too.
    pub(crate) system_lib: bool,
    /// The type parameters of a generic function and their types; empty if the option is wrong.
    pub(crate) dispatch: Option<Vec<Variable>>,
    /// The CPU fallback: the function for host memory.
    pub(crate) cpu: Option<Path>,
    /// What the returned tensors are.
    pub(crate) returns: Option<ReturnsTokens>,
    /// The path of the framework.
    pub(crate) krate: CratePath,
}

const TABLE: Table<ExportOptions> = Table::<ExportOptions>::new(&[
    Entry::text("name", "a string literal: `name = \"rms_norm\"`", |options, name, diagnostics| {
        diagnostics.check(&name, check_name);
        options.name = Some(name);
    }),
    Entry::other("global", |options, key, value, diagnostics| {
        options.global = Global::parse(key, value, diagnostics);
    }),
    Entry::flag("system_lib", |options, _| options.system_lib = true),
    Entry::other("dispatch", |options, key, value, diagnostics| {
        let variables = parse_dispatch(key, value.in_parentheses(), diagnostics);
        options.dispatch = Some(variables.unwrap_or_default());
    }),
    Entry::path("cpu", "the path of a function: `cpu = rms_norm_on_cpu`", |options, path| {
        options.cpu = Some(path);
    }),
    Entry::other("returns", |options, key, value, _| options.returns = Some(ReturnsTokens::new(key, &value))),
    Entry::text("crate", CRATE_USAGE, |options, path, diagnostics| {
        options.krate = CratePath::parse(&path, diagnostics);
    }),
]);

impl ExportOptions {
    pub(crate) fn parse(tokens: TokenStream, diagnostics: &mut Diagnostics) -> Self {
        let mut options = Self::default();
        TABLE.parse(tokens, &mut options, diagnostics);
        options
    }
}
