//! Parsing of image statements.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Expr, ExprLit, Lit, LitStr, Token, bracketed, token};

use super::parse::rest_of_statement;
use super::{Architecture, Format, Image, Operand};
use crate::diagnostics::Diagnostics;
use crate::names::similar;
use crate::options::{Form, Table, Value, ungrouped};

/// Whether a word begins an image statement.
pub(super) fn is_image(keyword: &Ident) -> bool {
    keyword == "image" || format(&keyword.to_string()).is_some()
}

fn format(keyword: &str) -> Option<Format> {
    match keyword {
        "cubin" => Some(Format::Cubin(None)),
        "fatbin" => Some(Format::Fatbin),
        "ptx" => Some(Format::Ptx),
        "nvrtc" => Some(Format::Source),
        _ => None,
    }
}

/// The images of one statement, up to its semicolon.
pub(super) fn parse_image(input: ParseStream<'_>, diagnostics: &mut Diagnostics) -> syn::Result<Vec<Image>> {
    let keyword = input.call(Ident::parse_any)?;
    let Some(format) = format(&keyword.to_string()) else { return parse_list(input, &keyword, diagnostics) };
    if format == Format::Source && !cfg!(feature = "nvrtc") {
        diagnostics.error(
            &keyword,
            "`nvrtc` needs the feature `nvrtc` of `tvm-ffi-rs`, which compiles CUDA C++ when a kernel is first used\nhelp: write `tvm-ffi-rs = { ..., features = [\"nvrtc\"] }` in Cargo.toml",
        );
    }
    if input.peek(Token![=]) {
        return Err(input.error(format!("the image follows without `=`: `{keyword} \"file\";`")));
    }
    let operand = parse_operand(input, &format!("`{keyword}` requires a file name or an expression"))?;
    let operand = if format == Format::Source { source(operand, diagnostics) } else { operand };
    let mut image = Image { format, operand, headers: Vec::new(), options: None };
    if format == Format::Source && input.peek(Token![,]) {
        let options = rest_of_statement(input)?;
        SOURCE.parse(options, diagnostics, &mut |name, key, value, diagnostics| match (name, value) {
            ("options", Value::Expression(options)) => image.options = Some(options),
            (_, value) => image.headers = headers(key, value, diagnostics),
        });
    } else if input.peek(Token![,]) {
        let message = format!(
            "`{keyword}` takes one file, and no options\nhelp: name several with `image [sm_80 = \"...\", sm_90 = \"...\"];`"
        );
        return Err(input.error(message));
    }
    Ok(vec![image])
}

/// The options of a source.
const SOURCE: Table = Table::new(&[
    ("headers", Form::Any),
    ("options", Form::Expression("a list: `options = [\"--use_fast_math\"]`")),
])
.of(" of `nvrtc`");

/// The files of headers.
fn headers(key: &Ident, value: Value, diagnostics: &mut Diagnostics) -> Vec<LitStr> {
    let Value::Expression(Expr::Array(list)) = value else {
        let usage = "`headers` is a list of files\nhelp: write `headers = [\"kernels/common.cuh\"]`";
        value.error(key, usage, diagnostics);
        return Vec::new();
    };
    let mut files = Vec::new();
    for file in list.elems {
        match ungrouped(file) {
            Expr::Lit(ExprLit { lit: Lit::Str(file), .. }) => files.push(file),
            other => {
                diagnostics.error(other, "a header is a file, named by a string literal as the source is")
            }
        }
    }
    files
}

/// `[sm_80 = "...", ptx = "..."]`.
fn parse_list(
    input: ParseStream<'_>,
    keyword: &Ident,
    diagnostics: &mut Diagnostics,
) -> syn::Result<Vec<Image>> {
    const USAGE: &str = "`image` requires a list: `image [sm_80 = \"a.sm80.cubin\", ptx = \"a.ptx\"];`\nhelp: for a single image write `cubin`, `fatbin`, or `ptx`";
    if !input.peek(token::Bracket) {
        return Err(input.error(USAGE));
    }
    let list;
    bracketed!(list in input);
    let (mut images, mut seen) = (Vec::new(), Vec::new());
    if list.is_empty() {
        diagnostics.error(
            keyword,
            "the list of images is empty\nhelp: write `image [sm_80 = \"a.sm80.cubin\", ptx = \"a.ptx\"];`",
        );
    }
    while !list.is_empty() {
        let name: Ident = list.call(Ident::parse_any)?;
        let format = listed_format(&name, diagnostics);
        if seen.contains(&name.to_string()) {
            diagnostics.error(&name, format!("`{name}` is listed twice"));
        }
        seen.push(name.to_string());
        list.parse::<Token![=]>()?;
        let operand = parse_operand(&list, &format!("`{name}` requires a file name or an expression"))?;
        images.push(Image { format, operand, headers: Vec::new(), options: None });
        if !list.is_empty() {
            list.parse::<Token![,]>()?;
        }
    }
    Ok(images)
}

