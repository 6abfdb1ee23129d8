//! Parsing of kernel declarations.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Expr, LitStr, Token, Type, TypeParamBound, Visibility, bracketed, parenthesized, token,
};

use super::parse::rest_of_statement;
use super::symbol::Symbol;
use super::{Kernel, KernelOptions, Variable};
use crate::diagnostics::Diagnostics;
use crate::options::{Form, Table, Value};
use crate::tokens::compact;

/// The form of a declaration, for messages.
const USAGE: &str = "static NAME: fn(Ptr<f32>, PtrMut<f32>, i64) = \"symbol\";";

const TABLE: Table = Table::new(&[
    ("max_smem", Form::Expression("a number of bytes: `max_smem = 96 * 1024`")),
    ("cluster", Form::Any),
    ("pdl", Form::Flag),
]);

/// Parses a kernel up to its semicolon, or up to a mistake, which is reported. Once the name is known the kernel is kept, so that its uses cause no further errors.
pub(super) fn parse_kernel(
    input: ParseStream<'_>,
    attributes: Vec<Attribute>,
    visibility: Visibility,
    diagnostics: &mut Diagnostics,
) -> syn::Result<Kernel> {
    input.parse::<Token![static]>()?;
    let ident: Ident = input.parse()?;
    let mut kernel = Kernel {
        attributes,
        visibility,
        ident,
        variables: Vec::new(),
        parameters: None,
        symbol: None,
        options: KernelOptions::default(),
    };
    let parsed = parse_rest(input, &mut kernel, diagnostics);
    diagnostics.ok(parsed);
    Ok(kernel)
}

fn parse_rest(input: ParseStream<'_>, kernel: &mut Kernel, diagnostics: &mut Diagnostics) -> syn::Result<()> {
    if input.peek(Token![<]) {
        kernel.variables = parse_variables(input, diagnostics)?;
    }
    if !input.peek(Token![:]) {
        return Err(input.error(format!("expected the types of the parameters: `{USAGE}`")));
    }
    input.parse::<Token![:]>()?;
    kernel.parameters = Some(parse_signature(input, diagnostics)?);
    if !input.peek(Token![=]) {
        return Err(input.error(format!("expected the name of the kernel in its image: `{USAGE}`")));
    }
    input.parse::<Token![=]>()?;
    let symbol: LitStr = input.parse().map_err(|error| {
        syn::Error::new(
            error.span(),
            "the name of the kernel in its image is a string literal: `\"vadd_f32\"`",
        )
    })?;
    kernel.symbol = Some(Symbol::parse(symbol, diagnostics));
    if !input.peek(Token![,]) && !input.peek(Token![;]) {
        return Err(input.error("expected `,` and an option, or `;`"));
    }
    let options = &mut kernel.options;
    TABLE.parse(rest_of_statement(input)?, diagnostics, &mut |name, key, value, diagnostics| match (
        name, value,
    ) {
        ("max_smem", Value::Expression(bytes)) => options.max_smem = Some(bytes),
        ("cluster", value) => options.cluster = Some(cluster(key, value, diagnostics)),
        _ => options.pdl = true,
    });
    Ok(())
}

/// `<T in [f16, bf16], U in [f32]>`.
fn parse_variables(input: ParseStream<'_>, diagnostics: &mut Diagnostics) -> syn::Result<Vec<Variable>> {
    input.parse::<Token![<]>()?;
    let mut variables = Vec::<Variable>::new();
    while !input.peek(Token![>]) {
        let variable = parse_variable(input)?;
        if variables.iter().any(|other| other.ident == variable.ident) {
            let message = format!("`{}` has a list of types already", variable.ident);
            diagnostics.error(&variable.ident, message);
        } else {
            variables.push(variable);
        }
        if !input.peek(Token![>]) {
            input.parse::<Token![,]>()?;
        }
    }
    let close = input.parse::<Token![>]>()?;
    if variables.is_empty() {
        diagnostics.error(close, "expected a type variable: `<T in [f16, bf16]>`");
    }
    if let [_, _, third, ..] = &variables[..] {
        diagnostics.error(&third.ident, "a kernel has one or two type variables: every combination of types is a kernel of the image\nhelp: declare a kernel for each type of the third");
    }
    Ok(variables)
}

fn parse_variable(input: ParseStream<'_>) -> syn::Result<Variable> {
    if !input.peek(syn::Ident) {
        return Err(input.error("expected a type variable: `<T in [f16, bf16]>`"));
    }
    let ident: Ident = input.parse()?;
    let mut bounds = TokenStream::new();
    if input.peek(Token![:]) {
        input.parse::<Token![:]>()?;
        bounds = Punctuated::<TypeParamBound, Token![+]>::parse_separated_nonempty(input)?.to_token_stream();
    }
    if !input.peek(Token![in]) {
        let message = format!("`{ident}` needs a list of types: `<{ident} in [f16, bf16]>`");
        return Err(syn::Error::new_spanned(ident, message));
    }
    input.parse::<Token![in]>()?;
    if !input.peek(token::Bracket) {
        return Err(input.error(format!("write the types in brackets: `{ident} in [f16, bf16]`")));
    }
    let list;
    bracketed!(list in input);
    let types = Punctuated::<Type, Token![,]>::parse_terminated(&list)?;
    Ok(Variable { ident, bounds, types: types.into_iter().collect() })
}

/// The types in `fn(Ptr<f32>, n: i64)`. Names are ignored.
fn parse_signature(input: ParseStream<'_>, diagnostics: &mut Diagnostics) -> syn::Result<Vec<Type>> {
    if !input.peek(Token![fn]) {
        return Err(input.error(format!(
            "the parameters of a kernel are written as `fn(...)`, without `unsafe` and `extern`: `{USAGE}`"
        )));
    }
    input.parse::<Token![fn]>()?;
    let list;
    parenthesized!(list in input);
    let mut types = Vec::new();
    while !list.is_empty() {
        if list.peek(syn::Ident) && list.peek2(Token![:]) && !list.peek2(Token![::]) {
            list.call(Ident::parse_any)?;
            list.parse::<Token![:]>()?;
        }
        types.push(list.parse()?);
        if !list.is_empty() {
            list.parse::<Token![,]>()?;
        }
    }
    if input.peek(Token![->]) {
        let arrow = input.parse::<Token![->]>()?;
        let output: Type = input.parse()?;
        diagnostics.error(
            quote!(#arrow #output),
            "a kernel returns nothing: it writes its results to device memory\nhelp: leave out `-> ...`",
        );
    }
    Ok(types)
}

/// The extents of a cluster. After an error they are arbitrary.
fn cluster(key: &Ident, value: Value, diagnostics: &mut Diagnostics) -> Vec<Expr> {
    match value {
        Value::Expression(Expr::Tuple(tuple)) if tuple.elems.len() == 3 => tuple.elems.into_iter().collect(),
        value => {
            value.error(key, "`cluster` requires three extents: `cluster = (2, 1, 1)`", diagnostics);
            Vec::new()
        }
    }
}

/// The name of a listed type for symbols: the last segment of its path, if it has no arguments.
pub(super) fn listed_name(ty: &Type) -> Option<String> {
    let path = match ty {
        Type::Group(group) => return listed_name(&group.elem),
        Type::Path(path) => path,
        _ => return None,
    };
    let last = path.path.segments.last()?;
    (path.qself.is_none() && last.arguments.is_none()).then(|| last.ident.unraw().to_string())
}

/// A type for messages.
pub(super) fn shown(ty: &Type) -> String {
    compact(ty)
}
