#![deny(deprecated)]

#[tvm_ffi::object("stats.Mean")]
struct Mean {
    #[field]
    mean: f64,
    count: i64,
}

#[tvm_ffi::methods]
impl Mean {
    fn mean(&self) -> f64 {
        self.mean
    }

    fn count(&self) -> i64 {
        self.count
    }
}

#[tvm_ffi::object("stats.Weighted", extends = Mean)]
struct Weighted {
    #[base]
    base: Mean,
    #[field(rename = "weight")]
    factor: f64,
}

#[tvm_ffi::methods]
impl Weighted {
    #[method(name = "mean")]
    fn weighted_mean(&self) -> f64 {
        self.base.mean * self.factor
    }

    #[allow(deprecated)]
    fn weight(&self) -> f64 {
        self.factor
    }
}

fn main() {}
