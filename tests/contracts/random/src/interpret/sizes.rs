//! Extents: invalid ones, and those that the contract declares.

use std::ops::Range;

use super::symbols::Bindings;
use super::{Item, Phase, Refusal, list};
use crate::contracts::model::Entry;

pub(super) fn check(items: &[Item<'_>], bindings: &mut Bindings) -> Result<(), Refusal> {
    for item in items {
        if let Some(text) = item.tensor().defect() {
            return Err(item.refuse(Phase::Shape, "ValueError", text));
        }
        if let Some(entries) = &item.parameter.shape {
            check_entries(item, entries, bindings)?;
        }
    }
    Ok(())
}

fn check_entries(item: &Item<'_>, entries: &[Entry], bindings: &mut Bindings) -> Result<(), Refusal> {
    let shape = item.tensor().extents();
    let refuse = |text| Err(item.refuse(Phase::Shape, "ValueError", text));
    for (entry, dimensions) in align(entries, shape.len()) {
        let Entry::Rest(name) = entry else {
            let index = dimensions.start;
            let from = format!("`{}`.shape[{index}]", item.name);
            if let Some(expected) = bindings.check(entry, shape[index], from) {
                return refuse(format!("shape[{index}] is {}, expected {expected}", shape[index]));
            }
            continue;
        };
        let Some(name) = name else { continue };
        let place = format!("shape[{}..{}]", dimensions.start, dimensions.end);
        let actual = &shape[dimensions];
        if let Some(expected) = bindings.judge_rest(name, actual, format!("`{}`.{place}", item.name)) {
            return refuse(format!("{place} is {}, expected {expected}", list(actual)));
        }
    }
    Ok(())
}

/// Each entry with its dimensions: one, or any number for a rest.
pub(crate) fn align(entries: &[Entry], ndim: usize) -> impl Iterator<Item = (&Entry, Range<usize>)> {
    let mut next = 0;
    entries.iter().map(move |entry| {
        let width = if matches!(entry, Entry::Rest(_)) { ndim + 1 - entries.len() } else { 1 };
        let dimensions = next..next + width;
        next += width;
        (entry, dimensions)
    })
}
