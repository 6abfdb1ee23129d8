//! What becomes of a call from Rust that violates its contract.

use super::call::Operand;
use super::diagnose::diagnose_operands;
use crate::description::{Record, violation_message};

/// Ends a call from Rust that violates the contract.
///
/// # Panics
///
/// Always, with the message that a caller of the export gets.
#[cold]
#[inline(never)]
#[track_caller]
pub fn contract_violated(record: &'static Record, operands: &[Operand<'_>]) -> ! {
    panic!("{}", violation_message(record, diagnose_operands(record, operands).as_ref()))
}
