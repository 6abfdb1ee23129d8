//! The contract of a parameter and of a result, as `contract` reads it.

use crate::convert::Mismatch;

/// The contract of one parameter. It borrows its texts, which are parsed when they are needed.
#[derive(Clone, Copy, Default)]
pub(crate) struct Contract<'c> {
    /// `#[shape]`.
    pub(crate) shape: Option<Entries<'c>>,
    /// `#[strides]`.
    pub(crate) strides: Option<Entries<'c>>,
    /// `#[align]`, in bytes.
    pub(crate) align: Option<i64>,
    /// `#[dtype]`: any of these.
    pub(crate) dtypes: &'static str,
    /// `#[device]`: any of these.
    pub(crate) devices: &'static str,
    /// `#[out]`.
    pub(crate) out: Option<Init>,
    /// `#[out(saved)]`: only the backward function reads it.
    pub(crate) saved: bool,
    /// `#[grad]`: the parameter of the forward function whose gradient it is.
    pub(crate) grad: Option<&'static str>,
    /// `#[alias]`: the parameter that may share its memory.
    pub(crate) alias: Option<&'static str>,
    /// Whether a tensor for a CUDA view may be in host memory, as for all parameters of a function with a CPU fallback.
    pub(crate) has_fallback: bool,
    /// The variable of a dispatch that is its dtype.
    pub(crate) variable: Option<&'static str>,
}

/// What is in memory that is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Init {
    Anything,
    Zeroes,
}

/// The contract of the extents or strides of a tensor.
#[derive(Clone, Copy)]
pub(crate) struct Entries<'c> {
    pub(crate) text: &'static str,
    pub(crate) constants: Constants<'c>,
}

/// The values of the constants in a text and those behind it, which are read in their order.
#[derive(Clone, Copy)]
pub(crate) struct Constants<'c>(pub(crate) &'c [i64]);

/// What `returns` declares, read from its text.
#[derive(Default)]
pub(crate) struct Returns<'c> {
    /// Whether the result is a tuple, of which each element has a group.
    pub(crate) is_tuple: bool,
    /// What is declared of each tensor; `None` for `_`.
    pub(crate) groups: Vec<Option<Contract<'c>>>,
}

/// What is wrong with a call: with which argument, and what.
pub(crate) type Violation = (usize, Mismatch);
