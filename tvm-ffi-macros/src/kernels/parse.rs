//! Parsing of the statements in `kernels!`.

use proc_macro2::{Ident, Punct, Spacing, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Token, Visibility};

use super::image::{is_image, parse_image};
use super::kernel::parse_kernel;
use super::{Kernels, Section};
use crate::crate_path::CratePath;
use crate::diagnostics::Diagnostics;
use crate::names::similar;

/// The keywords that begin a statement.
const KEYWORDS: [&str; 6] = ["cubin", "fatbin", "ptx", "image", "nvrtc", "static"];

/// The kinds of statements.
const EXPECTED: &str = "expected an image or a kernel\nhelp: write `cubin \"file.cubin\";` and then `static NAME: fn(Ptr<f32>, PtrMut<f32>, i64) = \"symbol\";`";

/// Parses all statements. Each is parsed separately, so that a mistake in one does not hide mistakes in others.
pub(super) fn parse_kernels(items: TokenStream, diagnostics: &mut Diagnostics) -> Kernels {
    let mut kernels = Kernels::default();
    for (index, statement) in statements(items, diagnostics).into_iter().enumerate() {
        let parse = |input: ParseStream<'_>| {
            let parsed = parse_statement(input, index, &mut kernels, diagnostics);
            if parsed.is_err() {
                // The rest cannot be parsed.
                input.parse::<TokenStream>()?;
            }
            parsed
        };
        let parsed = parse.parse2(statement);
        diagnostics.ok(parsed);
    }
    kernels
}

/// Splits the tokens after each semicolon. A missing last semicolon is added, since the end of the input has no span for an error.
fn statements(items: TokenStream, diagnostics: &mut Diagnostics) -> Vec<TokenStream> {
    let mut statements = vec![TokenStream::new()];
    for token in items {
        let is_end = is_semicolon(&token);
        // There is always one.
        if let Some(statement) = statements.last_mut() {
            statement.extend([token]);
        }
        if is_end {
            statements.push(TokenStream::new());
        }
    }
    statements.retain(|statement| !statement.is_empty());
    if let Some(unfinished) = statements.last_mut()
        && let Some(last) = unfinished.clone().into_iter().last().filter(|last| !is_semicolon(last))
    {
        diagnostics.push(syn::Error::new(last.span(), "expected `;` after it"));
        let mut semicolon = Punct::new(';', Spacing::Alone);
        semicolon.set_span(last.span());
        unfinished.extend([TokenTree::Punct(semicolon)]);
    }
    statements
}

fn is_semicolon(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';')
}

fn parse_statement(
    input: ParseStream<'_>,
    index: usize,
    kernels: &mut Kernels,
    diagnostics: &mut Diagnostics,
) -> syn::Result<()> {
    if input.peek(Token![;]) {
        return input.parse::<Token![;]>().map(drop);
    }
    if input.peek(Token![crate]) && input.peek2(Token![=]) {
        if index > 0 {
            diagnostics
                .error(input.fork().parse::<Token![crate]>()?, "`crate = \"...\";` comes before all images");
        }
        kernels.krate = CratePath::parse_statement(input, diagnostics)?;
        return Ok(());
    }
    let attributes = input.call(Attribute::parse_outer)?;
    if input.peek(Ident::peek_any) && !input.peek(Token![static]) && !input.peek(Token![pub]) {
        let keyword = input.fork().call(Ident::parse_any)?;
        if is_image(&keyword) {
            for attribute in attributes {
                diagnostics.error(
                    attribute,
                    "an image takes no attributes\nhelp: put `#[cfg]` on each kernel of it",
                );
            }
            // The following kernels belong to it even if it cannot be parsed.
            kernels.sections.push(Section {
                keyword: Some(keyword),
                images: Vec::new(),
                kernels: Vec::new(),
            });
            let images = parse_image(input, diagnostics)?;
            if let Some(section) = kernels.sections.last_mut() {
                section.images = images;
            }
            return end(input);
        }
        return Err(syn::Error::new(keyword.span(), unknown_statement(&keyword)));
    }
    let visibility: Visibility = input.parse()?;
    let keyword: Option<Ident> = input.fork().call(Ident::parse_any).ok();
    match keyword {
        Some(keyword) if keyword == "static" => {}
        Some(keyword) => return Err(syn::Error::new(keyword.span(), unknown_statement(&keyword))),
        None => return Err(input.error(EXPECTED)),
    }
    let kernel = parse_kernel(input, attributes, visibility, diagnostics)?;
    if kernels.sections.is_empty() {
        diagnostics.error(
            &kernel.ident,
            "the kernel has no image: one comes before it\nhelp: write `cubin \"file.cubin\";`, `fatbin`, `ptx`, or `nvrtc` above it",
        );
        kernels.sections.push(Section { keyword: None, images: Vec::new(), kernels: Vec::new() });
    }
    if let Some(section) = kernels.sections.last_mut() {
        section.kernels.push(kernel);
    }
    if input.is_empty() || input.peek(Token![;]) {
        return end(input);
    }
    // The mistake has been reported.
    input.parse::<TokenStream>().map(drop)
}

/// The tokens up to the semicolon.
pub(super) fn rest_of_statement(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut rest = TokenStream::new();
    while !input.peek(Token![;]) {
        rest.extend([input.parse::<TokenTree>()?]);
    }
    Ok(rest)
}

/// The semicolon.
pub(super) fn end(input: ParseStream<'_>) -> syn::Result<()> {
    input.parse::<Token![;]>().map(drop)
}

fn unknown_statement(keyword: &Ident) -> String {
    let name = keyword.to_string();
    let help = match name.as_str() {
        "fn" | "const" | "let" | "unsafe" | "extern" => {
            "a kernel is declared as `static NAME: fn(Ptr<f32>, PtrMut<f32>, i64) = \"symbol\";`".to_owned()
        }
        "cuda" | "cu" | "source" => "CUDA C++ is declared as `nvrtc \"file.cu\";`".to_owned(),
        _ => match similar(&name, KEYWORDS) {
            Some(known) => format!("did you mean `{known}`?"),
            None => {
                return format!(
                    "`{name}` begins neither an image nor a kernel, expected one of: `cubin`, `fatbin`, `ptx`, `image`, `nvrtc`, `static`"
                );
            }
        },
    };
    format!("`{name}` begins neither an image nor a kernel\nhelp: {help}")
}
