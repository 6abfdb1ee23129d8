//! Exports for CUDA memory that have a `cpu =` fallback for host memory.

use crate::diagnostics::Diagnostics;
use crate::model::ExportFn;

/// Checks that a view of CUDA memory chooses between the two, and that no parameter has `#[alias]`, which cannot hold in host memory.
pub(super) fn check_fallback(export: &ExportFn<'_>, diagnostics: &mut Diagnostics) {
    let Some(path) = export.fallback else { return };
    let parameters = export.arguments.parameters();
    if !parameters.iter().any(|parameter| parameter.may_be_cuda_view()) {
        diagnostics.error(
            path,
            "`cpu` names the function for tensors in host memory, and no parameter here is a view of CUDA memory, whose device would choose\nhelp: take one, such as `x: CudaView<'_, f32, 1>`, or remove `cpu`",
        );
    }
    for alias in parameters.iter().filter_map(|parameter| parameter.contract.alias.as_ref()) {
        diagnostics.error(
            &alias.at,
            "views of host memory cannot share memory, so `#[alias]` cannot hold for the function that `cpu` names\nhelp: remove the attribute, or export the two functions under names of their own",
        );
    }
}
