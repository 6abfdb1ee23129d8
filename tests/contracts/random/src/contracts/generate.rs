//! Random contracts.

mod entries;

use super::draw::{Draw, Seeded};
use super::elements::{ELEMENTS, Element};
use super::model::{
    Access, CPU, CUDA, Contract, DEVICES, Device, ElementType, Form, Inner, Kind, Layout, Named, Nested,
    Number, Out, Parameter, TensorParameter, Variable, View,
};
use crate::calls;
use crate::interpret::interpret;
use entries::Symbols;

/// The focus of a contract. Contracts cycle through them, so that a few contracts have every feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Theme {
    General,
    OneVariable,
    Strided,
    Lists,
    Cuda,
    Aliases,
    Integers,
    TwoVariables,
    Dynamic,
    Anything,
    Nested,
    NestedCuda,
}

const THEMES: [Theme; 12] = [
    Theme::General,
    Theme::OneVariable,
    Theme::Strided,
    Theme::Lists,
    Theme::Cuda,
    Theme::Aliases,
    Theme::Integers,
    Theme::TwoVariables,
    Theme::Dynamic,
    Theme::Anything,
    Theme::Nested,
    Theme::NestedCuda,
];

/// Integer types of parameters.
const INTEGERS: &[&str] = &["i64", "i32", "usize", "u8", "u64", "i8", "u32", "isize", "i16", "u16"];

/// The contracts of a seed.
pub fn contracts(seed: u64, count: u64) -> Vec<Contract> {
    (0..count).map(|index| contract(seed, index)).collect()
}

/// The contract of an index: the first of its random contracts that accepts some random calls.
fn contract(seed: u64, index: u64) -> Contract {
    let mut draw = Seeded::new(seed, index);
    loop {
        let contract = candidate(&mut draw, index);
        if accepts_some(&contract) {
            return contract;
        }
    }
}

/// Whether a contract accepts one of ten random calls. Many contradict themselves, or are hard to meet by chance.
fn accepts_some(contract: &Contract) -> bool {
    const CALLS: u64 = 60;
    let is_accepted = |number: &u64| {
        let call = calls::call(contract, &mut Seeded::new(0, *number));
        interpret(contract, &call.arguments).is_ok() && call.is_backed(contract)
    };
    (0..CALLS).filter(is_accepted).nth(CALLS as usize / 10 - 1).is_some()
}

fn candidate(draw: &mut Seeded, index: u64) -> Contract {
    let theme = THEMES[(index % THEMES.len() as u64) as usize];
    let variables = variables(draw, theme);
    let mut parameters = Vec::new();
    let tensors = tensor_count(draw, theme);
    for tensor in 0..tensors {
        others(draw, theme, &mut parameters);
        let name = ["x", "y", "z", "w"][tensor];
        let is_needed = tensors - tensor <= variables.len();
        let missing = is_needed.then(|| tensor + variables.len() - tensors);
        let kind = Kind::Tensor(Box::new(tensor_parameter(draw, theme, &variables, missing)));
        parameters.push(Parameter { name: name.to_owned(), kind });
    }
    others(draw, theme, &mut parameters);
    if let Some(Parameter { kind: Kind::Integer { optional: false, default, .. }, .. }) =
        parameters.last_mut()
    {
        *default = draw.chance(50).then(|| draw.pick(&[2, 4, 3, 1]));
    }
    if let Some(Parameter { kind: Kind::Nested { form, default, .. }, .. }) = parameters.last_mut() {
        *default = form.empty().is_some() && draw.chance(50);
    }
    let mut contract = Contract { name: format!("c{index}"), variables, parameters };
    Symbols::new(&contract).declare(draw, &mut contract, theme == Theme::Strided);
    alias(draw, &mut contract);
    name_types(draw, &mut contract);
    contract
}

