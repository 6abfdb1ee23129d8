//! What is raised when a contract is violated.

use super::Operand;
use crate::export::{Export, look};

/// Ends a call from Rust that violates the contract.
///
/// # Panics
///
/// Always, with the message that a caller of the export gets.
#[cold]
#[inline(never)]
#[track_caller]
pub fn contract_violated(export: Export, operands: &[Operand<'_>]) -> ! {
    let _ = operands;
    let signature = look(export, |about| about.signature());
    panic!("the arguments violate the contract of\n  {signature}")
}
