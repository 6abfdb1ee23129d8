//! What the signatures and the classes of a Python module can have.

use std::collections::HashMap;

use tvm_ffi::prelude::*;

/// Has a parameter that is passed by position, and two that are passed by name.
#[tvm_ffi::export]
fn kinds(
    #[positional_only] first: i64,
    #[default(2)] second: i64,
    #[keyword_only] third: i64,
    #[default(4)] fourth: i64,
) -> String {
    format!("{first} {second} {third} {fourth}")
}

/// Takes any arguments.
#[tvm_ffi::export]
fn gathered(
    first: i64,
    #[args] rest: Vec<i64>,
    #[default("-")] separator: &str,
    #[kwargs] named: HashMap<String, f64>,
) -> String {
    let mut texts: Vec<_> = [first].into_iter().chain(rest).map(|number| number.to_string()).collect();
    let mut named: Vec<_> = named.iter().map(|(name, value)| format!("{name}={value}")).collect();
    named.sort();
    texts.append(&mut named);
    texts.join(separator)
}

/// Borrows any number of texts.
#[tvm_ffi::export]
fn joined(#[args] texts: ArrayRef<'_, &str>, #[default("")] end: &str) -> String {
    texts.to_vec().join(" ") + end
}

/// Adds any number of arrays, which share no memory with the result.
#[tvm_ffi::export]
fn add_arrays(
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
    #[args] xs: Vec<CpuView<'_, f64, 1>>,
    #[default(0.0)] start: f64,
) {
    for (index, y) in y.iter_mut().enumerate() {
        *y = start + xs.iter().map(|x| x.iter().nth(index).copied().unwrap_or_default()).sum::<f64>();
    }
}

/// The largest number of sides.
#[tvm_ffi::export]
const MOST_SIDES: i64 = 2 * 6;

#[tvm_ffi::export(name = "shapes.NAMES")]
static NAMES: [&str; 2] = ["triangle", "square"];

/// A regular polygon.
#[tvm_ffi::object("e2e.Polygon", mutable)]
#[derive(Clone)]
pub struct Polygon {
    sides: i64,
    length: f64,
}

#[tvm_ffi::methods]
impl Polygon {
    /// The sides of the smallest.
    pub const FEWEST_SIDES: i64 = 3;
    const UNIT: Self = Self { sides: 4, length: 1.0 };
    #[skip]
    const TOLERANCE: f64 = 1e-9;

    #[init]
    fn new(
        sides: i64,
        #[keyword_only]
        #[default(1.0)]
        length: f64,
    ) -> Result<Self> {
        ensure!(
            (Self::FEWEST_SIDES..=MOST_SIDES).contains(&sides),
            ValueError,
            "a polygon with {sides} sides"
        );
        Ok(Self { sides, length })
    }

    /// The square of a length.
    #[classmethod]
    fn square(length: f64) -> Self {
        Self { length, ..Self::UNIT }
    }

    #[classmethod]
    fn parse(text: &str, #[default(1.0)] length: f64) -> Result<Self> {
        Self::new(text.parse().context("no number of sides")?, length)
    }

    /// The sum of all sides.
    #[getter]
    fn get_perimeter(&self) -> f64 {
        self.sides as f64 * self.length
    }

    #[setter]
    fn set_perimeter(&mut self, perimeter: f64) -> Result<()> {
        ensure!(perimeter > Self::TOLERANCE, ValueError, "a perimeter of {perimeter}");
        self.length = perimeter / self.sides as f64;
        Ok(())
    }

    #[getter]
    fn sides(&self) -> i64 {
        self.sides
    }
}

mod errors {
    tvm_ffi::exception!(pub ShapeError: ValueError, "What is wrong with a shape.");
    tvm_ffi::exception!(pub SidesError: ShapeError);
}

use errors::{ShapeError, SidesError};

/// Fails with a kind of its own, of a name.
#[tvm_ffi::export]
fn fail_with_shape_error(sides: i64) -> Result<()> {
    ensure!(sides > 2, SidesError, "{sides} sides");
    Err(Error::new(ShapeError, "no shape"))
}

/// A sum of money, with most of Python's special methods.
#[tvm_ffi::object("e2e.Money", mutable)]
#[derive(Clone)]
pub struct Money {
    cents: i64,
    spent: Vec<i64>,
}

#[tvm_ffi::methods]
impl Money {
    #[init]
    fn new(cents: i64) -> Self {
        Self { cents, spent: Vec::new() }
    }

    fn __add__(&self, other: &Self) -> Result<Self> {
        let Some(cents) = self.cents.checked_add(other.cents) else { bail!(OverflowError, "too much") };
        ensure!(cents != 13, TypeError, "nobody takes 13 cents");
        Ok(Self::new(cents))
    }

    /// For `sum`, which begins with 0.
    fn __radd__(&self, other: i64) -> Self {
        Self::new(other + self.cents)
    }

    fn __rmul__(&self, factor: i64) -> Self {
        Self::new(factor * self.cents)
    }

    fn __iadd__(&mut self, other: &Self) {
        self.cents += other.cents;
    }

    fn __neg__(&self) -> Self {
        Self::new(-self.cents)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.cents == other.cents
    }

    fn __lt__(&self, other: &Self) -> bool {
        self.cents < other.cents
    }

    fn __bool__(&self) -> bool {
        self.cents != 0
    }

    fn __int__(&self) -> i64 {
        self.cents / 100
    }

    fn __index__(&self) -> i64 {
        self.cents
    }

    fn __float__(&self) -> f64 {
        self.cents as f64 / 100.0
    }

    fn __format__(&self, how: &str) -> String {
        format!("{}.{:02}{how}", self.cents / 100, self.cents % 100)
    }

    fn __call__(
        &self,
        #[default(1)] times: i64,
        #[keyword_only]
        #[default(0)]
        more: i64,
    ) -> i64 {
        times * self.cents + more
    }

    fn __enter__(&self) {}

    fn __exit__(
        &mut self,
        kind: Option<AnyView<'_>>,
        _error: Option<AnyView<'_>>,
        _traceback: Option<AnyView<'_>>,
    ) -> bool {
        self.spent.push(self.cents);
        self.cents = 0;
        kind.is_some()
    }

    fn __len__(&self) -> usize {
        self.spent.len()
    }

    fn __getitem__(&self, index: usize) -> Result<i64> {
        self.spent.get(index).copied().with_kind(index)
    }

    fn __setitem__(&mut self, index: usize, cents: i64) -> Result<()> {
        *self.spent.get_mut(index).with_kind(index)? = cents;
        Ok(())
    }

    fn __delitem__(&mut self, index: usize) -> Result<()> {
        self.spent.get(index).with_kind(index)?;
        self.spent.remove(index);
        Ok(())
    }

    fn __contains__(&self, cents: i64) -> bool {
        self.spent.contains(&cents)
    }
}

/// Says which index is out of bounds.
trait WithKind<T> {
    fn with_kind(self, index: usize) -> Result<T>;
}

impl<T> WithKind<T> for Option<T> {
    fn with_kind(self, index: usize) -> Result<T> {
        self.ok_or_else(|| Error::new(ErrorKind::IndexError, format!("index {index}")))
    }
}

/// An object with a hash of its own.
#[tvm_ffi::object("e2e.Hashed")]
struct Hashed {
    hash: i64,
}

#[tvm_ffi::methods]
impl Hashed {
    #[init]
    fn new(hash: i64) -> Self {
        Self { hash }
    }

    fn __hash__(&self) -> i64 {
        self.hash
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.hash == other.hash
    }
}
