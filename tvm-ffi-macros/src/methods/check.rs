//! Mistakes in methods that the compiler reports badly or not at all.

use quote::{ToTokens, quote};
use syn::{GenericParam, ReturnType, Signature, Type};

use super::attributes::MethodAttributes;
use super::block::Block;
use super::method::Method;
use crate::check;
use crate::diagnostics::Diagnostics;
use crate::item::FnItem;
use crate::model::{ExportFn, strip};

/// The kind of a function, by its receiver and its attributes.
pub(super) enum Form {
    Init,
    Static,
    Instance,
}

/// Checks a block, without its members.
pub(super) fn check_block(block: &Block, diagnostics: &mut Diagnostics) {
    if let Some(of_trait) = &block.of_trait {
        diagnostics.error(
            of_trait,
            "`#[tvm_ffi::methods]` cannot be applied to the implementation of a trait: its functions are the trait's\nhelp: call them from methods in an `impl` block of the type's own",
        );
    } else if let Some(qualifier) = &block.qualifier {
        diagnostics.error(qualifier, format!("an `impl` block with methods cannot be `{qualifier}`"));
    }
    let generics = block.generics.params.to_token_stream();
    if !generics.is_empty() {
        diagnostics.error(
            generics,
            "an `impl` block with methods cannot be generic: an object type is one class\nhelp: write one block for the type",
        );
    } else if let Some(clause) = &block.clause {
        diagnostics.error(clause, "an `impl` block with methods cannot have a `where` clause: an object type is one class\nhelp: remove the clause");
    }
    match strip(&block.ty) {
        Type::Path(ty) if ty.qself.is_none() => {
            let arguments = ty.path.segments.iter().map(|segment| segment.arguments.to_token_stream());
            let arguments = quote!(#(#arguments)*);
            if !arguments.is_empty() && block.generics.params.is_empty() {
                diagnostics.error(arguments, "an object type has no parameters: it is one class");
            }
        }
        ty => diagnostics.error(
            ty,
            "`#[tvm_ffi::methods]` needs the name of a struct\nhelp: write `impl Name { ... }` for a struct with `#[tvm_ffi::object]`",
        ),
    }
}

/// Determines the kind of a function.
pub(super) fn check_kind(
    item: &FnItem,
    attributes: &MethodAttributes,
    diagnostics: &mut Diagnostics,
) -> Option<Form> {
    let MethodAttributes { init, staticmethod, skip, name, .. } = attributes;
    if skip.is_some() {
        let at = [init, staticmethod].into_iter().flatten().map(ToTokens::to_token_stream);
        for at in at.chain(name.as_ref().map(ToTokens::to_token_stream)) {
            diagnostics.error(at, "a function with `#[skip]` is not a method\nhelp: remove one of the two");
        }
        return None;
    }
    let Signature { ident, output, .. } = &item.signature;
    match (init, staticmethod, item.signature.receiver()) {
        (Some(_), Some(at), _) => {
            diagnostics.error(at, "a function is `#[init]` or `#[staticmethod]`, not both\nhelp: `#[init]` is the constructor, which callers write as a call of the class");
            None
        }
        (Some(_), None, Some(receiver)) => {
            diagnostics.error(receiver, "the constructor has no receiver: it makes the object\nhelp: write `#[init] fn new(...) -> Self`");
            None
        }
        (Some(_), None, None) => {
            if let Some(name) = name {
                diagnostics.error(name, "the constructor has no name for callers, who call the class\nhelp: remove `#[method(...)]`");
            }
            if matches!(output, ReturnType::Default) {
                diagnostics.error(ident, format!("the constructor returns nothing\nhelp: write `fn {ident}(...) -> Self`, or `-> tvm_ffi::Result<Self>`"));
                return None;
            }
            Some(Form::Init)
        }
        (None, Some(_), Some(receiver)) => {
            diagnostics.error(
                receiver,
                "a `#[staticmethod]` has no receiver\nhelp: remove `#[staticmethod]`, or the receiver",
            );
            None
        }
        (None, Some(_), None) => Some(Form::Static),
        (None, None, Some(_)) => Some(Form::Instance),
        // The name of `__setstate__` is enough, without an attribute.
        (None, None, None) if ident == SET_STATE => Some(Form::Static),
        // The wrong attribute is reported.
        (None, None, None) if attributes.is_unclear => None,
        (None, None, None) => {
            diagnostics.error(
                ident,
                format!("`{ident}` takes no `self`, and is neither `#[staticmethod]` nor `#[init]`\nhelp: mark a function of the class with `#[staticmethod]`, the constructor with `#[init]`, and one that only Rust calls with `#[skip]`"),
            );
            None
        }
    }
}

/// Checks a method and its model.
pub(super) fn check_method(
    item: &FnItem,
    export: &ExportFn<'_>,
    receivers: usize,
    diagnostics: &mut Diagnostics,
) {
    for parameter in &item.signature.generics.params {
        if !matches!(parameter, GenericParam::Lifetime(_)) {
            diagnostics.error(parameter, "methods cannot be generic: callers see one function of each name\nhelp: write one method for each type, or take `AnyView<'_>`, which is any value");
        }
    }
    check::check_method(item, export, receivers, diagnostics);
}

/// Checks the methods of a block together.
pub(super) fn check_methods<'a>(
    methods: impl Iterator<Item = &'a Method<'a>>,
    diagnostics: &mut Diagnostics,
) {
    // Of constructors with `#[cfg]`, only one may exist.
    let unconditional = methods.filter(|method| !method.is_conditional());
    let (inits, others): (Vec<_>, Vec<_>) = unconditional.partition(|method| method.export.is_init());
    for method in inits.iter().skip(1) {
        diagnostics.error(
            &method.item.signature.ident,
            "a class has one constructor, and this is a second `#[init]`\nhelp: make it a `#[staticmethod]` that returns `Self`",
        );
    }
    check_state(&others, diagnostics);
    let mut names = Vec::new();
    for method in others {
        let name = &method.export.name;
        if names.contains(&name) {
            diagnostics.error(
                &method.item.signature.ident,
                format!("there are two methods `{name}`: callers see one function of each name\nhelp: give each a name of its own"),
            );
        }
        names.push(name);
    }
}

const GET_STATE: &str = "__getstate__";
const SET_STATE: &str = "__setstate__";

/// Checks the two methods that pickling and copying call.
fn check_state(methods: &[&Method<'_>], diagnostics: &mut Diagnostics) {
    let find = |name: &str| methods.iter().find(|method| method.export.name == name);
    let (get, set) = (find(GET_STATE), find(SET_STATE));
    for (one, other, name) in [(get, set, SET_STATE), (set, get, GET_STATE)] {
        if let (Some(method), None) = (one, other) {
            diagnostics.error(
                &method.item.signature.ident,
                format!("an object is pickled by two methods, and there is no `{name}`\nhelp: add it: `fn __getstate__(&self) -> State` and `fn __setstate__(state: State) -> Self`"),
            );
        }
    }
}
