//! The contract of a parameter and of a result: data that the macro writes.

use crate::convert::Mismatch;
use crate::device::Device;
use crate::dtype::DType;

/// The contract of one parameter, or of one tensor in a result.
#[derive(Debug, Clone, Copy)]
pub struct Contract {
    /// `#[shape]`.
    pub shape: Option<Dims>,
    /// `#[strides]`.
    pub strides: Option<Dims>,
    /// `#[align]`, in bytes.
    pub align: Option<usize>,
    /// `#[dtype]`: any of these; of none, all are accepted.
    pub dtypes: &'static [DType],
    /// `#[device]`: any of these [`DeviceType`](crate::DeviceType)s; of none, all are accepted.
    pub devices: &'static [i32],
    /// `#[out]`.
    pub out: Option<Out>,
    /// `#[grad]`: the parameter of the forward function whose gradient it is.
    pub grad: Option<&'static str>,
    /// `#[alias]`: the parameter that may share its memory.
    pub alias: Option<&'static str>,
    /// The variable of a dispatch that is its dtype.
    pub variable: Option<&'static str>,
    /// Whether a tensor for a CUDA view may be in host memory, as for all parameters of a function with a CPU fallback.
    pub has_fallback: bool,
}

/// The form of `#[out]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Out {
    /// Memory with anything in it.
    Any,
    /// Memory that is zeroed.
    Zero,
    /// Memory with anything in it; only the backward function reads the output.
    Saved,
}

/// The entries of a shape or of strides: one for each dimension, and at most one for any number of them.
#[derive(Debug, Clone, Copy)]
pub struct Dims {
    /// The entries.
    pub(crate) entries: &'static [Dim],
    /// The number of dimensions, or the least number of them if there is a rest.
    pub(crate) count: usize,
    /// The index of the entry for any number of dimensions.
    pub(crate) rest: Option<usize>,
}

/// The entry for one extent or stride, or for any number of them.
#[derive(Debug, Clone, Copy)]
pub struct Dim {
    /// As the user wrote it, without the braces of constants.
    pub text: &'static str,
    /// See [`Ask`].
    pub ask: Ask,
}

impl Dim {
    /// `_`
    pub const ANY: Self = Self { text: "_", ask: Ask::Any };

    /// An entry that is a symbol and nothing else.
    pub const fn symbol(symbol: Sym) -> Self {
        Self { text: symbol.name, ask: Ask::Symbol(symbol) }
    }
}

/// What an entry asks.
#[derive(Debug, Clone, Copy)]
pub enum Ask {
    /// `_`: nothing.
    Any,
    /// `..`: nothing, of any number; or, for `s..`, that they are the same everywhere.
    Rest(Option<Sym>),
    /// `n`: the value of a symbol.
    Symbol(Sym),
    /// `n % 16`: the value of a symbol, which is a multiple of a number.
    Multiple(Sym, i64),
    /// A number, or an expression over symbols, in postfix notation.
    Value(&'static [Op]),
}

/// A symbol of a function.
#[derive(Debug, Clone, Copy)]
pub struct Sym {
    /// Its name.
    pub name: &'static str,
    /// Its index among the symbols of the function.
    pub index: usize,
}

impl Sym {
    /// The symbol with this name and index.
    pub const fn new(name: &'static str, index: usize) -> Self {
        Self { name, index }
    }
}

/// A step of an expression in postfix notation.
#[derive(Debug, Clone, Copy)]
pub enum Op {
    /// Pushes a number.
    Number(i64),
    /// Pushes the value of a symbol.
    Symbol(Sym),
    /// Replaces the last value by its negative.
    Negate,
    /// Replace the last two values by one.
    Add,
    /// See [`Add`](Self::Add).
    Sub,
    /// See [`Add`](Self::Add).
    Mul,
    /// Rounds towards minus infinity.
    Div,
    /// The remainder of [`Div`](Self::Div), which has the sign of the divisor.
    Rem,
}

/// What `returns` declares.
#[derive(Debug, Clone, Copy)]
pub struct Returns {
    /// Whether the result is a tuple, of which each element has a group.
    pub is_tuple: bool,
    /// What is declared of each tensor; `None` for `_`.
    pub groups: &'static [Option<Contract>],
}

/// What is wrong with a call: with which argument, and what.
pub(crate) type Violation = (usize, Mismatch);

impl Contract {
    /// A contract that asks nothing.
    pub const FREE: Self = Self {
        shape: None,
        strides: None,
        align: None,
        dtypes: &[],
        devices: &[],
        out: None,
        grad: None,
        alias: None,
        variable: None,
        has_fallback: false,
    };

    /// The names of the devices that are accepted, unless any is.
    pub(crate) fn device_names(&self) -> Vec<&'static str> {
        self.devices.iter().filter_map(|device| Device::new(*device, 0).kind()).collect()
    }
}

impl Returns {
    /// Nothing is declared.
    pub const NOTHING: Self = Self { is_tuple: false, groups: &[] };
}

impl Dims {
    /// The entries. They are counted here, so that the compiler has the numbers as constants in each shim.
    pub const fn new(entries: &'static [Dim]) -> Self {
        let (mut rest, mut at) = (None, 0);
        while at < entries.len() {
            if let Ask::Rest(_) = entries[at].ask {
                rest = Some(at);
            }
            at += 1;
        }
        let count = if rest.is_some() { entries.len() - 1 } else { entries.len() };
        Self { entries, count, rest }
    }

    /// The entries.
    pub const fn entries(self) -> &'static [Dim] {
        self.entries
    }

    /// Whether a tensor may have that many dimensions.
    #[inline]
    pub(crate) const fn may_be(self, ndim: usize) -> bool {
        if self.rest.is_some() { ndim >= self.count } else { ndim == self.count }
    }

    /// The first of the dimensions that an entry is about, of that many.
    #[inline]
    pub(crate) const fn dim_of(self, entry: usize, ndim: usize) -> usize {
        match self.rest {
            Some(rest) if rest < entry => ndim - (self.entries.len() - entry),
            _ => entry,
        }
    }
}
