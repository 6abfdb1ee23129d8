//! The tensors that a value leads to.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::container::items::{Shapes, array_items, copied_entries, copied_items};
use crate::convert::{InWords, through_rvalue};
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
            Step::Key(key) => write!(text, "[{:?}]", InWords(key.as_view())),
        };
    }
    text
}

/// What is shown each tensor, and the path to it.
type See<'s> = &'s mut dyn FnMut(TensorView<'_>, &[Step]);

/// Shows every tensor that a value leads to, through containers of any depth. Of a tensor whose numbers are impossible nobody will
/// reach the memory, and it is not shown.
pub(in crate::contract) fn each_tensor_in(view: AnyView<'_>, see: See<'_>) {
    if let Some(tensor) = TensorView::of_value(view) {
        see(tensor, &[]);
        return;
    }
    let mut walk = Walk {
        see,
        path: Vec::new(),
        base: 0,
        seen: BTreeSet::new(),
        waiting: Vec::new(),
        copies: Vec::new(),
    };
    walk.value(view);
    while let Some((container, path)) = walk.waiting.pop() {
        walk.path = path;
        walk.base = walk.path.len();
        walk.value(container.as_view());
        walk.copies.push(vec![container]);
    }
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
    fn value(&mut self, view: AnyView<'_>) {
        match view.type_index() {
            TypeIndex::TENSOR | TypeIndex::DL_TENSOR_PTR => {
                if let Some(tensor) = TensorView::of_value(view) {
                    (self.see)(tensor, &self.path);
                }
            }
            TypeIndex::ARRAY | TypeIndex::LIST | TypeIndex::MAP | TypeIndex::DICT => self.container(view),
            // Nothing but an rvalue reference that still refers to an object is looked into.
            _ => {
                through_rvalue(view, |inner| {
                    self.value(inner);
                    Some(())
                });
            }
        }
    }

    fn container(&mut self, view: AnyView<'_>) {
        if !self.seen.insert(view.as_raw().payload.ptr().addr()) {
            return;
        }
        if let Some(items) = array_items(view) {
            self.items(items);
            return;
        }
        let list = (view.type_index() == TypeIndex::LIST).then(|| copied_items(view, Shapes::Refused));
        if let Some(items) = list.flatten() {
            self.items(&items);
            self.copies.push(items);
            return;
        }
        let entries = copied_entries(view).unwrap_or_default();
        for (key, value) in &entries {
            let step = Step::Key(key.clone());
            self.step(step.clone(), key);
            self.step(step, value);
        }
        self.copies.extend(entries.into_iter().map(|(key, value)| vec![key, value]));
    }

    fn items(&mut self, items: &[Any]) {
        for (index, item) in items.iter().enumerate() {
            self.step(Step::Index(index), item);
        }
    }

    fn step(&mut self, step: Step, to: &Any) {
        self.path.push(step);
        let is_container =
            matches!(to.type_index(), TypeIndex::ARRAY | TypeIndex::LIST | TypeIndex::MAP | TypeIndex::DICT);
        if is_container && self.path.len() - self.base > DEPTH {
            self.waiting.push((to.clone(), self.path.clone()));
        } else {
            self.value(to.as_view());
        }
        self.path.pop();
    }
}
