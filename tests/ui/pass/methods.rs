//! Methods of classes.

use tvm_ffi::prelude::*;
use tvm_ffi::{Ref, TypedFunction};

#[tvm_ffi::object("forms.Mean")]
#[derive(Clone)]
pub(crate) struct Mean {
    #[field]
    count: i64,
    #[field]
    mean: f64,
}

#[tvm_ffi::methods]
impl Mean {
    /// Where a mean starts.
    const START: f64 = 0.0;

    /// A mean of nothing.
    #[init]
    pub(crate) fn new(
        /// What it is before there are values.
        #[default(Self::START)]
        start: f64,
        #[default(0)] count: i64,
    ) -> Self {
        Self { count, mean: start }
    }

    /// The mean of both.
    #[must_use]
    pub(crate) fn merged(&self, other: &Self) -> Self {
        let count = self.count + other.count;
        let mean = self.mean * self.count as f64 + other.mean * other.count as f64;
        Self { count, mean: mean / count as f64 }
    }

    fn rest(&self, args: &[AnyView<'_>]) -> Option<Any> {
        args.get(usize::try_from(self.count).ok()?)?.to_any().ok()
    }

    #[method(name = "map")]
    #[allow(clippy::needless_arbitrary_self_type, reason = "a form of the receiver")]
    fn mapped(self: &Self, f: TypedFunction<fn(f64) -> f64>) -> Result<f64> {
        f.call((self.mean,))
    }

    fn label<'a>(&'a self, prefix: &'a str) -> &'a str {
        if self.count > 0 { prefix } else { "" }
    }

    fn adder(&self) -> impl Fn(f64) -> f64 + Send + Sync + 'static + use<> {
        let mean = self.mean;
        move |x| x + mean
    }

    fn r#type(&self, r#in: i64) -> i64 {
        r#in
    }

    /// Keeps a contract, when called from Rust too.
    #[inline]
    pub(crate) fn scale(
        &self,
        #[shape(n, { Self::WIDTH })] x: CpuView<'_, f64, 2>,
        #[out]
        #[shape(n)]
        mut out: CpuViewMut<'_, f64, 1>,
    ) {
        for (row, out) in out.iter_mut().enumerate() {
            *out = x.row(row).iter().sum::<f64>() * self.mean;
        }
    }

    /// How wide the rows are.
    const WIDTH: usize = 2;

    #[cfg(any())]
    fn gone(&self, x: NoSuchType) {}

    #[skip]
    pub(crate) fn into_parts(self) -> (i64, f64) {
        (self.count, self.mean)
    }

    /// Python does not reach it where a class is registered.
    fn same_as(&self, other: &Self) -> bool {
        self.count == other.count
    }
}

#[tvm_ffi::object("forms.Tally", mutable)]
pub(crate) struct Tally {
    #[field(set)]
    count: i64,
}

#[tvm_ffi::methods(crate = "tvm_ffi")]
impl self::Tally {
    #[init]
    fn new() -> Result<Ref<Self>> {
        Ok(Ref::new(Self { count: 0 }))
    }

    pub(crate) fn add(&mut self, #[default(1)] by: i64) -> i64 {
        self.count += by;
        self.count
    }

    #[allow(clippy::needless_arbitrary_self_type, reason = "a form of the receiver")]
    fn fill(self: &mut Self, #[shape(n)] x: CpuView<'_, i64, 1>, mut y: CpuViewMut<'_, i64, 1>) {
        self.count += x.iter().sum::<i64>();
        y.iter_mut().for_each(|y| *y = self.count);
    }

    fn get(&self) -> i64 {
        self.count
    }
}

macro_rules! class {
    ($name:ident, $key:literal, $ty:ty, $($method:ident($receiver:ident: $value:expr);)*) => {
        #[tvm_ffi::object($key)]
        struct $name {
            value: $ty,
        }

        #[tvm_ffi::methods]
        impl $name {
            #[init]
            fn new(value: $ty) -> Self {
                Self { value }
            }

            $(
                fn $method(&$receiver, #[default($value)] other: $ty) -> $ty {
                    let _ = other;
                    $receiver.value.clone()
                }
            )*
        }
    };
}

class!(Text, "forms.Text", String, either(self: String::new()););

macro_rules! methods {
    ($ty:ty, $($items:tt)*) => {
        #[tvm_ffi::methods]
        impl $ty {
            $($items)*
        }
    };
}

#[tvm_ffi::object("forms.Wrapped")]
struct Wrapped {
    #[field]
    value: i64,
}

methods! { Wrapped, fn doubled(&self, #[default(Self::zero())] x: i64) -> i64 { self.value * 2 + x } #[staticmethod] fn zero() -> i64 { 0 } }

mod inner {
    #[tvm_ffi::methods]
    impl super::Bare {
        fn value(&self) -> i64 {
            self.value
        }
    }
}

#[tvm_ffi::object("forms.Bare")]
pub(crate) struct Bare {
    value: i64,
}

/// Everything inside a function.
#[test]
fn methods_stay_callable() {
    #[tvm_ffi::object("forms.Local")]
    struct Local {}

    #[tvm_ffi::methods]
    impl Local {
        #[init]
        fn new() -> Self {
            Self {}
        }

        fn first(&self, #[shape(n % 2)] x: CpuView<'_, f64, 1>) -> f64 {
            x[[0]]
        }
    }

    let mean = Mean::new(1.0, 2).merged(&Mean::new(4.0, 1));
    assert_eq!(mean.clone().into_parts(), (3, 2.0));
    let mut out = [0.0; 2];
    let x = SliceTensor::new(&[1.0, 2.0, 3.0, 4.0], [2, 2]).unwrap();
    mean.scale(x.view(), SliceTensorMut::new(&mut out, [2]).unwrap().view_mut());
    assert_eq!(out, [6.0, 14.0]);
    assert_eq!(Local::new().first(SliceTensor::new(&[1.0, 2.0], [2]).unwrap().view()), 1.0);
    assert_eq!(Tally { count: 1 }.add(2), 3);
}

/// A call from Rust that does not keep the contract panics.
#[test]
#[should_panic(expected = "shape[0] is 1")]
fn methods_check_their_contracts() {
    let x = SliceTensor::new(&[1.0, 2.0, 3.0, 4.0], [2, 2]).unwrap();
    Mean::new(0.0, 0).scale(x.view(), SliceTensorMut::new(&mut [0.0], [1]).unwrap().view_mut());
}
