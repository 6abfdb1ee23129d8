//! Classes that the tests use as the runtime does.

use core::cmp::Ordering;

use tvm_ffi_macros::{SearchTensors, methods, object};

use crate::ObjectRef;
use crate::any::{Any, AnyView};
use crate::convert::{FfiType, FromAnyView, IntoAny, Mismatch};
use crate::object::Ref;

/// A place.
#[object("tests.Point", repr, eq, hash, ord, copy, init, structural(tree_node), crate = "crate")]
#[derive(Debug, Clone)]
pub(super) struct Point {
    /// To the right.
    #[field]
    pub(super) x: i64,
    #[field(default = 7)]
    pub(super) y: i64,
    #[field(kw_only, default = "none")]
    pub(super) name: String,
    pub(super) hidden: f64,
}

impl PartialEq for Point {
    fn eq(&self, other: &Self) -> bool {
        assert!(self.x != 13, "unlucky");
        (self.x, self.y) == (other.x, other.y)
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self.y == other.y).then(|| self.x.cmp(&other.x))
    }
}

impl core::hash::Hash for Point {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.x.hash(state);
        self.y.hash(state);
    }
}

#[object("tests.Pixel", extends = Point, final, init, copy, crate = "crate")]
#[derive(Debug, Clone)]
pub(super) struct Pixel {
    #[base]
    pub(super) point: Point,
    #[field]
    pub(super) shade: i64,
}

/// Extends `Point`, and cannot be copied.
#[object("tests.Anchor", extends = Point, crate = "crate")]
#[derive(Debug)]
pub(super) struct Anchor {
    #[base]
    pub(super) point: Point,
}

/// A text. A copy of the text "panic" panics.
#[derive(Debug, SearchTensors)]
#[tvm_ffi(crate = "crate")]
pub(super) struct Loud(pub(super) String);

impl Clone for Loud {
    fn clone(&self) -> Self {
        assert!(self.0 != "panic", "in a copy");
        Self(self.0.clone())
    }
}

impl FfiType for Loud {
    const TAG: &'static crate::TypeTag = String::TAG;
}

impl<'a> FromAnyView<'a> for Loud {
    type Holder = ();

    fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
        String::decode(view, holder).map(Self)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        String::explain(view)
    }
}

impl IntoAny for Loud {
    fn into_any(self) -> Any {
        Any::new(self.0.as_str())
    }
}

#[object("tests.Tally", mutable, repr, crate = "crate")]
#[derive(Debug)]
pub(super) struct Tally {
    #[field(set)]
    pub(super) n: i64,
    #[field(set)]
    pub(super) label: Loud,
    #[field]
    pub(super) fixed: i64,
}

pub(super) fn tally(n: i64, label: &str) -> Tally {
    Tally { n, label: Loud(String::from(label)), fixed: 3 }
}

#[methods(crate = "crate")]
impl Tally {
    #[init]
    fn new(n: i64, #[default(1)] step: i64, #[default(0)] fixed: i64) -> Self {
        Self { n: n * step, label: Loud(String::new()), fixed }
    }

    fn total(&self, more: i64) -> i64 {
        self.n + more
    }
}

/// The default of its field is an object of itself.
#[object("tests.Ouroboros", crate = "crate")]
#[derive(Debug, Clone)]
pub(super) struct Ouroboros {
    #[field(default = Ref::new(Ouroboros { tail: ouroboros_tail() }).into())]
    pub(super) tail: ObjectRef,
}

fn ouroboros_tail() -> ObjectRef {
    Any::new("a text that is an object").try_into_object().expect("it is long")
}
