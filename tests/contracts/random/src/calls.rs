//! Random calls: arguments that a contract accepts, or with something wrong.

mod memory;
mod mistakes;
mod solve;
mod tensors;

use crate::arguments::{Argument, Container, Passing, Tensor};
use crate::contracts::draw::Draw;
use crate::contracts::model::{CPU, CUDA, Contract, Form, Inner, Kind, Nested, Parameter};

pub use memory::Memory;

/// The arguments of a call, and their memory.
#[derive(Debug)]
pub struct Call {
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// The memory of their tensors.
    pub memory: Memory,
}

/// An argument whose tensors have no addresses yet.
#[derive(Debug, Clone)]
enum Slot {
    Plain(Argument),
    /// The tensor of this index.
    Tensor(usize),
    List(Container, Vec<Slot>),
    Map(Vec<Slot>),
}

/// A tensor without an address.
#[derive(Debug, Clone)]
struct Plan {
    tensor: Tensor,
    place: Place,
    /// The offset in bytes from an address with the largest alignment.
    shift: u64,
    /// Whether its parameter has no contract, so that its fields are always valid.
    is_plain: bool,
}

/// The position of the first element of a tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Null,
    /// In separate memory.
    Own,
    /// So many bytes after the position in which its lowest element directly follows the highest of another tensor.
    Behind {
        other: usize,
        bytes: i64,
    },
    /// So many bytes after the first element of another tensor.
    Inside {
        other: usize,
        bytes: i64,
    },
}

/// A call that is being built.
#[derive(Debug, Clone, Default)]
struct Draft {
    slots: Vec<Slot>,
    plans: Vec<Plan>,
}

/// A call of a function with this contract. The contract accepts about half of them.
pub fn call(contract: &Contract, draw: &mut dyn Draw) -> Call {
    let mut values = solve::values(contract, draw);
    let mut draft = Draft::default();
    for parameter in &contract.parameters {
        let slot = match &parameter.kind {
            Kind::Integer { default: Some(_), .. } if draw.chance(40) => Slot::Plain(Argument::Absent),
            Kind::Integer { rust, optional, .. } => integer(draw, &values, &parameter.name, rust, *optional),
            Kind::Float => {
                Slot::Plain(if draw.chance(20) { Argument::Integer(3) } else { Argument::Float(0.5) })
            }
            Kind::Anything => anything(draw, &mut draft.plans, 0),
            Kind::Owned => {
                let slot = plain_tensor(draw, &mut draft.plans);
                let plan = draft.plans.last_mut().expect("a tensor");
                plan.tensor.passing = if draw.chance(20) { Passing::Moved } else { Passing::Object };
                slot
            }
            Kind::Nested { default: true, .. } if draw.chance(40) => Slot::Plain(Argument::Absent),
            Kind::Nested { form, of, .. } => nested(draw, &values, &mut draft.plans, *form, *of),
            Kind::Tensor(tensor) => {
                let mut add = |draw: &mut dyn Draw, plans: &mut Vec<Plan>| {
                    plans.push(tensors::tensor(draw, tensor, &mut values));
                    Slot::Tensor(plans.len() - 1)
                };
                match tensor.form {
                    Form::Optional if draw.chance(30) => Slot::Plain(Argument::None),
                    Form::One | Form::Optional => add(draw, &mut draft.plans),
                    Form::List => {
                        let count = [1, 2, 0, 3][draw.below(4) as usize];
                        let elements = (0..count).map(|_| add(draw, &mut draft.plans)).collect();
                        Slot::List(container(draw), elements)
                    }
                }
            }
        };
        draft.slots.push(slot);
    }
    for _ in 0..[0, 0, 0, 0, 1, 1, 1, 1, 1, 2][draw.below(10) as usize] {
        mistakes::add_mistake(draw, contract, &mut draft);
    }
    draft.only_objects_in_lists();
    memory::settle(draft)
}

fn integer(draw: &mut dyn Draw, values: &solve::Values, name: &str, rust: &str, optional: bool) -> Slot {
    if optional && draw.chance(30) {
        return Slot::Plain(Argument::None);
    }
    let number = values.number(name).unwrap_or_else(|| i128::from(draw.below(5)));
    let is_truth = (0..2).contains(&number) && draw.chance(10);
    // Integers are small, except for a few at the limits of the type.
    let number = if draw.chance(1) && rust != "i8" { i128::from(u8::MAX) } else { number };
    Slot::Plain(if is_truth { Argument::Bool(number == 1) } else { Argument::Integer(number) })
}

