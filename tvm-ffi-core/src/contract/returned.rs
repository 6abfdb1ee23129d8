//! What the option `returns` declares of the tensors that a function returns.

use core::ffi::c_int;

use super::call::{Number, Operand};
use super::diagnose::{Bound, Call, Compared, Origin, Part, Uses};
use super::expression;
use super::fits::{KeptSymbols, Slot, tensor_fits};
use super::parameter_type::parameter_type;
use super::predicates::has_dtype;
use crate::call::Args;
use crate::convert::Mismatch;
use crate::description::{Ask, Contract, Dim, Param, Record, Refusal, Sym, Variable, message};
use crate::device::DeviceType;
use crate::dtype::DType;
use crate::panic::raise;
use crate::tensor::{Tensor, TensorMut, TensorView};
use crate::tensor_metadata::TensorMetadata;

/// A result that `returns` can describe.
#[diagnostic::on_unimplemented(
    message = "`returns` describes a tensor, and `{Self}` is not one",
    label = "not a tensor",
    note = "a function with `returns` gives a `Tensor`, a `TensorMut`, an `Option` of either, or a tuple with some of them: \
            `returns((shape(n)), _)` describes the first element of a pair"
)]
pub trait ReturnedTensor {
    /// The tensor, if there is one.
    fn returned_tensor(&self) -> Option<TensorMetadata<'_>>;
}

impl ReturnedTensor for Tensor {
    #[inline]
    fn returned_tensor(&self) -> Option<TensorMetadata<'_>> {
        Some(TensorMetadata::of(self.view()))
    }
}

impl ReturnedTensor for TensorMut {
    #[inline]
    fn returned_tensor(&self) -> Option<TensorMetadata<'_>> {
        Some(TensorMetadata::of(self.view()))
    }
}

impl<T: ReturnedTensor> ReturnedTensor for Option<T> {
    #[inline]
    fn returned_tensor(&self) -> Option<TensorMetadata<'_>> {
        self.as_ref()?.returned_tensor()
    }
}

/// The tensor in a result, if there is one.
#[inline(always)]
pub fn returned_tensor<T: ReturnedTensor>(value: &T) -> Option<TensorMetadata<'_>> {
    value.returned_tensor()
}

/// The result of a call, and what its declaration refers to.
pub struct ReturnedTensors<'a, const N: usize> {
    /// The values of the symbols.
    pub symbols: &'a KeptSymbols<N>,
    /// The dtypes of the variables of a dispatch.
    pub dtypes: &'a [DType],
    /// Whether the function was the one that `cpu` names.
    pub on_host: bool,
    /// The tensors by group; `None` for those that are absent or not described.
    pub tensors: &'a [Option<TensorMetadata<'a>>],
}

/// What is wrong with a result, if it is not what the function declares.
#[inline(never)]
pub fn returned_mismatch<const N: usize>(
    record: &'static Record,
    tensors: &ReturnedTensors<'_, N>,
) -> Option<Mismatch> {
    if tensors.fit(record) { None } else { Some(tensors.mismatch(record)) }
}

/// Raises that a result is not what the function declares.
#[cold]
#[inline(never)]
pub fn raise_returned(record: &'static Record, args: Args<'_>, mismatch: &Mismatch) -> c_int {
    let (kind, what) = (mismatch.kind().clone(), what(mismatch));
    raise(|| Refusal::about(record.instance(args), kind, &what).raise())
}

/// Ends a call from Rust whose result is not what the function declares.
///
/// # Panics
///
/// Always, with the message that a caller of the export gets.
#[cold]
#[inline(never)]
#[track_caller]
pub fn returned_violated(record: &'static Record, mismatch: &Mismatch) -> ! {
    panic!("{}", message(record, &what(mismatch)))
}

/// What is wrong, as messages tell it after the name of the function.
fn what(mismatch: &Mismatch) -> String {
    format!(": returned {}: {}", mismatch.place(), mismatch.text())
}

