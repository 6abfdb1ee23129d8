//! The name of a kernel in its image, which may contain type variables.

use syn::{LitStr, Type};

use super::Variable;
use super::kernel::listed_name;
use crate::diagnostics::Diagnostics;

/// The name, as text and placeholders.
pub(super) struct Symbol {
    pub(super) literal: LitStr,
    pub(super) parts: Vec<Part>,
}

/// A part of the name.
pub(super) enum Part {
    Text(String),
    /// The name of a variable, and whether it means the C++ name of its type.
    Variable(String, bool),
}

impl Symbol {
    /// Parses the text in braces.
    pub(super) fn parse(literal: LitStr, diagnostics: &mut Diagnostics) -> Self {
        let value = literal.value();
        let parts = parse_parts(&value).unwrap_or_else(|message| {
            diagnostics.error(&literal, message);
            vec![Part::Text(value)]
        });
        Self { literal, parts }
    }

    /// The name for some types of the variables. `None` if a type has no name, which is reported.
    pub(super) fn of(&self, variables: &[Variable], types: &[&Type]) -> Option<String> {
        let name = |part: &Part| match part {
            Part::Text(text) => Some(text.clone()),
            Part::Variable(name, in_c) => {
                let ty = variables.iter().zip(types).find(|(variable, _)| variable.ident == name)?.1;
                let listed = listed_name(ty)?;
                if *in_c { c_name(&listed).map(str::to_owned) } else { Some(listed) }
            }
        };
        self.parts.iter().map(name).collect()
    }
}

fn parse_parts(value: &str) -> Result<Vec<Part>, String> {
    let (mut parts, mut text) = (Vec::new(), String::new());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '{' | '}' if chars.peek() == Some(&c) => {
                chars.next();
                text.push(c);
            }
            '}' => return Err("`}` without `{` in the name of a kernel\nhelp: write `}}` for a brace".into()),
            '{' => {
                let inside: String = chars.by_ref().take_while(|c| *c != '}').collect();
                if value.matches('{').count() > value.matches('}').count() {
                    return Err("`{` without `}` in the name of a kernel\nhelp: write `{T}` for the name of a type, and `{{` for a brace".into());
                }
                let (name, form) = inside.split_once(':').unwrap_or((&inside, ""));
                if !matches!(form, "" | "c") || inside.ends_with(':') {
                    return Err(format!(
                        "`{{{inside}}}` in the name of a kernel is neither `{{T}}`, the listed name of a type, nor `{{T:c}}`, its name in C++"
                    ));
                }
                parts.push(Part::Text(core::mem::take(&mut text)));
                parts.push(Part::Variable(name.to_owned(), form == "c"));
            }
            c => text.push(c),
        }
    }
    parts.push(Part::Text(text));
    Ok(parts)
}

/// The name in CUDA C++ of an element type.
pub(super) fn c_name(listed: &str) -> Option<&'static str> {
    Some(match listed {
        "f16" => "__half",
        "bf16" => "__nv_bfloat16",
        "f32" => "float",
        "f64" => "double",
        "i8" => "signed char",
        "i16" => "short",
        "i32" => "int",
        "i64" => "long long",
        "u8" => "unsigned char",
        "u16" => "unsigned short",
        "u32" => "unsigned int",
        "u64" => "unsigned long long",
        "Bool8" => "bool",
        "F8E4M3FN" => "__nv_fp8_e4m3",
        "F8E5M2" => "__nv_fp8_e5m2",
        "F8E8M0FNU" => "__nv_fp8_e8m0",
        "F4E2M1FNx2" => "__nv_fp4x2_e2m1",
        _ => return None,
    })
}
