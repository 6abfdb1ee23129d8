//! Classes and functions that the tests of stubs read about.

use tvm_ffi::{ObjectRef, Ref, Tensor};

/// Counts things by name.
#[tvm_ffi::object("stubs.Tally", mutable)]
struct Tally {
    /// How many.
    #[field(set)]
    count: i64,
    /// What they are called.
    #[field(set)]
    names: Vec<String>,
    /// Never shown.
    secret: u8,
}

#[tvm_ffi::methods]
impl Tally {
    /// Starts at a number.
    #[init]
    fn new(
        /// Where to start.
        #[default(0)]
        start: i64,
        #[default(Vec::new())] names: Vec<String>,
    ) -> Self {
        Self { count: start, names, secret: 1 }
    }

    /// Counts more.
    fn add(
        &mut self,
        /// How many more.
        #[default(1)]
        by: i64,
    ) -> i64 {
        self.count += by * i64::from(self.secret);
        self.count
    }

    fn __len__(&self) -> usize {
        self.names.len()
    }

    /// One that starts at the number of its names.
    #[staticmethod]
    fn of(names: Vec<String>) -> Ref<Self> {
        let count = i64::try_from(names.len()).unwrap_or(i64::MAX);
        Ref::new(Self { count, names, secret: 1 })
    }
}

/// A spot in the plane.
#[tvm_ffi::object("stubs.Spot", repr, eq, hash, ord, copy, init, final)]
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Spot {
    /// To the right.
    #[field]
    x: i64,
    #[field(default = 0)]
    y: i64,
    #[field(kw_only, default = "origin")]
    name: String,
}

#[tvm_ffi::methods]
impl Spot {
    /// The sum of both coordinates, many times.
    #[allow(deprecated, reason = "Python installs no such method; what the stub program writes does")]
    fn __call__(&self, #[default(1)] times: i64) -> i64 {
        (self.x + self.y) * times
    }

    /// The sum of both, under this one's name.
    fn plus(&self, other: &Spot) -> Spot {
        Spot { x: self.x + other.x, y: self.y + other.y, name: self.name.clone() }
    }
}

/// Anything that has an owner.
#[tvm_ffi::object("stubs.Owned", init)]
struct Owned {
    #[field]
    owner: Option<Ref<Tally>>,
}

/// Python cannot construct it.
#[tvm_ffi::object("stubs.OwnedSpot", extends = Owned)]
struct OwnedSpot {
    #[base]
    owned: Owned,
    /// Where.
    #[field]
    spot: Ref<Spot>,
}

#[tvm_ffi::methods]
impl OwnedSpot {
    /// A tensor of both coordinates.
    fn coordinates(&self) -> tvm_ffi::Result<Tensor> {
        Tensor::from_slice(&[self.spot.x, self.spot.y], &[2])
    }
}

/// The only way to one.
#[tvm_ffi::export(name = "stubs.own", global = "stubs.own")]
fn own(spot: Ref<Spot>, owner: Option<Ref<Tally>>) -> OwnedSpot {
    OwnedSpot { owned: Owned { owner }, spot }
}

/// The sum of all coordinates.
#[tvm_ffi::export(name = "stubs.total", global = "stubs.total")]
fn total(spots: Vec<Ref<Spot>>) -> i64 {
    spots.iter().map(|spot| spot.x + spot.y).sum()
}

/// An object of any class.
#[tvm_ffi::export(name = "stubs.any", global = "stubs.any")]
fn any(object: ObjectRef) -> ObjectRef {
    object
}
