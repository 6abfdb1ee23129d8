//! Mistakes in classes that the compiler reports badly or not at all.

use quote::quote;
use syn::ext::IdentExt;
use syn::{Attribute, Fields, GenericParam, ItemStruct, Meta};

use super::model::{Object, Role, is_alignment};
use super::names::check_field_name;
use crate::diagnostics::Diagnostics;
use crate::tokens::split_at_commas;

/// Checks a struct and its model.
pub(super) fn check_object(item: &ItemStruct, object: &Object<'_>, diagnostics: &mut Diagnostics) {
    check_key(item, object, diagnostics);
    check_hooks(object, diagnostics);
    check_generics(item, diagnostics);
    item.attrs.iter().for_each(|attribute| check_repr(attribute, diagnostics));
    if let Fields::Unnamed(fields) = &item.fields {
        return diagnostics.error(
            fields,
            format!("objects have named fields, which Python reads by these names\nhelp: write `struct {} {{ ... }}`", item.ident),
        );
    }
    check_base(item, object, diagnostics);
    check_fields(object, diagnostics);
}

fn check_key(item: &ItemStruct, object: &Object<'_>, diagnostics: &mut Diagnostics) {
    if object.options.key.is_some() || !object.options.is_whole {
        return;
    }
    let prefix = match object.package.crate_name.as_str() {
        "" => "my_ext",
        name => name,
    };
    diagnostics.push(syn::Error::new(
        proc_macro2::Span::call_site(),
        format!(
            "an object needs a type key, by which all languages know its class\nhelp: write `#[tvm_ffi::object(\"{prefix}.{}\")]`",
            item.ident.unraw()
        ),
    ));
}

/// Objects with `eq` or `ord` and without `hash` could not be keys of a Python dict, which would only fail at run time.
fn check_hooks(object: &Object<'_>, diagnostics: &mut Diagnostics) {
    let hooks = &object.options.hooks;
    if hooks.hash.is_some() {
        return;
    }
    if let Some(name) = hooks.eq.as_ref().or(hooks.ord.as_ref()) {
        diagnostics.error(
            name,
            format!("`{name}` needs `hash`: Python could not hash an object that is compared by value, and values that are equal have to have one hash\nhelp: add `hash`, and `Hash` to the derives"),
        );
    }
}

fn check_generics(item: &ItemStruct, diagnostics: &mut Diagnostics) {
    for parameter in &item.generics.params {
        match parameter {
            GenericParam::Lifetime(lifetime) => diagnostics.error(
                lifetime,
                "objects cannot borrow: an object lives as long as any reference to it\nhelp: own the data: `String` for `&str`, `Vec<T>` for `&[T]`, `Ref<T>` for `&T` of an object",
            ),
            other => diagnostics.error(
                other,
                "objects cannot be generic: a class has one type key and one layout\nhelp: write one struct for each type",
            ),
        }
    }
}

fn check_repr(attribute: &Attribute, diagnostics: &mut Diagnostics) {
    let Meta::List(list) = &attribute.meta else { return };
    if !attribute.path().is_ident("repr") {
        return;
    }
    for part in split_at_commas(list.tokens.clone()) {
        let text = part.to_string();
        if text != "C" && !is_alignment(&part) {
            diagnostics.error(
                &part,
                format!("an object is `repr(C)`, so that its fields are where all languages look for them, and cannot be `repr({text})`\nhelp: remove it; `align(N)` is fine"),
            );
        }
    }
}

fn check_base(item: &ItemStruct, object: &Object<'_>, diagnostics: &mut Diagnostics) {
    let mut bases = object.fields.iter().enumerate().filter_map(|(index, field)| match &field.role {
        Role::Base(attribute) => Some((index, field, attribute)),
        _ => None,
    });
    let Some((index, field, attribute)) = bases.next() else {
        if let Some(parent) = &object.options.extends {
            let path = crate::tokens::one_line(&quote!(#parent)).replace(' ', "");
            diagnostics.error(
                parent,
                format!("`extends` needs the parent as the first field\nhelp: write `struct {} {{ #[base] base: {path}, ... }}`", item.ident),
            );
        }
        return;
    };
    if object.options.extends.is_none() && !object.options.is_whole {
        return;
    }
    if object.options.extends.is_none() {
        let ty = field.ty.to_string().replace(' ', "");
        diagnostics.error(
            attribute,
            format!("`#[base]` marks the parent, and this object has none\nhelp: write `#[tvm_ffi::object(\"...\", extends = {ty})]`"),
        );
    } else if index != 0 {
        diagnostics.error(
            attribute,
            "the `#[base]` field comes first: an object begins with its parent\nhelp: move it before the other fields",
        );
    }
    if !field.conditions.is_empty() {
        diagnostics.error(
            attribute,
            "a `#[base]` field cannot depend on `#[cfg]`\nhelp: write one struct for each configuration",
        );
    }
    for (_, _, attribute) in bases {
        diagnostics.error(attribute, "an object has one parent, and so one `#[base]` field");
    }
}

fn check_fields(object: &Object<'_>, diagnostics: &mut Diagnostics) {
    let mut names: Vec<&str> = Vec::new();
    for (field, visible) in object.visible() {
        if let Err(message) = check_field_name(&visible.name) {
            diagnostics.error(&visible.at, message);
        } else if names.contains(&visible.name.as_str()) {
            diagnostics.error(&visible.at, format!("a field called `{}` is there already", visible.name));
        }
        names.push(&visible.name);
        if !field.conditions.is_empty() {
            diagnostics.error(
                &field.conditions[0],
                "`#[cfg]` cannot be used on a `#[field]`: others see one class\nhelp: write one struct for each configuration, with `#[cfg]` on the struct, or leave `#[field]` out",
            );
        }
        if let (Some(at), None, true) =
            (&visible.options.set, &object.options.mutable, object.options.is_whole)
        {
            diagnostics.error(
                at,
                "`set` needs a mutable object: this one never changes once it is made\nhelp: add `mutable` to the options of the object",
            );
        }
        if let (Some(at), None, true) =
            (&visible.options.role_at, object.options.structural, object.options.is_whole)
        {
            diagnostics.error(
                at,
                "`structural` on a field is about structural comparison, which this object does not take part in\nhelp: add a kind to the options of the object, such as `structural(tree_node)`",
            );
        }
        check_constructor(&visible.options, object, diagnostics);
    }
}

/// Checks the options of a field for the constructor from the fields.
fn check_constructor(field: &super::field::FieldOptions, object: &Object<'_>, diagnostics: &mut Diagnostics) {
    if object.options.init.is_some() || !object.options.is_whole {
        return;
    }
    for (at, name) in [(&field.kw_only, "kw_only"), (&field.init_off, "init = false")] {
        let Some(at) = at else { continue };
        diagnostics.error(
            at,
            format!("`{name}` is about the constructor from the fields, which this object has not\nhelp: add `init` to the options of the object"),
        );
    }
}
