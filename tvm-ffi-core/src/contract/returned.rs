//! What the option `returns` declares of the tensors that a function returns.

use core::ffi::c_int;

use super::call::{Item, Subject, Value};
use super::diagnose::diagnose_returned;
use super::environment::{Environment, Origin, Part};
use super::expression;
use super::parameter_type::parameter_type;
use crate::call::Args;
use crate::convert::Mismatch;
use crate::description::{Ask, Contract, Dim, Param, Record, Refusal, Sym, raise, result_message};
use crate::device::DeviceType;
use crate::dtype::DType;
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

/// The value of a symbol in a call.
pub enum SymbolValue<'a> {
    /// A number; `None` for an integer parameter beyond 64 bits.
    Number(Option<i64>),
    /// The extents behind `s..`.
    Extents(&'a [i64]),
}

/// A copy of the extents behind `s..`, which outlives the arguments.
#[inline]
pub fn kept_extents(extents: Option<&[i64]>) -> Vec<i64> {
    extents.unwrap_or_default().to_vec()
}

/// The result of a call that violates what `returns` declares, and what the declaration refers to.
pub struct ReturnedTensors<'a> {
    /// The values of the symbols in the declaration, in the order of their first use there.
    pub symbols: &'a [SymbolValue<'a>],
    /// The dtypes of the variables of a dispatch.
    pub dtypes: &'a [DType],
    /// Whether the function was the one that `cpu` names.
    pub on_host: bool,
    /// The tensors by group; `None` for those that are absent or not described.
    pub tensors: &'a [Option<TensorMetadata<'a>>],
}

/// What is wrong with a result that is not what the function declares.
#[cold]
#[inline(never)]
pub fn returned_mismatch(record: &'static Record, tensors: &ReturnedTensors<'_>) -> Mismatch {
    tensors.mismatch(record)
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
    panic!("{}", result_message(record, &what(mismatch)))
}

/// What is wrong, as messages tell it after the name of the function.
fn what(mismatch: &Mismatch) -> String {
    format!(": returned {}: {}", mismatch.place(), mismatch.text())
}

impl ReturnedTensors<'_> {
    fn mismatch(&self, record: &'static Record) -> Mismatch {
        let groups = record.returns.groups;
        let parameters: Vec<_> = groups.iter().map(|group| self.parameter(*group)).collect();
        let subjects: Vec<_> =
            parameters.iter().zip(self.tensors).map(|(of, tensor)| subject(of, *tensor)).collect();
        let mut environment = self.environment(record);
        let variables = self.variables(record);
        match diagnose_returned(record, &subjects, &mut environment, variables) {
            Some((index, mismatch)) if record.returns.is_tuple => mismatch.at(&format!("tuple[{index}]")),
            Some((_, mismatch)) => mismatch.at("tensor"),
            None => Mismatch::value_error("it is not what `returns` declares").at("value"),
        }
    }

    /// A group in the form in which contracts are checked.
    fn parameter(&self, group: Option<Contract>) -> Param {
        let mut contract = group.unwrap_or(Contract::FREE);
        if self.on_host && contract.devices.contains(&DeviceType::CUDA) {
            contract.devices = &[DeviceType::CPU];
        }
        Param { contract, ..Param::new(parameter_type::<TensorView<'static>>()) }
    }

    /// The symbols of the call, with where their values come from.
    fn environment(&self, record: &'static Record) -> Environment {
        let mut environment = Environment::new();
        for (name, value) in symbols(record.returns.groups).into_iter().zip(self.symbols) {
            match value {
                SymbolValue::Number(number) => environment.bind_from(name, *number, origin(name, record, 1)),
                SymbolValue::Extents(extents) => {
                    environment.bind_rest(name, extents, origin(name, record, extents.len()));
                }
            }
        }
        environment
    }

    /// The dtypes of the variables of the dispatch, and the parameters that bound them.
    fn variables(&self, record: &'static Record) -> Vec<(&'static str, DType, Origin)> {
        let variables = record.variables.iter().zip(self.dtypes);
        let of = |name: &str| {
            let parameter =
                record.parameters.iter().find(|parameter| parameter.contract.variable == Some(name));
            parameter.map_or("", |parameter| parameter.name)
        };
        variables
            .map(|((name, _), dtype)| {
                (*name, *dtype, Origin { parameter: of(name), index: None, part: None })
            })
            .collect()
    }
}

fn subject<'a>(parameter: &'a Param, tensor: Option<TensorMetadata<'a>>) -> Subject<'a> {
    let item = tensor.map(|tensor| Item { index: None, tensor: Some(tensor.into()) });
    Subject { parameter, tensor: parameter.of.tensor, value: Value::Tensor(item) }
}

/// The symbols in the order of their first use.
fn symbols(contracts: &[Option<Contract>]) -> Vec<&'static str> {
    let shapes = contracts.iter().flatten().filter_map(|contract| contract.shape);
    let mut names = Vec::new();
    for symbol in shapes.flatten().flat_map(symbols_of) {
        if !names.contains(&symbol.name) {
            names.push(symbol.name);
        }
    }
    names
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
    let (at, is_rest) = dims.iter().enumerate().find_map(|(at, dim)| match dim.ask {
        Ask::Symbol(symbol) | Ask::Multiple(symbol, _) if symbol.name == name => Some((at, false)),
        Ask::Rest(Some(rest)) if rest.name == name => Some((at, true)),
        _ => None,
    })?;
    // Behind any number of dimensions, an entry is counted from the end.
    let has_rest_before = dims.iter().take(at).any(|dim| matches!(dim.ask, Ask::Rest(_)));
    let first = if has_rest_before { at as isize - dims.len() as isize } else { at as isize };
    let of = if parameter.of.tensor.is_some() { "shape" } else { "" };
    Some(Part { of, first, last: is_rest.then_some(at + count) })
}