fn variables(draw: &mut Seeded, theme: Theme) -> Vec<Variable> {
    let (names, most): (&[&str], u64) = match theme {
        Theme::OneVariable => (&["T"], 3),
        Theme::TwoVariables => (&["T", "U"], 2),
        _ => (&[], 0),
    };
    let list = |name: &&str| Variable { name: (*name).to_owned(), types: listed(draw, most) };
    names.iter().map(list).collect()
}

/// Some element types, at least one, all different.
fn listed(draw: &mut Seeded, most: u64) -> Vec<Element> {
    let mut types = Vec::new();
    for _ in 0..most - draw.below(most.min(2)) {
        let element = draw.pick(ELEMENTS);
        if !types.contains(&element) {
            types.push(element);
        }
    }
    types
}

fn tensor_count(draw: &mut Seeded, theme: Theme) -> usize {
    match theme {
        Theme::General | Theme::Integers | Theme::Dynamic => {
            draw.weighted(&[(30, 1), (40, 2), (25, 3), (5, 4)])
        }
        _ => draw.weighted(&[(60, 2), (35, 3), (5, 4)]),
    }
}

/// Other parameters before and after the tensors, often none.
fn others(draw: &mut Seeded, theme: Theme, parameters: &mut Vec<Parameter>) {
    let is_integral = theme == Theme::Integers;
    let index = parameters.len();
    if draw.chance(if is_integral { 60 } else { 15 }) {
        let rust = draw.pick(INTEGERS);
        let optional = draw.chance(15);
        let free: Vec<_> = ["n", "m", "k", "d"]
            .into_iter()
            .filter(|name| parameters.iter().all(|parameter| parameter.name != *name))
            .collect();
        // Entries cannot use a parameter in an `Option` as a symbol.
        let is_symbol = !optional && !free.is_empty() && draw.chance(80);
        let name = if is_symbol { draw.pick(&free).to_owned() } else { format!("i{index}") };
        parameters.push(Parameter { name, kind: Kind::Integer { rust, optional, default: None } });
    }
    if draw.chance(4) {
        parameters.push(Parameter { name: format!("f{index}"), kind: Kind::Float });
    }
    if draw.chance(if matches!(theme, Theme::Nested | Theme::NestedCuda) { 60 } else { 2 }) {
        parameters.push(Parameter { name: format!("nested{index}"), kind: nested(draw, theme) });
    }
    if draw.chance(if theme == Theme::Anything { 40 } else { 2 }) {
        let kind = draw.weighted(&[(75, &Kind::Anything), (25, &Kind::Owned)]).clone();
        parameters.push(Parameter { name: format!("any{index}"), kind });
    }
}

/// Views in a tuple, a map, and so on.
fn nested(draw: &mut Seeded, theme: Theme) -> Kind {
    let form = draw.pick(&[Nested::Pair, Nested::Rows, Nested::Options, Nested::Map, Nested::Union]);
    let of = if theme == Theme::NestedCuda {
        Inner::Cuda
    } else {
        draw.pick(&[Inner::Any, Inner::Cpu, Inner::Cuda])
    };
    Kind::Nested { form, of, default: false }
}

/// A tensor parameter without entries. It has the type parameter `needed`, if one is not used yet.
fn tensor_parameter(
    draw: &mut Seeded,
    theme: Theme,
    variables: &[Variable],
    needed: Option<usize>,
) -> TensorParameter {
    let untyped = match theme {
        _ if needed.is_some() => 0,
        Theme::Lists => 60,
        _ => 10,
    };
    if draw.chance(untyped) {
        return untyped_parameter(draw, theme);
    }
    let element = match needed {
        Some(index) => ElementType::Variable(index),
        None if !variables.is_empty() && draw.chance(50) => {
            ElementType::Variable(draw.below(variables.len() as u64) as usize)
        }
        None => ElementType::Of(draw.pick(ELEMENTS)),
    };
    let mut parameter = TensorParameter::new(typed_view(draw, theme, element));
    if draw.chance(20) {
        parameter.form = Form::Optional;
    }
    if draw.chance(15) {
        parameter.align = Some(align(draw));
    }
    if matches!(parameter.view, View::Typed { access: Access::Exclusive, .. }) {
        parameter.out = draw.weighted(&[(60, None), (30, Some(Out::Any)), (10, Some(Out::Zero))]);
    }
    parameter
}

