//! A call as the interpreter sees it: its arguments, or the values of a call from Rust.

use super::Operand;
use super::arrived::Arrived;
use super::text::Contract;
use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::bigint;
use crate::container::items::{Shapes, copied_items};
use crate::convert::{Form, Mismatch, TensorType};
use crate::export::{Args, Description, ParameterType};

/// What is wrong with a call: with which argument, and what.
pub(crate) type Violation = (usize, Mismatch);

/// A parameter, and its value in a call.
pub(super) struct Subject<'a> {
    pub(super) name: &'static str,
    pub(super) of: &'static ParameterType,
    /// What its type asks, if it takes tensors.
    pub(super) tensor: Option<TensorType>,
    pub(super) contract: Contract,
    pub(super) value: Value<'a>,
}

/// The value of a parameter.
pub(super) enum Value<'a> {
    Tensors(Vec<Item<'a>>),
    Integer(Number),
    /// What no symbol and no phase but the last is about.
    Other,
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
    pub(super) tensor: Option<Arrived<'a>>,
}

impl Item<'_> {
    /// `[2]`, for an element of a list.
    pub(super) fn place(&self) -> String {
        self.index.map(|index| format!("[{index}]")).unwrap_or_default()
    }
}

/// The elements of lists, which the subjects of a call refer to: copies, since lists may change.
pub(super) struct Lists(Vec<Option<Vec<Any>>>);

impl Lists {
    pub(super) fn of(about: &Description<'_>, args: Args<'_>) -> Self {
        let list = |(index, of): (i32, &&'static ParameterType)| {
            of.tensor().filter(|tensor| tensor.form == Form::List)?;
            copied_items(args.view(index)?, Shapes::Refused)
        };
        Self((0..).zip(about.parameters).map(list).collect())
    }
}

/// The subjects of a call, or the first argument that is of the wrong type.
pub(super) fn from_args<'a>(
    about: &Description<'_>,
    args: Args<'a>,
    lists: &'a Lists,
) -> Result<Vec<Subject<'a>>, Violation> {
    let mut contracts = Contract::all(about).into_iter();
    let mut subjects = Vec::new();
    for (index, parameter) in about.parameters().into_iter().enumerate() {
        let tensor = parameter.of.tensor();
        let view = i32::try_from(index).ok().and_then(|index| args.view(index));
        let value = match (view, tensor) {
            (None, _) => left_out(parameter.of, parameter.default),
            (Some(view), None) => other(parameter.of, view).map_err(|mismatch| (index, mismatch))?,
            (Some(view), Some(tensor)) => {
                let list = lists.0.get(index).and_then(Option::as_deref);
                tensors(parameter.of, tensor, view, list).map_err(|mismatch| (index, mismatch))?
            }
        };
        let contract = contracts.next().unwrap_or_default();
        subjects.push(Subject { name: parameter.name, of: parameter.of, tensor, contract, value });
    }
    Ok(subjects)
}

/// The subjects of a call from Rust.
pub(super) fn from_operands<'a>(about: &Description<'_>, operands: &'a [Operand<'_>]) -> Vec<Subject<'a>> {
    let mut operands = operands.iter();
    let parameters = about.parameters().into_iter().zip(Contract::all(about));
    let subject = |(parameter, contract): (crate::export::Parameter, Contract)| Subject {
        name: parameter.name,
        of: parameter.of,
        tensor: parameter.of.tensor(),
        contract,
        value: operands.next().map_or(Value::Other, Operand::value),
    };
    parameters.map(subject).collect()
}

impl Operand<'_> {
    fn value(&self) -> Value<'_> {
        match self {
            Self::One(tensor) => Value::Tensors(
                tensor.iter().map(|tensor| Item { index: None, tensor: Some((*tensor).into()) }).collect(),
            ),
            Self::List(tensors) => {
                let items = tensors.iter().enumerate();
                Value::Tensors(
                    items
                        .map(|(index, tensor)| Item { index: Some(index), tensor: Some((*tensor).into()) })
                        .collect(),
                )
            }
            Self::Integer(negative, magnitude) => {
                let sign = if *negative { "-" } else { "" };
                Value::Integer(Number::from_decimal(format!("{sign}{magnitude}")))
            }
            Self::Other => Value::Other,
        }
    }
}

impl Number {
    fn from_decimal(text: String) -> Self {
        text.parse().map_or(Self::Beyond(text), Self::Known)
    }
}

/// The value of an argument that is not there. Of a tensor there can be none.
fn left_out(of: &ParameterType, default: Option<&'static str>) -> Value<'static> {
    match default {
        _ if of.tensor().is_some() => Value::Tensors(Vec::new()),
        Some(default) if of.is_integer() => {
            Value::Integer(default.replace('_', "").parse().map_or(Number::LeftOut, Number::Known))
        }
        _ => Value::Other,
    }
}

/// The value of an argument that is no tensor.
fn other(of: &ParameterType, view: AnyView<'_>) -> Result<Value<'static>, Mismatch> {
    if let Some(mismatch) = of.explain(view) {
        return Err(mismatch);
    }
    match bigint::to_decimal(view) {
        Some(number) if of.is_integer() => Ok(Value::Integer(Number::from_decimal(number))),
        _ => Ok(Value::Other),
    }
}

/// The tensors of an argument.
fn tensors<'a>(
    of: &ParameterType,
    tensor: TensorType,
    view: AnyView<'a>,
    list: Option<&'a [Any]>,
) -> Result<Value<'a>, Mismatch> {
    let items = match (tensor.form, list) {
        (Form::Optional, _) if view.is_none() => Vec::new(),
        (Form::One | Form::Optional, _) => vec![one(view).ok_or_else(|| of.mismatch(view))?],
        (Form::List, None) => return Err(of.mismatch(view)),
        (Form::List, Some(list)) => {
            let item = |(index, element): (usize, &'a Any)| {
                let item = one(element.as_view()).map(|item| Item { index: Some(index), ..item });
                let wrong = || Mismatch::expected::<crate::tensor::TensorView<'_>>(element.as_view());
                item.ok_or_else(|| wrong().at(&format!("[{index}]")))
            };
            list.iter().enumerate().map(item).collect::<Result<_, _>>()?
        }
    };
    Ok(Value::Tensors(items))
}

/// The tensor of a value, if it is one.
fn one(view: AnyView<'_>) -> Option<Item<'_>> {
    let tensor = Arrived::of_value(view);
    if tensor.is_none() && view.type_index() != TypeIndex::DL_TENSOR_PTR {
        return None;
    }
    Some(Item { index: None, tensor })
}
