//! The tensors that a value leads to.

use core::ptr::NonNull;
use std::collections::BTreeSet;
use std::fmt::Write;

use super::fields::{SearchedArgument, has_fields, leads_on, values_within};
use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::container::items::{Shapes, array_items, copied_entries, copied_items};
use crate::convert::{InWords, Mismatch, through_rvalue};
use crate::object::borrow::Refusal;
use crate::tensor::TensorView;
use crate::tensor_search::{Found, Span, TensorSearch};
use crate::type_info::{Container, type_key};

/// How many containers and objects inside each other are walked on the stack. Deeper ones wait until the stack is free.
const DEPTH: usize = 32;

/// A step from a container or an object to what is in it.
#[derive(Clone)]
pub(super) enum Step {
    Index(usize),
    Key(Any),
    /// A field of an object of this type.
    Field(i32),
    /// More than anybody would read.
    Omitted,
}

/// More steps than that are not shown all.
const LONG: usize = 1000;

/// A path as it is kept for later. Of a long one the middle is left out: to copy all of it again and again would take longer than to
/// walk it.
fn kept(path: &[Step]) -> Vec<Step> {
    if path.len() <= LONG {
        return path.to_vec();
    }
    [&path[..DEPTH], &[Step::Omitted], &path[path.len() - DEPTH..]].concat()
}

/// `[2]["key"]`, or `[2] (in a field of stats.Mean)`.
fn place(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        // Writing to a string cannot fail.
        let _ = match step {
            Step::Index(index) => write!(text, "[{index}]"),
            Step::Key(key) => write!(text, "[{:?}]", InWords(key.as_view())),
            Step::Omitted => write!(text, " ... "),
            Step::Field(type_index) => write!(text, " (in a field of {})", type_key(*type_index)),
        };
    }
    text
}

/// Shows every tensor that an argument leads to, with its place in messages.
///
/// # Errors
///
/// As [`each_tensor_in`].
pub(in crate::contract) fn tensors_in(
    view: AnyView<'_>,
    see: &mut dyn FnMut(Span, String),
) -> Result<(), Mismatch> {
    let tensor = |value: AnyView<'_>| TensorView::of_value(value).map(Span::of);
    if let Some(span) = through_rvalue(view, tensor) {
        span.into_iter().for_each(|span| see(span, String::new()));
        return Ok(());
    }
    each_tensor_in(view, &mut |span, path| see(span, place(path)))
        .map_err(|InUse { refusal, path }| Mismatch::from(refusal).at(&place(&path)))
}

/// What is shown where the elements of each tensor lie, and the path to it.
type See<'s> = &'s mut dyn FnMut(Span, &[Step]);

/// An object that could not be looked into, and the path to it.
pub(super) struct InUse {
    refusal: Refusal,
    path: Vec<Step>,
}

/// Shows every tensor that a value leads to, through containers and objects of any depth. Of a tensor whose numbers are impossible
/// no code can reach the memory, and it is not shown.
///
/// # Errors
///
/// The first object that another thread changes, or holds a lock in, and does not come to an end.
pub(super) fn each_tensor_in(view: AnyView<'_>, see: See<'_>) -> Result<(), InUse> {
    if let Some(tensor) = TensorView::of_value(view) {
        if let Some(span) = Span::of(tensor) {
            see(span, &[]);
        }
        return Ok(());
    }
    let mut walk = Walk::new(see);
    walk.value(view);
    walk.finish()
}

/// The same for an argument that is not found among the values of the caller.
pub(super) fn each_tensor_of_argument(by: &dyn SearchedArgument, see: See<'_>) -> Result<(), InUse> {
    let mut search = TensorSearch::default();
    by.search_fields(&mut search);
    let Found { values, spans } = search.finish().map_err(|obstacle| InUse {
        refusal: Refusal::not_searched(NonNull::dangling(), obstacle),
        path: Vec::new(),
    })?;
    spans.into_iter().for_each(|span| see(span, &[]));
    let mut walk = Walk::new(see);
    walk.items(&values);
    walk.copies.push(values);
    walk.finish()
}

