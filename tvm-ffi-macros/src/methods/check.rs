//! Mistakes in methods that the compiler reports badly or not at all.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericParam, LitStr, ReturnType, Signature, Type};

use super::attributes::{Form, MethodAttributes};
use super::block::Block;
use super::constant::Constant;
use super::method::Method;
use super::receiver::has_receiver;
use crate::check;
use crate::contract::entry::name_of;
use crate::diagnostics::Diagnostics;
use crate::item::FnItem;
use crate::model::{ExportFn, strip};

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
    let MethodAttributes { forms, skip, name, .. } = attributes;
    if skip.is_some() {
        let at = forms.iter().map(|(_, at)| at.to_token_stream());
        for at in at.chain(name.as_ref().map(ToTokens::to_token_stream)) {
            diagnostics.error(at, "a function with `#[skip]` is not a method\nhelp: remove one of the two");
        }
        return None;
    }
    let Signature { ident, .. } = &item.signature;
    match &forms[..] {
        [(form, at)] => check_form(item, *form, at, name.as_ref(), diagnostics),
        [(_, first), (_, second), ..] => {
            let help = match first == "init" || second == "init" {
                true => "\nhelp: `#[init]` is the constructor, which callers write as a call of the class",
                false => "",
            };
            diagnostics.error(second, format!("a function is `#[{first}]` or `#[{second}]`, not both{help}"));
            None
        }
        [] if has_receiver(&item.signature) => Some(Form::Instance),
        // The name of `__setstate__` is enough, without an attribute.
        [] if ident == SET_STATE => Some(Form::Static),
        // The wrong attribute is reported.
        [] if attributes.is_unclear => None,
        [] => {
            diagnostics.error(
                ident,
                format!("`{ident}` takes no `self`, and is neither `#[staticmethod]` nor `#[init]`\nhelp: mark a function of the class with `#[staticmethod]`, the constructor with `#[init]`, and one that only Rust calls with `#[skip]`"),
            );
            None
        }
    }
}

/// Checks a function with an attribute that says of which kind it is.
fn check_form(
    item: &FnItem,
    form: Form,
    at: &Ident,
    name: Option<&LitStr>,
    diagnostics: &mut Diagnostics,
) -> Option<Form> {
    let Signature { ident, output, inputs, .. } = &item.signature;
    let returns_nothing = matches!(output, ReturnType::Default);
    let wrong = match (form, item.signature.receiver()) {
        (Form::Init, Some(receiver)) => Some((
            receiver.to_token_stream(),
            "the constructor has no receiver: it makes the object\nhelp: write `#[init] fn new(...) -> Self`"
                .to_owned(),
        )),
        (Form::Static | Form::Class, Some(receiver)) => Some((
            receiver.to_token_stream(),
            format!("a `#[{at}]` has no receiver\nhelp: remove `#[{at}]`, or the receiver"),
        )),
        (Form::Getter | Form::Setter, None) if !has_receiver(&item.signature) => Some((
            ident.to_token_stream(),
            format!(
                "a `#[{at}]` needs a receiver: the object that has the property\nhelp: write `&self` first"
            ),
        )),
        (Form::Init | Form::Class, None) if returns_nothing => {
            let what = if form == Form::Init { "the constructor" } else { "a `#[classmethod]`" };
            if let Some(name) = name.filter(|_| form == Form::Init) {
                diagnostics.error(name, NAMED_INIT);
            }
            let help = format!("write `fn {ident}(...) -> Self`, or `-> tvm_ffi::Result<Self>`");
            Some((ident.to_token_stream(), format!("{what} returns nothing\nhelp: {help}")))
        }
        (Form::Init, None) => {
            if let Some(name) = name {
                diagnostics.error(name, NAMED_INIT);
            }
            None
        }
        (Form::Getter, _) if inputs.len() > 1 || returns_nothing => Some((
            ident.to_token_stream(),
            format!(
                "a `#[getter]` takes only the object, and returns the value\nhelp: write `fn {ident}(&self) -> T`"
            ),
        )),
        (Form::Setter, _) => check_setter(ident, inputs.len(), name),
        _ => None,
    };
    if let Some((at, message)) = wrong {
        diagnostics.error(at, message);
        return None;
    }
    Some(form)
}

const NAMED_INIT: &str =
    "the constructor has no name for callers, who call the class\nhelp: remove `#[method(...)]`";

/// What is wrong with a setter that has a receiver.
fn check_setter(ident: &Ident, parameters: usize, name: Option<&LitStr>) -> Option<(TokenStream, String)> {
    if parameters != 2 {
        let message = format!(
            "a `#[setter]` takes the object and one value\nhelp: write `fn {ident}(&mut self, value: T)`"
        );
        return Some((ident.to_token_stream(), message));
    }
    let (of_caller, at) = match name {
        Some(name) => (name.value(), name.to_token_stream()),
        None => (name_of(ident), ident.to_token_stream()),
    };
    let is_right = of_caller.strip_prefix("set_").is_some_and(|property| !property.is_empty());
    (!is_right).then(|| (at, format!("the name of a `#[setter]` starts with `set_`, before the name of the property\nhelp: name it `set_{of_caller}`")))
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
    constants: impl Iterator<Item = &'a Constant>,
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
    check_attributes(&others, constants, diagnostics);
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

/// Reports a constant, and a property that is only set, of the name of another attribute: Python has one of each name.
fn check_attributes<'a>(
    methods: &[&Method<'_>],
    constants: impl Iterator<Item = &'a Constant>,
    diagnostics: &mut Diagnostics,
) {
    let taken = |name: &str| format!("a method is `{name}` in Python too\nhelp: give each a name of its own");
    for constant in constants.filter(|constant| constant.conditions.is_empty()) {
        if methods.iter().any(|method| method.attribute() == constant.name) {
            diagnostics.error(&constant.ident, taken(&constant.name));
        }
    }
    for setter in methods.iter().filter(|method| method.form() == Some(Form::Setter)) {
        let is_other = |other: &&&Method<'_>| !matches!(other.form(), Some(Form::Getter | Form::Setter));
        if methods.iter().filter(is_other).any(|other| other.export.name == setter.attribute()) {
            diagnostics.error(&setter.item.signature.ident, taken(setter.attribute()));
        }
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
