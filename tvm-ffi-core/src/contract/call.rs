//! The values of a call that is refused: those of its arguments, or of a call from Rust.

use core::fmt;

use super::raw_tensor::RawTensor;
use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::bigint;
use crate::call::Args;
use crate::convert::{Form, Mismatch, TensorType};
use crate::description::{Param, ParameterType, Violation};
use crate::tensor::TensorView;
use crate::tensor_metadata::TensorMetadata;

/// The value of a parameter.
pub enum Operand<'a> {
    /// A tensor or none, or those of a list.
    Tensors(Vec<Item<'a>>),
    /// An integer.
    Integer(Number),
    /// A sequence of integers that has a contract; `None` if it is not known.
    Integers(Option<Vec<Number>>),
    /// What no contract is about.
    Other,
}

/// One tensor of a parameter.
pub struct Item<'a> {
    /// Where it is in a list.
    pub(super) index: Option<usize>,
    /// `None` for a null pointer.
    pub(super) tensor: Option<RawTensor<'a>>,
}

/// The value of an integer, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Number {
    /// Its value.
    Known(i64),
    /// One that no extent can have, in decimal.
    Beyond(String),
    /// The argument was left out, and its default is an expression.
    LeftOut,
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(number) => number.fmt(f),
            Self::Beyond(number) => f.write_str(number),
            Self::LeftOut => f.write_str("a default"),
        }
    }
}

impl<'a> Operand<'a> {
    /// A tensor, or none.
    pub(super) fn one(tensor: Option<TensorMetadata<'a>>) -> Self {
        Self::Tensors(tensor.map(|tensor| Item::new(None, tensor)).into_iter().collect())
    }
}

impl<'a> Item<'a> {
    pub(super) fn new(index: Option<usize>, tensor: TensorMetadata<'a>) -> Self {
        Self { index, tensor: Some(tensor.into()) }
    }
}

impl Number {
    pub(super) fn from_decimal(text: String) -> Self {
        text.parse().map_or(Self::Beyond(text), Self::Known)
    }
}

/// `[2]`, for an element of a list.
pub(super) fn place(index: Option<usize>) -> String {
    index.map(|index| format!("[{index}]")).unwrap_or_default()
}

/// The argument for a parameter, if it was given.
pub(super) fn view(args: Args<'_>, index: usize) -> Option<AnyView<'_>> {
    args.arrived(i32::try_from(index).ok()?)
}

/// The elements of the lists of tensors, by parameter: copies, since lists may change.
pub(super) fn lists(parameters: &[Param], args: Args<'_>) -> Vec<Option<Vec<Any>>> {
    let list = |(index, parameter): (usize, &Param)| {
        parameter.of.tensor?;
        (parameter.of.items?)(view(args, index)?)
    };
    parameters.iter().enumerate().map(list).collect()
}

/// The values of the arguments, or the first argument that is of the wrong type.
pub(super) fn from_args<'a>(
    parameters: &[Param],
    args: Args<'a>,
    lists: &'a [Option<Vec<Any>>],
) -> Result<Vec<Operand<'a>>, Violation> {
    let value = |(index, (parameter, list)): (usize, (&Param, &'a Option<Vec<Any>>))| {
        let of = parameter.of;
        let value = match (view(args, index), of.tensor) {
            (None, _) => Ok(left_out(parameter)),
            (Some(view), Some(tensor)) => tensors(of, tensor, view, list.as_deref()),
            (Some(view), None) => match of.explain(view) {
                Some(mismatch) => Err(mismatch),
                None => Ok(numbers(parameter, view)),
            },
        };
        value.map_err(|mismatch| (index, mismatch))
    };
    parameters.iter().zip(lists).enumerate().map(value).collect()
}

/// The value of an argument that is not there. Of a tensor there can be none.
fn left_out(parameter: &Param) -> Operand<'static> {
    match parameter.default {
        _ if parameter.of.tensor.is_some() => Operand::Tensors(Vec::new()),
        _ if parameter.contract.shape.is_some() => Operand::Integers(None),
        Some(default) if parameter.of.integer => {
            Operand::Integer(default.integer().map_or(Number::LeftOut, Number::Known))
        }
        _ => Operand::Other,
    }
}

/// The value of an argument that is an integer, or a sequence of integers with a contract.
fn numbers(Param { of, contract, .. }: &Param, view: AnyView<'_>) -> Operand<'static> {
    let number = |view: AnyView<'_>| bigint::to_decimal(view).map(Number::from_decimal);
    if contract.shape.is_some() {
        let items = of.items.and_then(|items| items(view));
        return Operand::Integers(
            items.and_then(|items| items.iter().map(|item| number(item.as_view())).collect()),
        );
    }
    of.integer.then(|| number(view)).flatten().map_or(Operand::Other, Operand::Integer)
}

/// The tensors of an argument.
fn tensors<'a>(
    of: &ParameterType,
    TensorType { form, .. }: TensorType,
    view: AnyView<'a>,
    list: Option<&'a [Any]>,
) -> Result<Operand<'a>, Mismatch> {
    let items = match (form, list) {
        _ if form.is_optional() && view.is_none() => Vec::new(),
        (Form::One | Form::Optional, _) => vec![item(view, None).ok_or_else(|| of.mismatch(view))?],
        (Form::List | Form::OptionalList, None) => return Err(of.mismatch(view)),
        (Form::List | Form::OptionalList, Some(list)) => {
            let element = |(index, element): (usize, &'a Any)| {
                let wrong = || Mismatch::expected::<TensorView<'_>>(element.as_view());
                item(element.as_view(), Some(index)).ok_or_else(|| wrong().at(&place(Some(index))))
            };
            list.iter().enumerate().map(element).collect::<Result<_, _>>()?
        }
    };
    Ok(Operand::Tensors(items))
}

/// The tensor of a value, if it is one.
fn item(view: AnyView<'_>, index: Option<usize>) -> Option<Item<'_>> {
    let tensor = RawTensor::of_value(view);
    (tensor.is_some() || view.type_index() == TypeIndex::DL_TENSOR_PTR).then_some(Item { index, tensor })
}
