//! Sources with our attributes, derives, and macros, expanded item by item.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Meta};

use super::package;
use crate::tokens::split_at_commas;

/// The sources with one extension in a folder next to this file. Those with `cuda_` in their names need the feature `nvrtc`.
pub(super) fn sources(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests").join(folder);
    let entries = fs::read_dir(folder).expect("the folder exists");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.to_string_lossy().ends_with(extension))
        .filter(|path| cfg!(feature = "nvrtc") || !path.to_string_lossy().contains("cuda_"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "the folder has sources");
    paths
}

const MACROS: [&str; 11] = [
    "export",
    "object",
    "methods",
    "on_load",
    "staticmethod",
    "Union",
    "StrEnum",
    "SearchTensors",
    "import",
    "KernelParam",
    "kernels",
];

/// An item with one of our macros.
pub(super) struct Annotated {
    /// The name of the macro.
    name: String,
    /// The attribute, or the name of the macro.
    pub(super) attribute: TokenStream,
    pub(super) options: TokenStream,
    /// The item without the attribute.
    pub(super) item: TokenStream,
}

impl Annotated {
    pub(super) fn expand(self) -> TokenStream {
        let Self { options, item, .. } = self;
        match self.name.as_str() {
            "export" => crate::export::export(options, item, &package(), |_| None),
            "object" => crate::object::object(options, item, &package()),
            "methods" => crate::methods::methods(options, item, &package()),
            "on_load" => crate::on_load::on_load(options, item),
            "staticmethod" => crate::methods::orphan(&self.name, &item),
            "Union" => crate::derive::union(item),
            "StrEnum" => crate::derive::str_enum(item),
            "SearchTensors" => crate::derive::search_tensors(item),
            "import" => crate::import::import(item),
            #[cfg(feature = "cuda")]
            "KernelParam" => crate::kernel_param::kernel_param(item),
            #[cfg(feature = "cuda")]
            "kernels" => crate::kernels::kernels(item),
            other => panic!("there is no macro `{other}`"),
        }
    }
}

/// The items with our macros, also those in blocks. They are not parsed, since they may have mistakes in their syntax.
pub(super) fn annotated(source: TokenStream) -> Vec<Annotated> {
    let mut found = Vec::new();
    let mut item = Vec::new();
    for token in source {
        let is_end = match &token {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            TokenTree::Punct(punct) => punct.as_char() == ';',
            _ => false,
        };
        item.push(token);
        if is_end {
            let item = std::mem::take(&mut item);
            match annotated_item(item) {
                Ok(annotated) => found.push(annotated),
                Err(TokenTree::Group(block)) => found.extend(self::annotated(block.stream())),
                Err(_) => {}
            }
        }
    }
    found
}

/// The item, or its last token if it has none of our macros.
fn annotated_item(tokens: Vec<TokenTree>) -> Result<Annotated, TokenTree> {
    let last = tokens[tokens.len() - 1].clone();
    if let [start @ .., TokenTree::Punct(bang), TokenTree::Group(items)] = &tokens[..]
        && bang.as_char() == '!'
        && let Some(name) = macro_name(start.iter().cloned().collect())
    {
        let (attribute, options) = (start.iter().cloned().collect(), TokenStream::new());
        return Ok(Annotated { name, attribute, options, item: items.stream() });
    }
    for (index, pair) in tokens.windows(2).enumerate() {
        let [TokenTree::Punct(hash), TokenTree::Group(brackets)] = pair else { continue };
        let attribute: TokenStream = pair.iter().cloned().collect();
        if hash.as_char() != '#' || brackets.delimiter() != Delimiter::Bracket {
            continue;
        }
        let Some((name, options)) = our_macro(attribute.clone()) else { continue };
        let item = tokens[..index].iter().chain(&tokens[index + 2..]).cloned().collect();
        return Ok(Annotated { name, attribute, options, item });
    }
    Err(last)
}

/// The name and the options of an attribute or a derive.
fn our_macro(attribute: TokenStream) -> Option<(String, TokenStream)> {
    let attributes = syn::parse::Parser::parse2(Attribute::parse_outer, attribute).ok()?;
    let (path, options) = match attributes.into_iter().next()?.meta {
        Meta::List(list) if list.path.is_ident("derive") => (list.tokens, TokenStream::new()),
        Meta::List(list) => (list.path.to_token_stream(), list.tokens),
        Meta::Path(path) => (path.to_token_stream(), TokenStream::new()),
        // The compiler passes no options then.
        Meta::NameValue(value) => (value.path.to_token_stream(), TokenStream::new()),
    };
    Some((macro_name(path)?, options))
}

/// The name of our macro in a path, or in one of several paths of a derive.
fn macro_name(paths: TokenStream) -> Option<String> {
    split_at_commas(paths).into_iter().find_map(|path| {
        let name = path.into_iter().last()?.to_string();
        MACROS.contains(&name.as_str()).then_some(name)
    })
}
