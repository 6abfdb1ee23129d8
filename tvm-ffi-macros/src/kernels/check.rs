//! Checks for mistakes that rustc would report badly in the expansion.

use quote::ToTokens;

use super::kernel::{listed_name, shown};
use super::symbol::{Part, Symbol, c_name};
use super::{Format, Image, Kernel, Kernels, Section, Variable};
use crate::diagnostics::Diagnostics;
use crate::dispatch::check_types;
use crate::lifetimes::first_lifetime_but;
use crate::tokens::keywords;

pub(super) fn check_kernels(kernels: &Kernels, diagnostics: &mut Diagnostics) {
    for section in &kernels.sections {
        check_section(section, diagnostics);
        for kernel in &section.kernels {
            check_kernel(kernel, section, diagnostics);
        }
    }
}

fn check_section(section: &Section, diagnostics: &mut Diagnostics) {
    if let (Some(keyword), []) = (&section.keyword, &section.kernels[..]) {
        diagnostics.error(
            keyword,
            "no kernel is declared for this image\nhelp: write `static NAME: fn(...) = \"symbol\";` after it",
        );
    }
    for image in &section.images {
        check_headers(image, diagnostics);
    }
}

fn check_headers(image: &Image, diagnostics: &mut Diagnostics) {
    let mut seen = Vec::new();
    for header in &image.headers {
        let file = header.value();
        match image.header_name(&file) {
            Some(name) if seen.contains(&name) => diagnostics.error(header, format!("the header `{name}` is listed twice")),
            Some(name) => seen.push(name),
            None if file.is_empty() => diagnostics.error(header, "the name of a header is empty"),
            None => diagnostics.error(header, format!("the source cannot include `{file}`: the path from its folder is not known\nhelp: name the header relative to this file; it has to be in the source's folder, or in a folder that both paths name")),
        }
    }
}

fn check_kernel(kernel: &Kernel, section: &Section, diagnostics: &mut Diagnostics) {
    for Variable { ident, types, .. } in &kernel.variables {
        check_types(ident, types, diagnostics);
    }
    for attribute in &kernel.attributes {
        if attribute.path().is_ident("cfg_attr") {
            diagnostics.error(attribute, "`#[cfg_attr]` cannot be used on a kernel: the macro expands a kernel to several items\nhelp: write `#[cfg]`, and declare the kernel for each configuration");
        }
    }
    for ty in kernel.parameters.iter().flatten() {
        if let Some(lifetime) = first_lifetime_but(ty.to_token_stream(), Some("_")) {
            diagnostics.error(lifetime, "the lifetimes of a kernel's parameters have no names: each launch has its own\nhelp: leave the lifetime out, or write `'_`");
        }
        diagnostics.error_at_each(
            keywords(ty.to_token_stream(), "impl"),
            "a kernel's parameter has one named type\nhelp: declare the kernel with a type variable, `static NAME<T in [f16, bf16]>: fn(Ptr<T>) = \"name_{T}\";`",
        );
    }
    if let Some(symbol) = &kernel.symbol {
        check_symbol(symbol, kernel, section, diagnostics);
    }
}

fn check_symbol(symbol: &Symbol, kernel: &Kernel, section: &Section, diagnostics: &mut Diagnostics) {
    let literal = &symbol.literal;
    let value = literal.value();
    if value.is_empty() {
        diagnostics.error(literal, "the name of the kernel in its image is empty");
    }
    if value.contains('\0') {
        diagnostics.error(literal, "the name of a kernel cannot contain a NUL");
    }
    let is_source = section.images.iter().any(|image| image.format == Format::Source);
    if !is_source && value.contains(['<', ' ', '(']) {
        diagnostics.error(literal, "an expression can name a template's instance only in source\nhelp: write the mangled symbol of the image, or declare the kernel `extern \"C\"` there");
    }
    for part in &symbol.parts {
        let Part::Variable(name, in_c) = part else { continue };
        match kernel.variables.iter().find(|variable| variable.ident == name) {
            Some(variable) => check_types_have_names(variable, *in_c, diagnostics),
            None => diagnostics.error(literal, unknown_variable(name, kernel)),
        }
    }
    for Variable { ident, types, .. } in &kernel.variables {
        let is_named = |part: &Part| matches!(part, Part::Variable(name, _) if ident == name);
        if types.len() > 1 && !symbol.parts.iter().any(is_named) {
            diagnostics.error(literal, format!("`{ident}` has several types, and the name of the kernel is the same for all\nhelp: write `{{{ident}}}` for the name of the type, such as \"{value}_{{{ident}}}\""));
        }
    }
}

fn unknown_variable(name: &str, kernel: &Kernel) -> String {
    let known: Vec<_> = kernel.variables.iter().map(|variable| format!("`{}`", variable.ident)).collect();
    let ident = &kernel.ident;
    if known.is_empty() {
        format!(
            "`{{{name}}}` names a type variable, and the kernel has none\nhelp: declare it as `static {ident}<{name} in [f16, bf16]>: ...`, or write `{{{{` for a brace"
        )
    } else {
        format!("`{{{name}}}` is not a type variable of the kernel, which has {}", known.join(" and "))
    }
}

/// Reports types that have no name for a symbol.
fn check_types_have_names(variable: &Variable, in_c: bool, diagnostics: &mut Diagnostics) {
    let ident = &variable.ident;
    for ty in &variable.types {
        match listed_name(ty) {
            None => diagnostics.error(
                ty,
                format!("`{}` has no name for `{{{ident}}}` in a symbol\nhelp: declare an alias, `type Name = ...;`, and list the alias", shown(ty)),
            ),
            Some(name) if in_c && c_name(&name).is_none() => diagnostics.error(
                ty,
                format!("the C++ name of `{name}`, for `{{{ident}:c}}`, is unknown\nhelp: write `{{{ident}}}` for the listed name, which a `using {name} = ...;` in the source can define"),
            ),
            Some(_) => {}
        }
    }
}
