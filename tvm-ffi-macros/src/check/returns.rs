//! Mistakes in the option `returns`.

use super::contract::{check_entries, check_rests};
use crate::contract::At;
use crate::diagnostics::Diagnostics;
use crate::model::ExportFn;
use crate::output::OutputForm;

/// Checks the entries of the option. Types and symbols are checked elsewhere.
pub(super) fn check_returns(export: &ExportFn<'_>, diagnostics: &mut Diagnostics) {
    let Some(returns) = &export.returns else { return };
    if !matches!(export.output.form, OutputForm::Named) {
        diagnostics.error(
            &returns.key,
            "`returns` describes a returned tensor, and the function returns a closure\nhelp: remove `returns`",
        );
    }
    for group in returns.groups.iter().flatten() {
        if let Some(At { value: shape, .. }) = &group.contract.shape {
            check_rests(shape, diagnostics);
            check_entries(shape, true, diagnostics);
        }
    }
}