/// The format of a list entry. After an error it is an arbitrary one.
fn listed_format(name: &Ident, diagnostics: &mut Diagnostics) -> Format {
    let text = name.to_string();
    if text == "ptx" {
        return Format::Ptx;
    }
    match architecture(&text) {
        Some(architecture) => return Format::Cubin(Some(architecture)),
        None => diagnostics.error(name, unknown_architecture(&text)),
    }
    Format::Ptx
}

/// Parses a real architecture: `sm_90`, `sm_90a`, `sm_100f`.
fn architecture(name: &str) -> Option<Architecture> {
    let rest = name.strip_prefix("sm_")?;
    let suffix = rest.chars().last().filter(|last| matches!(last, 'a' | 'f'));
    let digits = suffix.map_or(rest, |_| &rest[..rest.len() - 1]);
    let is_plain = matches!(digits.len(), 2 | 3) && digits.bytes().all(|digit| digit.is_ascii_digit());
    let number = digits.parse().ok().filter(|_| is_plain && !digits.starts_with('0'))?;
    Some(Architecture { number, suffix })
}

fn unknown_architecture(name: &str) -> String {
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    let suffix = name.chars().last().filter(|last| matches!(last, 'a' | 'f') && !digits.is_empty());
    let meant = format!("sm_{digits}{}", suffix.map(String::from).unwrap_or_default());
    let help = if name.starts_with("compute") {
        "\nhelp: what is compiled for a virtual architecture is PTX: write `ptx = \"...\"`".to_owned()
    } else if architecture(&meant).is_some() {
        format!("\nhelp: did you mean `{meant}`?")
    } else if matches!(name, "fatbin" | "nvrtc" | "cubin") {
        format!("\nhelp: write `{name} \"...\";` as a separate statement")
    } else {
        similar(name, ["ptx"]).map(|_| "\nhelp: did you mean `ptx`?".to_owned()).unwrap_or_default()
    };
    format!("unknown architecture `{name}`, expected one such as `sm_80`, `sm_90a`, or `ptx`{help}")
}

fn parse_operand(input: ParseStream<'_>, usage: &str) -> syn::Result<Operand> {
    if input.is_empty() || input.peek(Token![;]) || input.peek(Token![,]) {
        return Err(input.error(usage));
    }
    match ungrouped(input.parse()?) {
        Expr::Lit(ExprLit { lit: Lit::Str(path), attrs }) if attrs.is_empty() => Ok(Operand::File(path)),
        value @ Expr::Lit(ExprLit {
            lit: Lit::Int(_) | Lit::Float(_) | Lit::Bool(_) | Lit::Char(_), ..
        }) => Err(syn::Error::new_spanned(value, usage)),
        value => Ok(Operand::Value(value.to_token_stream())),
    }
}

/// Takes a string literal for the source itself if it is raw, or contains a line break or a kernel.
fn source(operand: Operand, diagnostics: &mut Diagnostics) -> Operand {
    let Operand::File(literal) = operand else { return operand };
    let (text, is_raw) = (literal.value(), literal.token().to_string().starts_with('r'));
    if !is_raw && !text.contains('\n') && !text.contains("__global__") {
        return Operand::File(literal);
    }
    if [".cu", ".cuh", ".cpp"].iter().any(|extension| text.ends_with(extension)) {
        let message = format!(
            "a raw string is source, and `{text}` looks like the name of a file\nhelp: write `nvrtc \"{text}\";`"
        );
        diagnostics.error(&literal, message);
    }
    Operand::Value(literal.to_token_stream())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn architectures_are_those_of_machine_code() {
        let arch = |name| architecture(name).map(|found| (found.number, found.suffix));
        assert_eq!(arch("sm_80"), Some((80, None)));
        assert_eq!(arch("sm_90a"), Some((90, Some('a'))));
        assert_eq!(arch("sm_100f"), Some((100, Some('f'))));
        for wrong in ["sm_9", "sm_", "sm_1000", "sm_09", "sm_90b", "sm_+9", "sm80", "compute_80", "ptx"] {
            assert_eq!(arch(wrong), None, "{wrong}");
        }
    }
}
