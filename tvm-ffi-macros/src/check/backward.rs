//! Backward functions, as far as one function shows mistakes. The compiler compares the function with its forward function.

use syn::{Path, PathArguments};

use crate::contract::entry::name_of;
use crate::contract::{At, Out};
use crate::diagnostics::Diagnostics;
use crate::export::ExportOptions;
use crate::model::{Arguments, ExportFn, Parameter};
use crate::output::Output;
use crate::parameter_type::{Base, Form};

/// Checks the options and attributes of a pair.
pub(super) fn check_backward(export: &ExportFn<'_>, options: &ExportOptions, diagnostics: &mut Diagnostics) {
    let parameters = export.arguments.parameters();
    parameters.iter().for_each(|parameter| check_saved(parameter, diagnostics));
    let Some(path) = export.forward else {
        if let Some(name) = options.constant.iter().flatten().next() {
            diagnostics.error(name, "`constant` has the inputs of a forward function that have no gradient, and this function is not a backward function\nhelp: add `backward_of = ...`");
        }
        if !options.has_mistake {
            check_no_gradients(parameters, diagnostics);
        }
        return;
    };
    check_path(path, export, diagnostics);
    if matches!(export.arguments, Arguments::Packed(_)) {
        return diagnostics.error(path, "the packed form has no parameters, and a backward function marks its gradients with `#[grad(...)]`\nhelp: take the tensors as parameters of their own, such as `#[grad(y)] dy: CpuView<'_, f32, 1>`");
    }
    check_result(&export.output, diagnostics);
    for (index, parameter) in parameters.iter().enumerate() {
        check_parameter(parameter, &parameters[..index], diagnostics);
    }
    check_constants(export, diagnostics);
    let is_written = |parameter: &Parameter| parameter.contract.out.is_some() || is_mutable(parameter);
    let gradients = || parameters.iter().filter(|parameter| parameter.contract.grad.is_some());
    if !export.is_contract_whole {
        // A parameter with a syntax error may be one.
    } else if gradients().all(is_written) {
        diagnostics.error(path, "a backward function takes the gradient of an output, and no parameter here is one\nhelp: mark it: `#[grad(y)] dy: CpuView<'_, f32, 1>`");
    } else if !gradients().any(is_written) {
        diagnostics.error(path, "a backward function writes the gradient of an input, and no parameter here is one\nhelp: add it: `#[grad(x)] #[out] mut dx: CpuViewMut<'_, f32, 1>`");
    }
}

/// Reports `#[grad]` where there is no forward function.
fn check_no_gradients(parameters: &[Parameter], diagnostics: &mut Diagnostics) {
    for At { value, at } in parameters.iter().filter_map(|parameter| parameter.contract.grad.as_ref()) {
        diagnostics.error(
            at,
            format!("`#[grad({value})]` names a parameter of the forward function, and this function is not a backward function\nhelp: write `#[tvm_ffi::export(backward_of = ...)]` with the path of the forward function"),
        );
    }
}

/// Reports the attributes of a pair on a method.
pub(super) fn check_no_pair(parameters: &[Parameter], diagnostics: &mut Diagnostics) {
    let gradients = parameters.iter().filter_map(|parameter| Some(&parameter.contract.grad.as_ref()?.at));
    let saved = parameters.iter().filter_map(|parameter| Some(&saved(parameter)?.at));
    diagnostics.error_at_each(
        gradients.chain(saved),
        "`#[grad]` and `#[out(saved)]` are for a pair of exported functions, and this is a method\nhelp: export a function",
    );
}

fn is_mutable(parameter: &Parameter) -> bool {
    matches!(&parameter.kind.base, Base::View(view) if view.is_mutable())
}

fn saved(parameter: &Parameter) -> Option<&At<Out>> {
    parameter.contract.out.as_ref().filter(|out| out.value == Out::Saved)
}

