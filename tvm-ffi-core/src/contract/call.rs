//! A call as the interpreter sees it: its arguments, or the values of a call from Rust.

use core::fmt;

use super::Operand;
use super::raw_tensor::RawTensor;
use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::bigint;
use crate::call::Args;
use crate::convert::{Form, Mismatch, TensorType};
use crate::description::{Param, ParameterType, Violation};
use crate::tensor::TensorView;

/// A parameter, and its value in a call.
pub(super) struct Subject<'a> {
    pub(super) parameter: &'a Param,
    /// What its type asks, if it takes tensors.
    pub(super) tensor: Option<TensorType>,
    pub(super) value: Value<'a>,
}

/// The value of a parameter.
pub(super) enum Value<'a> {
    Tensor(Option<Item<'a>>),
    Tensors(Vec<Item<'a>>),
    Integer(Number),
    /// A sequence of integers that has a contract; `None` if it is not known.
    Integers(Option<Vec<Number>>),
    /// What no symbol and no phase but the last is about.
    Other,
}

impl<'a> Value<'a> {
    /// The tensors.
    pub(super) fn items(&self) -> &[Item<'a>] {
        match self {
            Self::Tensor(item) => item.as_slice(),
            Self::Tensors(items) => items,
            Self::Integer(_) | Self::Integers(_) | Self::Other => &[],
        }
    }
}

/// The value of an integer, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Number {
    Known(i64),
    /// One that no extent can have, in decimal.
    Beyond(String),
    /// The argument was left out, and its default is an expression.
    LeftOut,
}

/// One tensor of a parameter.
pub(super) struct Item<'a> {
    /// Where it is in a list.
    pub(super) index: Option<usize>,
    /// `None` for a null pointer.
    pub(super) tensor: Option<RawTensor<'a>>,
}

impl Item<'_> {
    /// `[2]`, for an element of a list.
    pub(super) fn place(&self) -> String {
        self.index.map(|index| format!("[{index}]")).unwrap_or_default()
    }
}

/// The elements of lists, by parameter, which the subjects of a call refer to: copies, since lists may change.
pub(super) struct Lists(Vec<(usize, Vec<Any>)>);

impl Lists {
    pub(super) fn of(parameters: &[Param], args: Args<'_>) -> Self {
        let list = |(index, parameter): (usize, &Param)| {
            parameter.of.tensor?;
            Some((index, (parameter.of.items?)(view(args, index)?)?))
        };
        Self(parameters.iter().enumerate().filter_map(list).collect())
    }

    fn get(&self, index: usize) -> Option<&[Any]> {
        self.0.iter().find(|(of, _)| *of == index).map(|(_, items)| items.as_slice())
    }
}

/// The argument for a parameter, if it was given.
pub(super) fn view(args: Args<'_>, index: usize) -> Option<AnyView<'_>> {
    args.arrived(i32::try_from(index).ok()?)
}

/// The subjects of a call, or the first argument that is of the wrong type.
pub(super) fn from_args<'a>(
    parameters: &'a [Param],
    args: Args<'a>,
    lists: &'a Lists,
) -> Result<Vec<Subject<'a>>, Violation> {
    let mut subjects = Vec::with_capacity(parameters.len());
    for (index, parameter) in parameters.iter().enumerate() {
        let (of, tensor) = (parameter.of, parameter.of.tensor);
        let value = match (view(args, index), tensor) {
            (None, _) => Ok(left_out(parameter)),
            (Some(view), None) if parameter.contract.shape.is_some() => integers(of, view),
            (Some(view), None) => other(of, view),
            (Some(view), Some(tensor)) => tensors(of, tensor, view, lists.get(index)),
        };
        let value = value.map_err(|mismatch| (index, mismatch))?;
        subjects.push(Subject { parameter, tensor, value });
    }
    Ok(subjects)
}

/// The subjects of a call from Rust.
pub(super) fn from_operands<'a>(parameters: &'a [Param], operands: &'a [Operand<'_>]) -> Vec<Subject<'a>> {
    let mut operands = operands.iter();
    let subject = |parameter: &'a Param| Subject {
        parameter,
        tensor: parameter.of.tensor,
        value: operands.next().map_or(Value::Other, Operand::value),
    };
    parameters.iter().map(subject).collect()
}

