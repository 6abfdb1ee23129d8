//! What reads contracts, for the cold paths of an export.

use super::diagnose::diagnose_args;
use super::{metadata, returned, signature, text};
use crate::description::Interpreter;

/// There is one.
pub(super) static INTERPRETER: &Interpreter = &Interpreter {
    read: text::read,
    read_returns: returned::read_returns,
    diagnose: diagnose_args,
    push_variables: signature::push_variables,
    push_type: signature::push_type,
    push_variables_json: metadata::push_variables,
    push_type_json: metadata::push_type,
    push_integers: signature::push_integers,
    push_integers_json: metadata::push_integers,
    push_returns: signature::push_returns,
    push_returns_json: metadata::push_returns,
};
