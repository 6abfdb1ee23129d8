//! What the cold paths of an export ask of contracts.

use super::call::Violation;
use super::judge::judge_args;
use super::metadata::metadata;
use super::signature::signature;
use crate::export::{Args, Description};

/// Everything that reads the text of contracts, behind pointers: a library links it with its first tensor parameter.
pub(crate) struct Interpreter {
    /// What is wrong with a call.
    pub(crate) judge: fn(&Description<'_>, Args<'_>) -> Option<Violation>,
    /// What the signature says of tensors.
    pub(crate) signature: fn(&Description<'_>) -> Signature,
    /// What the metadata say of tensors.
    pub(crate) metadata: fn(&Description<'_>) -> Metadata,
}

impl Interpreter {
    /// There is one.
    pub(crate) const THE: Self = Self { judge: judge_args, signature, metadata };
}

/// Parts of a signature.
#[derive(Default)]
pub(crate) struct Signature {
    /// `[T: float32 | float64]`, or nothing.
    pub(crate) variables: String,
    /// `Tensor([n], float32)`, for each parameter that takes tensors.
    pub(crate) tensors: Vec<Option<String>>,
}

/// Parts of the `kernel` object.
#[derive(Default)]
pub(crate) struct Metadata {
    /// `,"dtype_vars":{"T":["float32"]}`, or nothing.
    pub(crate) variables: String,
    /// `,"role":"in"` and so on, for each parameter that takes tensors.
    pub(crate) tensors: Vec<Option<String>>,
}
