//! The declarations in `import!`.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, FnArg, Lit, LitStr, Meta, Signature, Token, Visibility, braced, token};

use super::{Field, ForeignType, Function, Import, Kind};
use crate::crate_path::CratePath;
use crate::diagnostics::Diagnostics;
use crate::names::similar;

/// Everything up to the first declaration that is no declaration.
pub(super) fn parse_import(items: TokenStream, diagnostics: &mut Diagnostics) -> Import {
    let mut import = Import::default();
    let parse = |input: ParseStream<'_>| {
        let parsed = parse_items(input, &mut import, diagnostics);
        if parsed.is_err() {
            // What follows cannot be read.
            input.parse::<TokenStream>()?;
        }
        parsed
    };
    let parsed = parse.parse2(items);
    diagnostics.ok(parsed);
    import
}

fn parse_items(
    input: ParseStream<'_>,
    import: &mut Import,
    diagnostics: &mut Diagnostics,
) -> syn::Result<()> {
    if input.peek(Token![crate]) && input.peek2(Token![=]) {
        input.parse::<Token![crate]>()?;
        input.parse::<Token![=]>()?;
        let path = input.parse().map_err(|error| {
            syn::Error::new(
                error.span(),
                "`crate` requires a string literal: `crate = \"my_crate::tvm_ffi\";`",
            )
        })?;
        import.krate = CratePath::parse(&path, diagnostics);
        input.parse::<Token![;]>()?;
    }
    while !input.is_empty() {
        let mut attributes = input.call(Attribute::parse_outer)?;
        let visibility: Visibility = input.parse()?;
        if input.peek(Token![type]) {
            let key = take_string("type_key", "testing.TestObjectBase", &mut attributes, diagnostics);
            let foreign = parse_type(input, attributes, visibility, key, diagnostics)?;
            import.types.push(foreign);
        } else if is_function(input) {
            let name = take_string("global", "my_ext.add_one", &mut attributes, diagnostics);
            let signature = parse_signature(input)?;
            if name.is_none() {
                missing(
                    &signature.ident,
                    "global",
                    "names the global function",
                    "my_ext.add_one",
                    diagnostics,
                );
            }
            let visibility = visibility.to_token_stream();
            import.functions.push(Function { attributes, visibility, signature, name, kind: Kind::Global });
        } else if input.peek(Token![crate]) {
            return Err(input.error("`crate = \"...\";` comes first, in front of all declarations"));
        } else {
            return Err(input.error(
                "expected a function or a type\nhelp: write `#[global = \"my_ext.add_one\"] fn add_one(x: i64) -> Result<i64>;` or `#[type_key = \"my_ext.Config\"] type Config { width: i64 }`",
            ));
        }
    }
    Ok(())
}

/// Whether a function follows, with qualifiers that are refused later.
fn is_function(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    while !ahead.peek(Token![fn]) {
        let is_qualifier = ahead.peek(Token![const])
            || ahead.peek(Token![async])
            || ahead.peek(Token![unsafe])
            || ahead.peek(Token![extern])
            || ahead.peek(LitStr);
        if !is_qualifier || ahead.parse::<proc_macro2::TokenTree>().is_err() {
            return false;
        }
    }
    true
}

/// A signature and the semicolon.
fn parse_signature(input: ParseStream<'_>) -> syn::Result<Signature> {
    let signature: Signature = input.parse()?;
    if input.peek(token::Brace) {
        return Err(input.error(
            "an imported function has no body: it is somebody else's\nhelp: end the declaration with `;`",
        ));
    }
    input.parse::<Token![;]>()?;
    Ok(signature)
}

fn parse_type(
    input: ParseStream<'_>,
    attributes: Vec<Attribute>,
    visibility: Visibility,
    key: Option<LitStr>,
    diagnostics: &mut Diagnostics,
) -> syn::Result<ForeignType> {
    input.parse::<Token![type]>()?;
    let ident: Ident = input.parse()?;
    if input.peek(Token![<]) {
        return Err(input.error("an imported type cannot be generic: its type key stands for one type"));
    }
    if input.peek(Token![=]) {
        return Err(input.error(
            "an imported type is declared by its fields and methods, and is no alias\nhelp: write `type Config { width: i64 }`",
        ));
    }
    let (mut fields, mut functions) = (Vec::new(), Vec::new());
    if input.peek(Token![;]) {
        input.parse::<Token![;]>()?;
    } else {
        let content;
        braced!(content in input);
        while !content.is_empty() {
            parse_member(&content, &visibility, &mut fields, &mut functions, diagnostics)?;
        }
    }
    let Some(key) = key else {
        missing(&ident, "type_key", "names the object type", "my_ext.Config", diagnostics);
        return Ok(ForeignType {
            attributes,
            visibility,
            key: LitStr::new("my_ext.Config", ident.span()),
            ident,
            fields,
            functions,
        });
    };
    Ok(ForeignType { attributes, visibility, ident, key, fields, functions })
}