impl Operand<'_> {
    fn value(&self) -> Value<'_> {
        match self {
            Self::One(tensor) => {
                Value::Tensor(tensor.map(|tensor| Item { index: None, tensor: Some(tensor.into()) }))
            }
            Self::List(tensors) => {
                let items = tensors.iter().enumerate();
                let item =
                    |(index, tensor)| Item { index: Some(index), tensor: Some(RawTensor::from(tensor)) };
                Value::Tensors(items.map(|(index, tensor)| item((index, *tensor))).collect())
            }
            Self::Integer(negative, magnitude) => {
                let sign = if *negative { "-" } else { "" };
                Value::Integer(Number::from_decimal(format!("{sign}{magnitude}")))
            }
            Self::Integers(integers) => {
                let known = |integers: &Vec<i64>| integers.iter().copied().map(Number::Known).collect();
                Value::Integers(integers.as_ref().map(known))
            }
            Self::Other => Value::Other,
        }
    }
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

impl Number {
    fn from_decimal(text: String) -> Self {
        text.parse().map_or(Self::Beyond(text), Self::Known)
    }
}

/// The value of an argument that is not there. Of a tensor there can be none.
fn left_out(parameter: &Param) -> Value<'static> {
    match parameter.default {
        _ if parameter.of.tensor.is_some() => Value::Tensor(None),
        _ if parameter.contract.shape.is_some() => Value::Integers(None),
        Some(default) if parameter.of.integer => {
            Value::Integer(default.integer().map_or(Number::LeftOut, Number::Known))
        }
        _ => Value::Other,
    }
}

/// The value of an argument other than a tensor.
fn other(of: &ParameterType, view: AnyView<'_>) -> Result<Value<'static>, Mismatch> {
    if let Some(mismatch) = of.explain(view) {
        return Err(mismatch);
    }
    let number = of.integer.then(|| bigint::to_decimal(view)).flatten();
    Ok(number.map_or(Value::Other, |number| Value::Integer(Number::from_decimal(number))))
}

/// The value of an argument that is a sequence of integers.
fn integers(of: &ParameterType, view: AnyView<'_>) -> Result<Value<'static>, Mismatch> {
    if let Some(mismatch) = of.explain(view) {
        return Err(mismatch);
    }
    let number = |item: &Any| bigint::to_decimal(item.as_view()).map(Number::from_decimal);
    let numbers = of.items.and_then(|items| items(view)?.iter().map(number).collect());
    Ok(Value::Integers(numbers))
}

/// The tensors of an argument.
fn tensors<'a>(
    of: &ParameterType,
    tensor: TensorType,
    view: AnyView<'a>,
    list: Option<&'a [Any]>,
) -> Result<Value<'a>, Mismatch> {
    match (tensor.form, list) {
        (form, _) if form.is_optional() && view.is_none() => Ok(Value::Tensor(None)),
        (Form::One | Form::Optional, _) => match one(view) {
            Some(item) => Ok(Value::Tensor(Some(item))),
            None => Err(of.mismatch(view)),
        },
        (Form::List | Form::OptionalList, None) => Err(of.mismatch(view)),
        (Form::List | Form::OptionalList, Some(list)) => {
            let item = |(index, element): (usize, &'a Any)| {
                let item = one(element.as_view()).map(|item| Item { index: Some(index), ..item });
                let wrong = || Mismatch::expected::<TensorView<'_>>(element.as_view());
                item.ok_or_else(|| wrong().at(&format!("[{index}]")))
            };
            list.iter().enumerate().map(item).collect::<Result<_, _>>().map(Value::Tensors)
        }
    }
}

/// The tensor of a value, if it is one.
fn one(view: AnyView<'_>) -> Option<Item<'_>> {
    let tensor = RawTensor::of_value(view);
    if tensor.is_none() && view.type_index() != TypeIndex::DL_TENSOR_PTR {
        return None;
    }
    Some(Item { index: None, tensor })
}