struct Walk<'s> {
    see: See<'s>,
    path: Vec<Step>,
    /// How much of the path is not on the stack.
    base: usize,
    /// The containers and objects that have been walked, by address: some may contain themselves.
    seen: BTreeSet<usize>,
    waiting: Vec<(Any, Vec<Step>)>,
    /// What was copied out of lists, dicts, and objects, kept until the end so that no address is used again.
    copies: Vec<Vec<Any>>,
    in_use: Option<InUse>,
}

impl<'s> Walk<'s> {
    fn new(see: See<'s>) -> Self {
        Self {
            see,
            path: Vec::new(),
            base: 0,
            seen: BTreeSet::new(),
            waiting: Vec::new(),
            copies: Vec::new(),
            in_use: None,
        }
    }

    fn finish(mut self) -> Result<(), InUse> {
        while let Some((container, path)) = self.waiting.pop() {
            self.path = path;
            self.base = self.path.len();
            self.value(container.as_view());
            self.copies.push(vec![container]);
        }
        self.in_use.map_or(Ok(()), Err)
    }

    fn value(&mut self, view: AnyView<'_>) {
        if let Some(kind) = Container::of(view.type_index()) {
            return self.container(kind, view);
        }
        match view.type_index() {
            TypeIndex::TENSOR | TypeIndex::DL_TENSOR_PTR => {
                if let Some(span) = TensorView::of_value(view).and_then(Span::of) {
                    (self.see)(span, &self.path);
                }
            }
            type_index if has_fields(type_index) => self.object(view),
            // Nothing else but an rvalue reference that still refers to an object is looked into.
            _ => {
                through_rvalue(view, |inner| {
                    self.value(inner);
                    Some(())
                });
            }
        }
    }

    fn container(&mut self, kind: Container, view: AnyView<'_>) {
        if !self.seen.insert(view.as_raw().payload.ptr().addr()) {
            return;
        }
        match kind {
            Container::Array => self.items(array_items(view).unwrap_or_default()),
            Container::List => {
                let items = copied_items(view, Shapes::Refused).unwrap_or_default();
                self.items(&items);
                self.copies.push(items);
            }
            Container::Map | Container::Dict => {
                let entries = copied_entries(view).unwrap_or_default();
                for entry in &entries {
                    let step = Step::Key(entry.key.clone());
                    self.step(step.clone(), &entry.key);
                    self.step(step, &entry.value);
                }
                self.copies.extend(entries.into_iter().map(|entry| vec![entry.key, entry.value]));
            }
        }
    }

    fn object(&mut self, view: AnyView<'_>) {
        let Some(object) = view.object() else { return };
        if self.seen.contains(&object.addr().get()) {
            return;
        }
        // SAFETY: AnyView validity.
        let found = match unsafe { values_within(object) } {
            Ok(found) => found,
            Err(refusal) => {
                let path = self.path.clone();
                self.in_use.get_or_insert(InUse { refusal, path });
                return;
            }
        };
        if found.is_empty() {
            return;
        }
        self.seen.insert(object.addr().get());
        let Found { values, spans } = found;
        for value in &values {
            self.step(Step::Field(view.type_index()), value);
        }
        self.path.push(Step::Field(view.type_index()));
        spans.into_iter().for_each(|span| (self.see)(span, &self.path));
        self.path.pop();
        self.copies.push(values);
    }

    fn items(&mut self, items: &[Any]) {
        for (index, item) in items.iter().enumerate() {
            self.step(Step::Index(index), item);
        }
    }

    fn step(&mut self, step: Step, to: &Any) {
        self.path.push(step);
        if leads_on(to.type_index()) && self.path.len() - self.base > DEPTH {
            self.waiting.push((to.clone(), kept(&self.path)));
        } else {
            self.value(to.as_view());
        }
        self.path.pop();
    }
}