/// A field or a function of a type. It is as visible as the type where it does not say otherwise.
fn parse_member(
    input: ParseStream<'_>,
    of_type: &Visibility,
    fields: &mut Vec<Field>,
    functions: &mut Vec<Function>,
    diagnostics: &mut Diagnostics,
) -> syn::Result<()> {
    let mut attributes = input.call(Attribute::parse_outer)?;
    let visibility = match input.parse()? {
        Visibility::Inherited => of_type.to_token_stream(),
        visibility => visibility.to_token_stream(),
    };
    let name = take_string("name", "type", &mut attributes, diagnostics);
    let is_constructor = take_init(&mut attributes, diagnostics);
    if is_function(input) {
        let signature = parse_signature(input)?;
        let kind = match signature.inputs.first() {
            _ if is_constructor => Kind::Constructor,
            Some(FnArg::Receiver(_)) => Kind::Method,
            _ => Kind::Static,
        };
        functions.push(Function { attributes, visibility, signature, name, kind });
        return Ok(());
    }
    if is_constructor {
        return Err(input.error(
            "`#[init]` stands on the constructor\nhelp: write `#[init] fn new(width: i64) -> Result<Self>;`",
        ));
    }
    let is_mutable = input.parse::<Option<Token![mut]>>()?.is_some();
    if !input.peek(Ident::peek_any) || input.peek(Token![type]) {
        return Err(input.error(
            "expected a field or a function\nhelp: write `width: i64`, `mut width: i64`, or `fn area(&self) -> Result<f64>;`",
        ));
    }
    let ident = input.parse()?;
    input.parse::<Token![:]>()?;
    let ty = input.parse()?;
    if !input.is_empty() {
        input.parse::<Token![,]>()?;
    }
    fields.push(Field { attributes, visibility, ident, name, is_mutable, ty });
    Ok(())
}

/// Takes `#[<name> = "..."]` out of the attributes. What is wrong is reported, and stands for some name.
fn take_string(
    name: &str,
    example: &str,
    attributes: &mut Vec<Attribute>,
    diagnostics: &mut Diagnostics,
) -> Option<LitStr> {
    let mut found = take_misspelt(name, attributes, diagnostics);
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(name)) {
        let text = string(&attribute.meta);
        if text.is_none() {
            let message = format!("`{name}` requires a string: `#[{name} = \"{example}\"]`");
            diagnostics.error(attribute, message);
        } else if found.is_some() {
            diagnostics.error(attribute, format!("`{name}` may only be specified once"));
        }
        found = found.or_else(|| Some(text.unwrap_or_else(|| LitStr::new(example, attribute.span()))));
    }
    attributes.retain(|attribute| !attribute.path().is_ident(name));
    found
}

/// What others call the attribute of a name, or where that of something else stands.
const OTHER_WORDS: &[(&str, &[&str])] = &[
    ("global", &["name", "func", "function", "type_key"]),
    ("type_key", &["key", "name", "type_name", "global"]),
    ("name", &["rename"]),
];

/// Takes an attribute that was meant to be one of ours, of which the compiler would only say that it does not know it.
fn take_misspelt(
    name: &str,
    attributes: &mut Vec<Attribute>,
    diagnostics: &mut Diagnostics,
) -> Option<LitStr> {
    if attributes.iter().any(|attribute| attribute.path().is_ident(name)) {
        return None;
    }
    let words = OTHER_WORDS.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, words)| words);
    let is_meant = |written: &str| words.contains(&written) || similar(written, [name]).is_some();
    let index = attributes.iter().position(|attribute| {
        attribute.path().get_ident().is_some_and(|written| is_meant(&written.to_string()))
    })?;
    let attribute = attributes.remove(index);
    let written = attribute.path().to_token_stream();
    let message = format!("unknown attribute `{written}`\nhelp: did you mean `#[{name} = \"...\"]`?");
    diagnostics.error(&attribute, message);
    Some(string(&attribute.meta).unwrap_or_else(|| LitStr::new("my_ext.name", attribute.span())))
}

fn string(meta: &Meta) -> Option<LitStr> {
    let Meta::NameValue(meta) = meta else { return None };
    let Expr::Lit(literal) = &meta.value else { return None };
    match &literal.lit {
        Lit::Str(text) => Some(LitStr::new(&text.value(), text.span())),
        _ => None,
    }
}

/// Takes `#[init]` out of the attributes; whether it was there.
fn take_init(attributes: &mut Vec<Attribute>, diagnostics: &mut Diagnostics) -> bool {
    let is_init = |attribute: &Attribute| attribute.path().is_ident("init");
    let mut found = attributes.iter().filter(|attribute| is_init(attribute));
    let first = found.next().map(|attribute| &attribute.meta);
    if let Some(meta @ (Meta::List(_) | Meta::NameValue(_))) = first {
        diagnostics.error(meta, "`init` takes no value");
    }
    let is_constructor = first.is_some();
    attributes.retain(|attribute| !is_init(attribute));
    is_constructor
}

/// Reports that an item does not say what it stands for.
fn missing(ident: &Ident, attribute: &str, what: &str, example: &str, diagnostics: &mut Diagnostics) {
    diagnostics.error(
        ident,
        format!("`{ident}` has no `#[{attribute} = \"...\"]`, which {what}\nhelp: write `#[{attribute} = \"{example}\"]` above it"),
    );
}
