//! The values of symbols in a call.

use std::collections::BTreeMap;

use crate::contracts::draw::Draw;
use crate::contracts::elements::Element;
use crate::contracts::expression::Expression;
use crate::contracts::model::{Contract, Entry};
use crate::contracts::solve::{Numbers, numbers, one_of, value};

/// The values of symbols and type variables.
#[derive(Debug, Clone)]
pub(super) struct Values {
    numbers: Numbers,
    rests: BTreeMap<String, Vec<i64>>,
    /// The types of `dispatch`.
    pub(super) elements: Vec<Element>,
    /// The number of the CUDA device.
    pub(super) cuda: i32,
}

impl Values {
    pub(super) fn number(&self, name: &str) -> Option<i128> {
        self.numbers.get(name).copied()
    }

    pub(super) fn bind(&mut self, name: &str, number: i64) {
        self.numbers.entry(name.to_owned()).or_insert(number.into());
    }

    pub(super) fn rest(&self, name: &str) -> &[i64] {
        self.rests.get(name).map_or(&[], Vec::as_slice)
    }

    pub(super) fn expression(&self, expression: &Expression) -> Option<i64> {
        value(&self.numbers, expression)
    }
}

pub(super) fn values(contract: &Contract, draw: &mut dyn Draw) -> Values {
    let numbers = numbers(contract, draw);
    let mut rests = BTreeMap::new();
    for entry in contract.tensors().filter_map(|(_, tensor)| tensor.shape.as_ref()).flatten() {
        let Entry::Rest(Some(name)) = entry else { continue };
        if !rests.contains_key(name) {
            let count = one_of(draw, &[1, 2, 0]);
            rests.insert(name.clone(), (0..count).map(|_| small(draw)).collect());
        }
    }
    let element = |types: &[Element], draw: &mut dyn Draw| types[draw.below(types.len() as u64) as usize];
    let elements = contract.variables.iter().map(|variable| element(&variable.types, draw)).collect();
    Values { numbers, rests, elements, cuda: i32::from(draw.chance(20)) }
}

/// An extent without an entry.
pub(super) fn small(draw: &mut dyn Draw) -> i64 {
    one_of(draw, &[2, 3, 1, 4, 2, 3, 1, 5, 7, 2, 3, 4, 2, 3, 1, 4, 2, 3, 1, 5, 7, 2, 3, 0])
}
