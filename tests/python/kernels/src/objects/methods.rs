//! Methods of every kind.

use tvm_ffi::prelude::*;

/// Numbers, with special methods of Python.
#[tvm_ffi::object("e2e.Numbers")]
struct Numbers {
    numbers: Vec<i64>,
}

#[tvm_ffi::methods]
impl Numbers {
    /// Numbers from one on.
    #[init]
    fn new(
        /// How many.
        count: i64,
        /// Where they begin.
        #[default(1)]
        start: i64,
        #[default(1)] step: i64,
    ) -> Result<Self> {
        ensure!(count >= 0, ValueError, "count is {count}, expected at least 0");
        Ok(Self { numbers: (0..count).map(|index| start + index * step).collect() })
    }

    /// The numbers in the argument.
    #[staticmethod]
    fn of(numbers: Vec<i64>) -> Self {
        Self { numbers }
    }

    #[staticmethod]
    fn empty() -> Ref<Self> {
        Ref::new(Self { numbers: Vec::new() })
    }

    fn __len__(&self) -> usize {
        self.numbers.len()
    }

    fn __getitem__(&self, index: i64) -> Result<i64> {
        let place = usize::try_from(index).ok();
        match place.and_then(|place| self.numbers.get(place)) {
            Some(number) => Ok(*number),
            None => bail!(IndexError, "index is {index}, expected 0 to {}", self.numbers.len()),
        }
    }

    fn __contains__(&self, number: i64) -> bool {
        self.numbers.contains(&number)
    }

    // Called if no class was registered in Python.
    #[allow(deprecated)]
    fn __call__(&self, scale: i64, #[default(0)] offset: i64) -> Numbers {
        Self { numbers: self.numbers.iter().map(|number| number * scale + offset).collect() }
    }

    fn __iter__(&self) -> Iter {
        Iter { rest: self.numbers.clone().into() }
    }

    fn __add__(&self, other: &Self) -> Self {
        Self { numbers: self.numbers.iter().chain(&other.numbers).copied().collect() }
    }

    /// The object itself, with a number at its end that is only checked.
    fn itself(this: Ref<Self>, number: i64) -> Result<Ref<Self>> {
        ensure!(this.numbers.contains(&number), ValueError, "there is no {number}");
        Ok(this)
    }

    /// The list.
    fn to_list(&self) -> Vec<i64> {
        self.numbers.clone()
    }

    /// Scales into an array of the caller's.
    fn scale_into(
        &self,
        /// The factor.
        factor: f64,
        #[out]
        #[shape(n)]
        mut out: CpuViewMut<'_, f64, 1>,
        #[shape(n)] weights: Option<CpuView<'_, f64, 1>>,
    ) -> Result<()> {
        ensure!(out.dim(0) == self.numbers.len(), ValueError, "out has {} elements", out.dim(0));
        for (index, (out, number)) in out.as_mut_slice().iter_mut().zip(&self.numbers).enumerate() {
            *out = *number as f64 * factor * weights.as_ref().map_or(1.0, |weights| weights[[index]]);
        }
        Ok(())
    }

    #[method(name = "maximum")]
    fn max(&self) -> Option<i64> {
        self.numbers.iter().copied().max()
    }

    /// Only Rust sees it.
    #[skip]
    fn secret(&self) -> usize {
        self.numbers.capacity()
    }

    fn has_secret(&self) -> bool {
        self.secret() >= self.numbers.len()
    }

    fn fail(&self, kind: &str) -> Result<()> {
        match kind {
            "panic" => panic!("a method panicked"),
            "key" => bail!(KeyError, "no such key"),
            _ => bail!("it failed"), // line: fail
        }
    }

    /// Calls back, with itself.
    fn apply(&self, f: Function) -> Result<Any> {
        f.call((self.numbers.clone(),))
    }
}

/// A function, for callers without the class.
#[tvm_ffi::export]
fn make_numbers(count: i64) -> Result<Numbers> {
    Numbers::new(count, 1, 1)
}

/// The iterator.
#[tvm_ffi::object("e2e.Iter", mutable)]
struct Iter {
    rest: std::collections::VecDeque<i64>,
}

#[tvm_ffi::methods]
impl Iter {
    fn __next__(&mut self) -> Result<i64> {
        match self.rest.pop_front() {
            Some(number) => Ok(number),
            None => bail!(StopIteration, "no more numbers"),
        }
    }
}

/// A class whose constructor takes other values than the fields, and returns a `Ref`.
#[tvm_ffi::object("e2e.Parsed")]
struct Parsed {
    #[field]
    value: f64,
}

#[tvm_ffi::methods]
impl Parsed {
    #[init]
    fn parse(text: &str) -> Result<Ref<Self>> {
        Ok(Ref::new(Self { value: text.trim().parse()? }))
    }
}

/// A class without a constructor.
#[tvm_ffi::object("e2e.NoInit")]
struct NoInit {
    #[field]
    value: i64,
}

/// Makes an object.
#[tvm_ffi::export]
fn make_no_init(value: i64) -> NoInit {
    NoInit { value }
}

/// A class with a field whose name is a keyword of Python.
#[tvm_ffi::object("e2e.Interval", init)]
#[allow(deprecated)]
struct Interval {
    #[field]
    from: i64,
    #[field(default = 10)]
    to: i64,
}
