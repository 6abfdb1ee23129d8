//! The tensors that a value leads to.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::container::items::{Shapes, array_items, copied_entries, copied_items};
use crate::convert::through_rvalue;
use crate::tensor::TensorView;

/// How many containers inside each other are walked on the stack. Deeper ones wait until the stack is free.
const DEPTH: usize = 32;

/// A step from a container to what is in it.
#[derive(Clone)]
pub(in crate::contract) enum Step {
    Index(usize),
    Key(Any),
}

/// `[2]["key"]`.
pub(in crate::contract) fn place(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        // Writing to a string cannot fail.
        let _ = match step {
            Step::Index(index) => write!(text, "[{index}]"),
            Step::Key(key) => write!(text, "[{key:?}]"),
        };
    }
    text
}

/// What is shown each tensor, and the path to it; it says whether to go on.
type See<'s> = &'s mut dyn FnMut(TensorView<'_>, &[Step]) -> bool;

/// Shows every tensor that a value leads to, through containers of any depth, and says whether all have been seen. Of a tensor whose
/// numbers are impossible nobody will reach the memory, and it is not shown.
pub(in crate::contract) fn each_tensor_in(view: AnyView<'_>, see: See<'_>) -> bool {
    let mut walk = Walk {
        see,
        path: Vec::new(),
        base: 0,
        seen: BTreeSet::new(),
        waiting: Vec::new(),
        copies: Vec::new(),
    };
    if !walk.value(view) {
        return false;
    }
    while let Some((container, path)) = walk.waiting.pop() {
        walk.path = path;
        walk.base = walk.path.len();
        if !walk.value(container.as_view()) {
            return false;
        }
        walk.copies.push(vec![container]);
    }
    true
}

struct Walk<'s> {
    see: See<'s>,
    path: Vec<Step>,
    /// How much of the path is not on the stack.
    base: usize,
    /// The containers that have been walked, by address: lists and dicts may contain themselves.
    seen: BTreeSet<usize>,
    waiting: Vec<(Any, Vec<Step>)>,
    /// What was copied out of lists and dicts, kept until the end so that no address is used again.
    copies: Vec<Vec<Any>>,
}

impl Walk<'_> {
    fn value(&mut self, view: AnyView<'_>) -> bool {
        match view.type_index() {
            TypeIndex::TENSOR | TypeIndex::DL_TENSOR_PTR => {
                TensorView::of_value(view).is_none_or(|tensor| (self.see)(tensor, &self.path))
            }
            TypeIndex::ARRAY | TypeIndex::LIST | TypeIndex::MAP | TypeIndex::DICT => self.container(view),
            // None for anything but an rvalue reference that still refers to an object.
            _ => through_rvalue(view, |inner| Some(self.value(inner))).unwrap_or(true),
        }
    }

    fn container(&mut self, view: AnyView<'_>) -> bool {
        if !self.seen.insert(view.as_raw().payload.ptr().addr()) {
            return true;
        }
        if let Some(items) = array_items(view) {
            return self.items(items);
        }
        if let Some(items) =
            (view.type_index() == TypeIndex::LIST).then(|| copied_items(view, Shapes::Refused)).flatten()
        {
            let go_on = self.items(&items);
            self.copies.push(items);
            return go_on;
        }
        let entries = copied_entries(view).unwrap_or_default();
        let go_on = entries.iter().all(|(key, value)| {
            let step = Step::Key(key.clone());
            self.step(step.clone(), key) && self.step(step, value)
        });
        self.copies.extend(entries.into_iter().map(|(key, value)| vec![key, value]));
        go_on
    }

    fn items(&mut self, items: &[Any]) -> bool {
        items.iter().enumerate().all(|(index, item)| self.step(Step::Index(index), item))
    }

    fn step(&mut self, step: Step, to: &Any) -> bool {
        self.path.push(step);
        let is_container =
            matches!(to.type_index(), TypeIndex::ARRAY | TypeIndex::LIST | TypeIndex::MAP | TypeIndex::DICT);
        let go_on = if is_container && self.path.len() - self.base > DEPTH {
            self.waiting.push((to.clone(), self.path.clone()));
            true
        } else {
            self.value(to.as_view())
        };
        self.path.pop();
        go_on
    }
}
