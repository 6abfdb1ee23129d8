//! Attributes of a pair on a function that is in none, and two gradients of one tensor. The compiler compares the two functions of a pair.

use crate::contract::entry::name_of;
use crate::contract::{At, Out};
use crate::diagnostics::Diagnostics;
use crate::export::ExportOptions;
use crate::model::{ExportFn, Parameter};

/// Checks the options and attributes of a pair.
pub(super) fn check_backward(export: &ExportFn<'_>, options: &ExportOptions, diagnostics: &mut Diagnostics) {
    let mut seen = Vec::new();
    for At { value: of, at } in export.arguments.parameters().iter().filter_map(gradient) {
        let name = name_of(of);
        if export.forward.is_none() && !options.has_mistake {
            diagnostics.error(
                at,
                format!("`#[grad({of})]` names a parameter of the forward function, and this function is not a backward function\nhelp: write `#[tvm_ffi::export(backward_of = ...)]` with the path of the forward function"),
            );
        } else if seen.contains(&name) {
            diagnostics.error(of, format!("`{of}` has a gradient already\nhelp: each tensor has one"));
        }
        seen.push(name);
    }
    // rustc says that a constant depends on itself.
    if let Some(path) = export.forward.filter(|path| path.is_ident(&export.ident)) {
        diagnostics.error(
            path,
            format!(
                "`{}` cannot be its own backward function\nhelp: name the forward function",
                export.ident
            ),
        );
    }
    if let (None, Some(name)) = (export.forward, options.constant.iter().flatten().next()) {
        diagnostics.error(name, "`constant` has the inputs of a forward function that have no gradient, and this function is not a backward function\nhelp: add `backward_of = ...`");
    }
}

/// Reports the attributes of a pair on a method.
pub(super) fn check_no_pair(parameters: &[Parameter], diagnostics: &mut Diagnostics) {
    let gradients = parameters.iter().filter_map(|parameter| Some(&gradient(parameter)?.at));
    let saved = parameters.iter().filter_map(|parameter| parameter.contract.out.as_ref());
    let saved = saved.filter(|out| out.value == Out::Saved).map(|out| &out.at);
    diagnostics.error_at_each(
        gradients.chain(saved),
        "`#[grad]` and `#[out(saved)]` are for a pair of exported functions, and this is a method\nhelp: export a function",
    );
}

fn gradient(parameter: &Parameter) -> Option<&At<proc_macro2::Ident>> {
    parameter.contract.grad.as_ref()
}
