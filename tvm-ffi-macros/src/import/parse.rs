//! The declarations in `import!`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, FnArg, LitStr, Signature, Token, Visibility, braced, token};

use super::{Field, ForeignType, Function, Import, Kind};
use crate::crate_path::CratePath;
use crate::diagnostics::Diagnostics;
use crate::item::is_function;
use crate::options::{Form, Table, Value};

/// Reads all declarations, up to a syntax error.
pub(super) fn parse_import(items: TokenStream, diagnostics: &mut Diagnostics) -> Import {
    let mut import = Import::default();
    let parse = |input: ParseStream<'_>| {
        let parsed = parse_items(input, &mut import, diagnostics);
        if parsed.is_err() {
            // The rest cannot be parsed.
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
        import.krate = CratePath::parse_statement(input, diagnostics)?;
    }
    while !input.is_empty() {
        let mut attributes = input.call(Attribute::parse_outer)?;
        let visibility: Visibility = input.parse()?;
        if input.peek(Token![type]) {
            let key = take_name(&TYPE, &mut attributes, diagnostics);
            let foreign = parse_type(input, attributes, visibility, key, diagnostics)?;
            import.types.push(foreign);
        } else if is_function(&input.fork()) {
            let name = take_name(&FUNCTION, &mut attributes, diagnostics);
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
            return Err(input.error("`crate = \"...\";` comes first, before all declarations"));
        } else {
            return Err(input.error(
                "expected a function or a type\nhelp: write `#[global = \"my_ext.add_one\"] fn add_one(x: i64) -> Result<i64>;` or `#[type_key = \"my_ext.Config\"] type Config { width: i64 }`",
            ));
        }
    }
    Ok(())
}

/// A signature and the semicolon.
fn parse_signature(input: ParseStream<'_>) -> syn::Result<Signature> {
    let signature: Signature = input.parse()?;
    if input.peek(token::Brace) {
        return Err(input.error(
            "an imported function has no body: another library implements it\nhelp: end the declaration with `;`",
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
        return Err(input.error("an imported type cannot be generic: its type key names one type"));
    }
    if input.peek(Token![=]) {
        return Err(input.error(
            "an imported type is declared by its fields and methods, and is not an alias\nhelp: write `type Config { width: i64 }`",
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

/// A field or a function of a type. Without a visibility of its own it has that of the type.
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
    let mut taken = Attributes::default();
    MEMBER.take(&mut attributes, diagnostics, &mut taken.store());
    let Attributes { name, init } = taken;
    let is_constructor = init.is_some();
    if is_function(&input.fork()) {
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
            "`#[init]` belongs on the constructor\nhelp: write `#[init] fn new(width: i64) -> Result<Self>;`",
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

/// Our attributes of a declaration.
#[derive(Default)]
struct Attributes {
    name: Option<LitStr>,
    init: Option<Ident>,
}

impl Attributes {
    fn store(&mut self) -> impl FnMut(&'static str, &Ident, Value, &mut Diagnostics) {
        |_, key, value, _| match value {
            Value::Text(name) => self.name = Some(name),
            _ => self.init = Some(key.clone()),
        }
    }
}

const FUNCTION: Table =
    Table::new(&[("global", Form::Text("a string literal: `#[global = \"my_ext.add_one\"]`"))])
        .of(" of a function");

const TYPE: Table =
    Table::new(&[("type_key", Form::Text("a string literal: `#[type_key = \"testing.TestObjectBase\"]`"))])
        .of(" of a type");

const MEMBER: Table =
    Table::new(&[("name", Form::Text("a string literal: `#[name = \"type\"]`")), ("init", Form::Flag)])
        .of(" of a field or method");

/// Takes the attribute with the name. After an error the name is arbitrary, so that no missing name is reported.
fn take_name(
    table: &Table,
    attributes: &mut Vec<Attribute>,
    diagnostics: &mut Diagnostics,
) -> Option<LitStr> {
    let (mut taken, errors) = (Attributes::default(), diagnostics.count());
    table.take(attributes, diagnostics, &mut taken.store());
    let is_wrong = diagnostics.count() > errors;
    taken.name.or_else(|| is_wrong.then(|| LitStr::new("my_ext.name", Span::call_site())))
}

/// Reports an item without the attribute that names what it imports.
fn missing(ident: &Ident, attribute: &str, what: &str, example: &str, diagnostics: &mut Diagnostics) {
    diagnostics.error(
        ident,
        format!("`{ident}` has no `#[{attribute} = \"...\"]`, which {what}\nhelp: write `#[{attribute} = \"{example}\"]` above it"),
    );
}
