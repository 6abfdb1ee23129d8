//! What becomes of a call from Rust that violates its contract.

use super::Operand;
use super::diagnose::diagnose_operands;
use crate::description::{Export, violation_message, with_description};

/// Ends a call from Rust that violates the contract.
///
/// # Panics
///
/// Always, with the message that a caller of the export gets.
#[cold]
#[inline(never)]
#[track_caller]
pub fn contract_violated(export: Export, operands: &[Operand<'_>]) -> ! {
    let message = with_description(export, |about| {
        let texts = about.texts();
        violation_message(&texts, diagnose_operands(&texts, operands).as_ref())
    });
    panic!("{message}")
}