fn container(draw: &mut dyn Draw) -> Container {
    if draw.chance(20) { Container::List } else { Container::Array }
}

/// A tensor for a parameter without a contract.
fn plain_tensor(draw: &mut dyn Draw, plans: &mut Vec<Plan>) -> Slot {
    plans.push(Plan { is_plain: true, ..tensors::any_tensor(draw) });
    Slot::Tensor(plans.len() - 1)
}

/// Views in a tuple, a map, and so on.
fn nested(
    draw: &mut dyn Draw,
    values: &solve::Values,
    plans: &mut Vec<Plan>,
    form: Nested,
    of: Inner,
) -> Slot {
    let mut view = |draw: &mut dyn Draw| {
        let plan = match of {
            Inner::Any => tensors::any_tensor(draw),
            Inner::Cpu => tensors::vector(draw, CPU, 0),
            Inner::Cuda => tensors::vector(draw, CUDA, values.cuda),
        };
        plans.push(Plan { is_plain: true, ..plan });
        Slot::Tensor(plans.len() - 1)
    };
    match form {
        Nested::Pair => Slot::List(container(draw), vec![view(draw), view(draw)]),
        Nested::Rows => {
            let rows = (0..draw.below(3))
                .map(|_| {
                    let row = (0..draw.below(3)).map(|_| view(draw)).collect();
                    Slot::List(container(draw), row)
                })
                .collect();
            Slot::List(container(draw), rows)
        }
        Nested::Options => {
            let option = |_| if draw.chance(40) { Slot::Plain(Argument::None) } else { view(draw) };
            let options = (0..3).map(option).collect();
            Slot::List(container(draw), options)
        }
        Nested::Map => Slot::Map((0..draw.below(4)).map(|_| view(draw)).collect()),
        Nested::Union => match draw.below(5) {
            0 => Slot::Plain(Argument::Integer(7)),
            1 | 2 => view(draw),
            _ => Slot::List(container(draw), vec![view(draw), view(draw)]),
        },
    }
}

/// An argument for a parameter that takes any value.
fn anything(draw: &mut dyn Draw, plans: &mut Vec<Plan>, depth: u32) -> Slot {
    match draw.below(if depth < 2 { 10 } else { 7 }) {
        0 => Slot::Plain(Argument::None),
        1 => Slot::Plain(Argument::Integer(7)),
        2 => Slot::Plain(Argument::Text),
        3..7 => {
            plans.push(tensors::any_tensor(draw));
            Slot::Tensor(plans.len() - 1)
        }
        _ => {
            let count = draw.below(4);
            let elements = (0..count).map(|_| anything(draw, plans, depth + 1)).collect();
            Slot::List(container(draw), elements)
        }
    }
}

impl Draft {
    /// Containers own their elements, so only objects can be elements.
    fn only_objects_in_lists(&mut self) {
        let mut pending: Vec<&Slot> =
            self.slots.iter().filter(|slot| matches!(slot, Slot::List(..) | Slot::Map(_))).collect();
        while let Some(slot) = pending.pop() {
            match slot {
                Slot::Tensor(index) => self.plans[*index].tensor.passing = Passing::Object,
                Slot::List(_, elements) | Slot::Map(elements) => pending.extend(elements),
                Slot::Plain(_) => {}
            }
        }
    }
}

impl Call {
    /// Whether all tensors that a function with this contract reads are allocated.
    pub fn is_backed(&self, contract: &Contract) -> bool {
        let is_read = |parameter: &Parameter| match &parameter.kind {
            Kind::Tensor(tensor) => tensor.is_host_view(),
            kind => matches!(kind, Kind::Nested { of: Inner::Cpu, .. }),
        };
        let arguments = contract.parameters.iter().zip(&self.arguments);
        let mut read: Vec<_> =
            arguments.filter(|(parameter, _)| is_read(parameter)).map(|(_, argument)| argument).collect();
        while let Some(argument) = read.pop() {
            match argument {
                Argument::Tensor(tensor) if !self.memory.has(tensor) => return false,
                Argument::List(_, elements) | Argument::Map(elements) => read.extend(elements),
                _ => {}
            }
        }
        true
    }
}
