//! What the option `returns` declares of the tensors that a function returns.

use core::ffi::c_int;

use super::call::{Item, Subject, Value};
use super::diagnose::diagnose_returned;
use super::environment::{Environment, Origin, Part};
use super::expression::Expression;
use super::lexer::pieces;
use super::parameter_type::parameter_type;
use super::text::{Ask, read};
use crate::call::Args;
use crate::convert::Mismatch;
use crate::description::{
    Constants, Contract, Export, Parameter, Refusal, Returns, Texts, raise, result_message, with_description,
    with_instance_description,
};
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

/// Reads what `returns` declares: one contract, or one in parentheses for each element of a tuple.
pub(crate) fn read_returns<'c>(text: &'static str, constants: &mut Constants<'c>) -> Returns<'c> {
    let group = |text: &'static str| {
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
        (inner != "_").then(|| {
            let mut contract = Contract::default();
            read(inner, constants, &mut contract);
            contract
        })
    };
    Returns { is_tuple: text.starts_with(['(', '_']), groups: pieces(text, b',').map(group).collect() }
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
pub fn returned_mismatch(export: Export, tensors: &ReturnedTensors<'_>) -> Mismatch {
    with_description(export, |about| tensors.mismatch(&about.texts()))
}

/// Raises that a result is not what the function declares.
#[cold]
#[inline(never)]
pub fn raise_returned(export: Export, args: Args<'_>, mismatch: &Mismatch) -> c_int {
    let (kind, what) = (mismatch.kind().clone(), what(mismatch));
    raise(|| {
        with_instance_description(export, args, |about| Refusal::about(&about.texts(), kind, &what).raise())
    })
}

/// Ends a call from Rust whose result is not what the function declares.
///
/// # Panics
///
/// Always, with the message that a caller of the export gets.
#[cold]
#[inline(never)]
#[track_caller]
pub fn returned_violated(export: Export, mismatch: &Mismatch) -> ! {
    let message = with_description(export, |about| result_message(&about.texts(), &what(mismatch)));
    panic!("{message}")
}

/// What is wrong, as messages tell it after the name of the function.
fn what(mismatch: &Mismatch) -> String {
    format!(": returned {}: {}", mismatch.place(), mismatch.text())
}

impl ReturnedTensors<'_> {
    fn mismatch(&self, texts: &Texts<'_>) -> Mismatch {
        let groups = &texts.returns.groups;
        let parameters: Vec<_> = groups.iter().map(|group| self.parameter(*group)).collect();
        let subjects: Vec<_> =
            parameters.iter().zip(self.tensors).map(|(of, tensor)| subject(of, *tensor)).collect();
        let mut environment = self.environment(texts);
        let variables = self.variables(texts);
        match diagnose_returned(texts, &subjects, &mut environment, variables) {
            Some((index, mismatch)) if texts.returns.is_tuple => mismatch.at(&format!("tuple[{index}]")),
            Some((_, mismatch)) => mismatch.at("tensor"),
            None => Mismatch::value_error("it is not what `returns` declares").at("value"),
        }
    }

    /// A group in the form in which contracts are checked.
    fn parameter<'c>(&self, group: Option<Contract<'c>>) -> Parameter<'c> {
        let mut contract = group.unwrap_or_default();
        if self.on_host {
            contract.expect_on_host();
        }
        Parameter::unnamed(contract, parameter_type::<TensorView<'static>>())
    }

    /// The symbols of the call, with where their values come from.
    fn environment(&self, texts: &Texts<'_>) -> Environment {
        let mut environment = Environment::new();
        for (name, value) in symbols(&texts.returns.groups).into_iter().zip(self.symbols) {
            match value {
                SymbolValue::Number(number) => environment.bind_from(name, *number, origin(name, texts, 1)),
                SymbolValue::Extents(extents) => {
                    environment.bind_rest(name, extents, origin(name, texts, extents.len()));
                }
            }
        }
        environment
    }

    /// The dtypes of the variables of the dispatch, and the parameters that bound them.
    fn variables(&self, texts: &Texts<'_>) -> Vec<(&'static str, DType, Origin)> {
        let variables = texts.about.variables.iter().zip(self.dtypes);
        let of = |name: &str| {
            let parameter =
                texts.parameters.iter().find(|parameter| parameter.contract.variable == Some(name));
            parameter.map_or("", |parameter| parameter.name)
        };
        variables
            .map(|((name, _), dtype)| {
                (*name, *dtype, Origin { parameter: of(name), index: None, part: None })
            })
            .collect()
    }
}

fn subject<'a>(parameter: &'a Parameter<'a>, tensor: Option<TensorMetadata<'a>>) -> Subject<'a> {
    let item = tensor.map(|tensor| Item { index: None, tensor: Some(tensor.into()) });
    Subject { parameter, tensor: parameter.of.tensor, value: Value::Tensor(item) }
}

/// The symbols in the order of their first use.
fn symbols(contracts: &[Option<Contract<'_>>]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for contract in contracts {
        let Some(shape) = contract.and_then(|contract| contract.shape) else { continue };
        for entry in shape.iter() {
            match &entry.ask {
                Ask::Anything | Ask::Rest(None) => {}
                Ask::Rest(Some(name)) | Ask::Multiple { symbol: name, .. } => {
                    Expression::Symbol(name).symbols(&mut names);
                }
                Ask::Value(value) => value.symbols(&mut names),
            }
        }
    }
    names
}

/// The origin of a symbol with a number of extents: an integer parameter, or the first shape that has it.
fn origin(name: &'static str, texts: &Texts<'_>, count: usize) -> Origin {
    let is_named = |parameter: &&Parameter<'_>| parameter.name == name && parameter.of.integer;
    if let Some(parameter) = texts.parameters.iter().find(is_named) {
        return Origin { parameter: parameter.name, index: None, part: None };
    }
    let found = texts.parameters.iter().find_map(|parameter| {
        Some(Origin { parameter: parameter.name, index: None, part: Some(part(name, parameter, count)?) })
    });
    found.unwrap_or(Origin { parameter: name, index: None, part: None })
}

/// The entry of a parameter's shape that binds a symbol.
fn part(name: &str, parameter: &Parameter<'_>, count: usize) -> Option<Part> {
    let entries: Vec<_> = parameter.contract.shape?.iter().collect();
    let (at, is_rest) = entries.iter().enumerate().find_map(|(at, entry)| match &entry.ask {
        Ask::Value(Expression::Symbol(symbol)) | Ask::Multiple { symbol, .. } if *symbol == name => {
            Some((at, false))
        }
        Ask::Rest(Some(rest)) if *rest == name => Some((at, true)),
        _ => None,
    })?;
    // Behind any number of dimensions, an entry is counted from the end.
    let has_rest_before = entries.iter().take(at).any(|entry| matches!(entry.ask, Ask::Rest(_)));
    let first = if has_rest_before { at as isize - entries.len() as isize } else { at as isize };
    let of = if parameter.of.tensor.is_some() { "shape" } else { "" };
    Some(Part { of, first, last: is_rest.then_some(at + count) })
}
