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
    fn perimeter(&self) -> f64 {
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
