//! The plain interpreter of contracts, which the framework is compared with.
//!
//! It follows the design's prose one phase after the other, and shares nothing with the code that it is compared with.

mod gpus;
mod memory;
mod nested;
mod reach;
mod sizes;
mod strides;
mod symbols;
mod tensors;
mod types;

use crate::arguments::{Argument, Tensor};
use crate::contracts::model::{Contract, Kind, TensorParameter};

pub(crate) use reach::bytes;
pub(crate) use sizes::align;

/// The phases of the check. Each checks the whole call before the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Types of arguments.
    Type,
    /// Pointers.
    Null,
    /// Numbers of dimensions.
    Rank,
    /// Element types.
    DType,
    /// Devices.
    Device,
    /// Extents.
    Shape,
    /// Strides.
    Strides,
    /// Addresses.
    Alignment,
    /// Overlap.
    Overlap,
}

impl Phase {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Type,
        Self::Null,
        Self::Rank,
        Self::DType,
        Self::Device,
        Self::Shape,
        Self::Strides,
        Self::Alignment,
        Self::Overlap,
    ];
}

/// Why a call is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The phase that refuses it.
    pub phase: Phase,
    /// The argument that the error names.
    pub argument: usize,
    /// The position in the argument: `[2]` for an element of a list.
    pub place: String,
    /// The kind of the error.
    pub kind: &'static str,
    /// The message.
    pub text: String,
}

impl Refusal {
    /// The first line of the error's message.
    pub fn message(&self, contract: &Contract) -> String {
        let name = &contract.parameters[self.argument].name;
        let Self { argument, place, text, .. } = self;
        format!("{}: argument #{argument} `{name}`{place}: {text}", contract.name)
    }

    /// Whether a call from Rust is refused too. The borrow checker prevents calls with two views of the same memory,
    /// and only the decoder checks that tensors are on one GPU.
    pub fn concerns_rust(&self) -> bool {
        let is_about_gpus = self.phase == Phase::Device && self.text.contains("expected cuda:");
        self.phase != Phase::Overlap && !is_about_gpus
    }
}

/// A tensor of the call that a tensor parameter takes.
struct Item<'a> {
    parameter: &'a TensorParameter,
    name: &'a str,
    argument: usize,
    place: String,
    /// `None` for a pointer that is NULL.
    tensor: Option<&'a Tensor>,
}

impl<'a> Item<'a> {
    /// The tensor. The pointers have been checked.
    fn tensor(&self) -> &'a Tensor {
        self.tensor.expect("pointers were checked")
    }

    fn refuse(&self, phase: Phase, kind: &'static str, text: String) -> Refusal {
        Refusal { phase, argument: self.argument, place: self.place.clone(), kind, text }
    }
}

/// The outcome of a call by its contract.
///
/// # Errors
///
/// The first violation.
pub fn interpret(contract: &Contract, arguments: &[Argument]) -> Result<(), Refusal> {
    assert_eq!(
        contract.parameters.len(),
        arguments.len(),
        "the tests pass as many arguments as there are parameters"
    );
    types::check(contract, arguments)?;
    let items = items(contract, arguments);
    tensors::check_pointers(&items)?;
    tensors::check_ranks(&items)?;
    tensors::check_dtypes(contract, &items)?;
    tensors::check_devices(&items)?;
    let mut bindings = symbols::Bindings::of_integers(contract, arguments);
    sizes::check(&items, &mut bindings)?;
    strides::check(&items, &mut bindings)?;
    memory::check_alignment(&items)?;
    gpus::check(contract, arguments)?;
    memory::check_overlap(contract, arguments, &items)
}

/// The tensors that are present, in order.
fn items<'a>(contract: &'a Contract, arguments: &'a [Argument]) -> Vec<Item<'a>> {
    let mut items = Vec::new();
    for (index, (parameter, argument)) in contract.parameters.iter().zip(arguments).enumerate() {
        let Kind::Tensor(declared) = &parameter.kind else { continue };
        let elements = match argument {
            Argument::List(_, elements) => elements.as_slice(),
            _ => std::slice::from_ref(argument),
        };
        for (position, element) in elements.iter().enumerate() {
            let is_list = matches!(argument, Argument::List(..));
            let tensor = match element {
                Argument::Tensor(tensor) => Some(tensor),
                Argument::NullTensor => None,
                _ => continue,
            };
            let place = if is_list { format!("[{position}]") } else { String::new() };
            items.push(Item { parameter: declared, name: &parameter.name, argument: index, place, tensor });
        }
    }
    items
}

/// `[2, 3]`
fn list(numbers: &[i64]) -> String {
    let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    format!("[{}]", numbers.join(", "))
}

/// `float32`, or `one of float32, float16`.
fn one_of(names: impl Iterator<Item = String>) -> String {
    let names: Vec<_> = names.collect();
    match names.as_slice() {
        [name] => name.clone(),
        names => format!("one of {}", names.join(", ")),
    }
}
