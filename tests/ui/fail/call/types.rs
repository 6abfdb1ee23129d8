use tvm_ffi::{Function, Result, TypedFunction, bail};

struct Config;

#[tvm_ffi::export]
fn bail_kind(x: f64) -> Result<f64> {
    if x < 0.0 {
        bail!(ValeuError, "expected a number that is not negative, got {x}");
    }
    Ok(x.sqrt())
}

#[tvm_ffi::export]
fn bail_without_result(x: f64) -> f64 {
    if x < 0.0 {
        bail!(ValueError, "expected a number that is not negative, got {x}");
    }
    x.sqrt()
}

fn step(x: i64) -> Result<i64, Config> {
    if x > 0 { Ok(x) } else { Err(Config) }
}

#[tvm_ffi::export]
fn question_mark(x: i64) -> Result<i64> {
    Ok(step(x)? + 1)
}

#[tvm_ffi::export]
fn typed_no_function(f: TypedFunction<i64>) {
    let _ = f;
}

#[tvm_ffi::export]
fn typed_bad_parameter(f: TypedFunction<fn(Config) -> i64>) {
    let _ = f;
}

#[tvm_ffi::export]
fn unsupported_argument(f: Function) -> Result<i64> {
    f.call((1, Config))?.cast()
}

fn main() {}