fn typed_view(draw: &mut Seeded, theme: Theme, element: ElementType) -> View {
    let device: Device =
        if draw.chance(if matches!(theme, Theme::Cuda | Theme::NestedCuda) { 75 } else { 12 }) {
            CUDA
        } else {
            CPU
        };
    let rank = if draw.chance(if theme == Theme::Dynamic { 75 } else { 12 }) {
        None
    } else {
        Some(draw.weighted(&[(40, 2), (28, 1), (20, 3), (6, 4), (6, 0)]))
    };
    let cells = match (device, rank) {
        (CPU, Some(_)) if theme == Theme::Aliases => 80,
        (CPU, Some(_)) => 8,
        _ => 0,
    };
    let access = draw.weighted(&[(50, Access::Shared), (40, Access::Exclusive), (cells, Access::Cells)]);
    let is_strided = draw.chance(if theme == Theme::Strided { 75 } else { 25 });
    let layout = if is_strided { Layout::Strided } else { Layout::Contiguous };
    View::Typed { device, access, element, rank, layout }
}

fn untyped_parameter(draw: &mut Seeded, theme: Theme) -> TensorParameter {
    let mut parameter = TensorParameter::new(View::Untyped);
    let list = if theme == Theme::Lists { 70 } else { 25 };
    let list = if draw.chance(list) { Form::List } else { Form::One };
    parameter.form = if draw.chance(15) { Form::Optional } else { list };
    if draw.chance(50) {
        parameter.dtypes = listed(draw, 3);
    }
    if draw.chance(50) {
        parameter.devices = match draw.below(4) {
            0 => vec![CPU],
            1 => vec![CPU, CUDA],
            2 => vec![CUDA, DEVICES[3]],
            _ => vec![DEVICES[2], CPU],
        };
    }
    if draw.chance(20) {
        parameter.align = Some(align(draw));
    }
    parameter
}

fn align(draw: &mut Seeded) -> Number {
    if draw.chance(15) {
        return Number { constant: Some("HEADS * 4"), value: 16 };
    }
    Number::literal(draw.pick(&[16, 8, 32, 64]))
}

/// Adds `#[alias]` to some parameters that may have it.
fn alias(draw: &mut Seeded, contract: &mut Contract) {
    let places: Vec<_> = contract.tensors().map(|(index, tensor)| (index, device_access(tensor))).collect();
    for (position, (index, other)) in places.iter().enumerate() {
        for (earlier, one) in &places[..position] {
            let may_alias = match (one, other) {
                (Some((CPU, Access::Cells)), Some((CPU, Access::Cells))) => true,
                (Some((CUDA, one)), Some((CUDA, other))) => {
                    *one == Access::Exclusive || *other == Access::Exclusive
                }
                _ => false,
            };
            if may_alias && draw.chance(50) {
                let name = contract.parameters[*earlier].name.clone();
                if let Kind::Tensor(tensor) = &mut contract.parameters[*index].kind {
                    tensor.alias = Some(name);
                }
                break;
            }
        }
    }
}

/// Replaces some types by type aliases.
fn name_types(draw: &mut Seeded, contract: &mut Contract) {
    for parameter in &mut contract.parameters {
        let Kind::Tensor(tensor) = &mut parameter.kind else { continue };
        let all = if tensor.is_plain() { Named::All } else { Named::View };
        tensor.named = draw.weighted(&[(88, Named::Nothing), (6, Named::View), (6, all)]);
    }
}

fn device_access(tensor: &TensorParameter) -> Option<(Device, Access)> {
    match tensor.view {
        View::Typed { device, access, .. } => Some((device, access)),
        View::Untyped => None,
    }
}