impl<const N: usize> ReturnedTensors<'_, N> {
    /// Whether all tensors are what is declared of them.
    fn fit(&self, record: &Record) -> bool {
        let mut symbols = self.symbols.borrowed();
        record.returns.groups.iter().zip(self.tensors).all(|(group, tensor)| {
            let (Some(group), Some(tensor)) = (group, tensor) else { return true };
            let is_of_variable = group.variable.is_none_or(|variable| {
                let variables = record.variables.iter().zip(self.dtypes);
                let mut of_name = variables.filter(|((name, _), _)| *name == variable);
                of_name.all(|(_, dtype)| has_dtype(*tensor, &[*dtype]))
            });
            is_of_variable && tensor_fits(&self.contract(*group), *tensor, &mut symbols)
        })
    }

    #[cold]
    fn mismatch(&self, record: &'static Record) -> Mismatch {
        let parameters: Vec<_> = record.returns.groups.iter().map(|group| self.parameter(*group)).collect();
        let values: Vec<_> = self.tensors.iter().map(|tensor| Operand::one(*tensor)).collect();
        let call = Call { parameters: &parameters, values: &values, variables: record.variables };
        match call.diagnose(self.dtypes(record), self.symbols(record), || None) {
            Some((index, mismatch)) if record.returns.is_tuple => mismatch.at(&format!("tuple[{index}]")),
            Some((_, mismatch)) => mismatch.at("tensor"),
            None => Mismatch::value_error("it is not what `returns` declares").at("value"),
        }
    }

    /// What is declared of a tensor, which the function that `cpu` names returns in host memory in place of CUDA memory.
    fn contract(&self, mut declared: Contract) -> Contract {
        if self.on_host && declared.devices.contains(&DeviceType::CUDA) {
            declared.devices = &[DeviceType::CPU];
        }
        declared
    }

    /// A group in the form in which contracts are checked.
    fn parameter(&self, group: Option<Contract>) -> Param {
        let contract = self.contract(group.unwrap_or(Contract::FREE));
        Param { contract, ..Param::new(parameter_type::<TensorView<'static>>()) }
    }

    /// The symbols of the call, with where their values come from.
    fn symbols(&self, record: &'static Record) -> Uses {
        let mut uses = Uses::default();
        for symbol in symbols(record.returns.groups) {
            let name = symbol.name;
            if let Slot::Bound(number) = self.symbols.number(symbol) {
                let beyond = || Number::Beyond(String::from("a number beyond 64 bits"));
                let value = Compared::One(number.map_or_else(beyond, Number::Known));
                uses.bind(0, name, origin(name, record, 1), value);
            }
            if let Some(extents) = self.symbols.rest(symbol) {
                uses.bind(0, name, origin(name, record, extents.len()), Compared::Rest(extents.to_vec()));
            }
        }
        uses
    }

    /// The dtypes of the variables of the dispatch, and the parameters that bound them.
    fn dtypes(&self, record: &'static Record) -> Vec<Bound> {
        let bound = |((name, _), dtype): (&Variable, &DType)| {
            let mut parameters = record.parameters.iter();
            let first = parameters.find(|parameter| parameter.contract.variable == Some(*name));
            let parameter = first.map_or("", |parameter| parameter.name);
            (*name, *dtype, Origin { parameter, index: None, part: None })
        };
        record.variables.iter().zip(self.dtypes).map(bound).collect()
    }
}

/// The symbols in shapes.
fn symbols(contracts: &[Option<Contract>]) -> impl Iterator<Item = Sym> {
    contracts
        .iter()
        .flatten()
        .filter_map(|contract| contract.shape)
        .flat_map(|dims| dims.entries)
        .flat_map(symbols_of)
}

fn symbols_of(dim: &Dim) -> Vec<Sym> {
    match dim.ask {
        Ask::Any | Ask::Rest(None) => Vec::new(),
        Ask::Rest(Some(symbol)) | Ask::Symbol(symbol) | Ask::Multiple(symbol, _) => vec![symbol],
        Ask::Value(ops) => expression::symbols(ops).collect(),
    }
}

/// The origin of a symbol with a number of extents: an integer parameter, or the first shape that has it.
fn origin(name: &'static str, record: &'static Record, count: usize) -> Origin {
    let is_named = |parameter: &&Param| parameter.name == name && parameter.of.integer;
    if let Some(parameter) = record.parameters.iter().find(is_named) {
        return Origin { parameter: parameter.name, index: None, part: None };
    }
    let found = record.parameters.iter().find_map(|parameter| {
        Some(Origin { parameter: parameter.name, index: None, part: Some(part(name, parameter, count)?) })
    });
    found.unwrap_or(Origin { parameter: name, index: None, part: None })
}

/// The entry of a parameter's shape that binds a symbol.
fn part(name: &str, parameter: &Param, count: usize) -> Option<Part> {
    let dims = parameter.contract.shape?;
    let (at, is_rest) = dims.entries.iter().enumerate().find_map(|(at, dim)| match dim.ask {
        Ask::Symbol(symbol) | Ask::Multiple(symbol, _) if symbol.name == name => Some((at, false)),
        Ask::Rest(Some(rest)) if rest.name == name => Some((at, true)),
        _ => None,
    })?;
    // After any number of dimensions, an entry is counted from the end.
    let has_rest_before = dims.rest.is_some_and(|rest| rest < at);
    let first = if has_rest_before { at as isize - dims.entries.len() as isize } else { at as isize };
    let of = if parameter.of.tensor.is_some() { "shape" } else { "" };
    Some(Part { of, first, last: is_rest.then_some(at + count) })
}