/// Checks a saved output, which a caller always allocates.
fn check_saved(parameter: &Parameter, diagnostics: &mut Diagnostics) {
    let Some(At { at, .. }) = saved(parameter) else { return };
    if parameter.kind.form == Form::Optional {
        diagnostics.error(
            at,
            format!(
                "a saved output is there in every call, and `{}` is an `Option`\nhelp: take the view itself",
                parameter.name
            ),
        );
    }
    if parameter.contract.grad.is_some() {
        diagnostics.error(at, "a gradient is returned, not saved\nhelp: write `#[out]`");
    }
}

fn check_path(path: &Path, export: &ExportFn<'_>, diagnostics: &mut Diagnostics) {
    if let Some(segment) =
        path.segments.iter().find(|segment| !matches!(segment.arguments, PathArguments::None))
    {
        return diagnostics.error(
            &segment.arguments,
            "`backward_of` names the export itself: `dispatch` lists the types of both functions\nhelp: remove the arguments",
        );
    }
    if path.is_ident(&export.ident) {
        diagnostics.error(
            path,
            format!(
                "`{}` cannot be its own backward function\nhelp: name the forward function",
                export.ident
            ),
        );
    }
}

/// Reports a visible result. Other types are left to the frameworks.
fn check_result(output: &Output, diagnostics: &mut Diagnostics) {
    let text = output.ty.to_string().replace(' ', "");
    let is_tensor = text.contains("Tensor") && !text.contains("TensorView");
    if is_tensor {
        diagnostics.error(
            &output.ty,
            "a backward function writes its gradients to parameters, and returns nothing\nhelp: take `#[grad(x)] #[out] mut dx: CpuViewMut<'_, f32, 1>`",
        );
    }
}

fn check_parameter(parameter: &Parameter, before: &[Parameter], diagnostics: &mut Diagnostics) {
    let Parameter { name, kind, contract, written, .. } = parameter;
    let is_mutable = is_mutable(parameter);
    match (&contract.grad, &contract.out) {
        (None, Some(out)) if out.value != Out::Saved => diagnostics.error(
            &out.at,
            format!("`{name}` is written, and a backward function only writes gradients\nhelp: add `#[grad(...)]` with the input of the forward function, or write `#[out(saved)]` for a backward function of this one"),
        ),
        (None, None) if is_mutable => diagnostics.error(
            &parameter.ty,
            format!("`{name}: {written}` is changed in place, and a backward function only reads what it does not return\nhelp: take a view that is only read, or add `#[grad(...)] #[out]`"),
        ),
        (Some(At { at, .. }), None) if is_mutable => diagnostics.error(
            at,
            format!("the gradient `{name}` is changed in place: the gradient of an output is read, and the gradient of an input is written\nhelp: take a view that is only read, or add `#[out]`; with `#[out(zero)]` it arrives zeroed, to add into"),
        ),
        _ => {}
    }
    let Some(At { value: of, at }) = &contract.grad else { return };
    if kind.form == Form::List {
        diagnostics.error(at, format!("`#[grad]` belongs on one tensor, and `{name}` is a list\nhelp: take each tensor as a parameter of its own"));
    }
    let is_same = |other: &&Parameter| {
        other.contract.grad.as_ref().is_some_and(|grad| name_of(&grad.value) == name_of(of))
    };
    if let Some(other) = before.iter().find(is_same) {
        diagnostics.error(
            of,
            format!("`{}` is the gradient of `{of}` already\nhelp: each tensor has one gradient", other.name),
        );
    }
}

fn check_constants(export: &ExportFn<'_>, diagnostics: &mut Diagnostics) {
    for (index, name) in export.constant.iter().enumerate() {
        if export.constant[..index].contains(name) {
            diagnostics.error(name, format!("`{name}` is listed twice"));
        }
        let of = |parameter: &&Parameter| {
            parameter.contract.grad.as_ref().is_some_and(|grad| name_of(&grad.value) == name_of(name))
        };
        if let Some(gradient) = export.arguments.parameters().iter().find(of) {
            diagnostics.error(
                name,
                format!("`{name}` has a gradient, `{}`, and `constant` says that it has none\nhelp: remove one of the two", gradient.name),
            );
        }
    }
}
