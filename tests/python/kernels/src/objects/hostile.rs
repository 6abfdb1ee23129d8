//! Objects that behave badly in every hook, and chains of objects.

use std::fmt;
use std::hash::{Hash, Hasher};

use tvm_ffi::prelude::*;
use tvm_ffi::{FfiType, FromAnyView, IntoAny, Mismatch};

/// Panics in every hook.
#[tvm_ffi::object("e2e.Panics", init, repr, eq, hash, ord, copy)]
struct Panics {
    #[field]
    value: i64,
}

impl fmt::Debug for Panics {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("in Debug")
    }
}

impl PartialEq for Panics {
    fn eq(&self, _: &Self) -> bool {
        panic!("in PartialEq")
    }
}

impl PartialOrd for Panics {
    fn partial_cmp(&self, _: &Self) -> Option<core::cmp::Ordering> {
        panic!("in PartialOrd")
    }
}

impl Hash for Panics {
    fn hash<H: Hasher>(&self, _: &mut H) {
        panic!("in Hash")
    }
}

impl Clone for Panics {
    fn clone(&self) -> Self {
        panic!("in Clone")
    }
}

/// Cannot be printed.
#[tvm_ffi::object("e2e.Unprintable", init, repr)]
struct Unprintable {
    #[field]
    value: i64,
}

impl fmt::Debug for Unprintable {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Err(fmt::Error)
    }
}

/// A field that cannot be converted.
#[tvm_ffi::object("e2e.PanicsInField", mutable)]
struct PanicsInField {
    #[field(set)]
    value: Touchy,
}

/// Panics when it is copied, if it is negative.
#[derive(Debug, tvm_ffi::SearchTensors)]
struct Touchy(i64);

impl Clone for Touchy {
    fn clone(&self) -> Self {
        assert!(self.0 >= 0, "in the copy of a field");
        Self(self.0)
    }
}

impl FfiType for Touchy {
    const TAG: &'static tvm_ffi::TypeTag = i64::TAG;
}

impl<'a> FromAnyView<'a> for Touchy {
    type Holder = ();

    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        view.cast().ok().map(Self)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        i64::explain(view)
    }
}

impl IntoAny for Touchy {
    fn into_any(self) -> Any {
        self.0.into_any()
    }
}

#[tvm_ffi::methods]
impl PanicsInField {
    #[init]
    fn new(value: i64) -> Self {
        assert!(value != 13, "in the constructor");
        Self { value: Touchy(value) }
    }
}

/// A chain, or a very deep tree.
#[tvm_ffi::object("e2e.Link", init, repr, eq, hash)]
#[derive(Debug, PartialEq, Eq, Hash)]
struct Link {
    #[field]
    next: Option<Ref<Link>>,
}

/// May be part of a cycle.
#[tvm_ffi::object("e2e.Ring", init, mutable, repr)]
#[derive(Debug)]
struct Ring {
    #[field(set, default = None)]
    next: Option<Ref<Ring>>,
    #[field(set, default = Any::default())]
    any: Any,
}

/// The length of the chain, without recursion.
#[tvm_ffi::export]
fn count_links(link: Ref<Link>) -> usize {
    let mut count = 1;
    let mut link = link;
    while let Some(next) = link.next.clone() {
        link = next;
        count += 1;
    }
    count
}

/// Fields for which zero bytes, as in an object of a subclass made by Python, are invalid: `Vec`, `Box`, `String`.
#[tvm_ffi::object("e2e.NotZero", mutable, repr, eq, hash, copy)]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct NotZero {
    #[field(set)]
    text: String,
    #[field]
    number: i64,
    boxed: Box<i64>,
}

#[tvm_ffi::methods]
impl NotZero {
    #[init]
    fn new(text: String) -> Self {
        Self { boxed: Box::new(7), number: text.len() as i64, text }
    }

    fn unbox(&self) -> i64 {
        *self.boxed
    }

    fn set_box(&mut self, value: i64) {
        *self.boxed = value;
    }

    fn join(&self, other: &NotZero) -> String {
        format!("{}{}", self.text, other.text)
    }

    fn absorb(&mut self, other: &mut NotZero) {
        self.text.push_str(&core::mem::take(&mut other.text));
    }
}

/// Takes the objects in every way.
#[tvm_ffi::export]
fn take_ref(object: Ref<NotZero>) -> i64 {
    object.borrow().unbox()
}

#[tvm_ffi::export]
fn take_borrowed(object: &NotZero) -> i64 {
    object.unbox()
}

#[tvm_ffi::export]
fn take_changing(object: &mut NotZero) -> i64 {
    object.set_box(8);
    object.unbox()
}

#[tvm_ffi::export]
fn take_list(objects: Vec<Ref<NotZero>>) -> usize {
    objects.len()
}

#[tvm_ffi::export]
fn take_option(object: Option<Ref<NotZero>>) -> bool {
    object.is_some()
}

#[tvm_ffi::export]
fn take_downcast(object: ObjectRef) -> bool {
    object.is::<NotZero>() || object.downcast::<NotZero>().is_ok()
}

#[tvm_ffi::export]
fn take_cast(object: Any) -> bool {
    object.cast::<Ref<NotZero>>().is_ok()
}

/// Takes any value and drops it.
#[tvm_ffi::object("e2e.Hungry", init, mutable)]
struct Hungry {
    #[field(set, default = Eaten(0))]
    eaten: Eaten,
    #[field(set, default = Any::default())]
    other: Any,
}

/// The reference count of the dropped object.
#[derive(Debug, Clone, tvm_ffi::SearchTensors)]
struct Eaten(usize);

impl FfiType for Eaten {
    const TAG: &'static tvm_ffi::TypeTag = &tvm_ffi::TypeTag::Named("e2e.Hungry");
}

impl<'a> FromAnyView<'a> for Eaten {
    type Holder = ();

    fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
        Ref::<Hungry>::decode(view, holder).map(|object| Self(Ref::strong_count(&object)))
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        Ref::<Hungry>::explain(view)
    }
}

impl IntoAny for Eaten {
    fn into_any(self) -> Any {
        self.0.into_any()
    }
}

/// Says that it can be iterated, and is no iterator.
#[tvm_ffi::object("e2e.Endless", init)]
struct Endless;

#[tvm_ffi::methods]
impl Endless {
    fn __iter__(&self) -> Self {
        Self
    }
}
