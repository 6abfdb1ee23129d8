//! A library with an `on_load` function. An environment variable decides its outcome.

use std::sync::atomic::{AtomicI64, Ordering};

use tvm_ffi::{Function, Result, bail};

static RUNS: AtomicI64 = AtomicI64::new(0);

#[tvm_ffi::on_load]
fn init() -> Result<()> {
    RUNS.fetch_add(1, Ordering::Relaxed);
    match std::env::var("E2E_ON_LOAD").as_deref() {
        Ok("fail") => bail!(ValueError, "the environment says no"), // line: init
        Ok("panic") => panic!("the environment says panic"),
        // The functions of the library are registered already.
        Ok("globals") => Function::get_global("e2e_onload.runs").map(drop),
        _ => Ok(()),
    }
}

/// The number of runs.
#[tvm_ffi::export(global)]
fn runs() -> i64 {
    RUNS.load(Ordering::Relaxed)
}

/// A class with a constructor and a method.
#[tvm_ffi::object("e2e.OnLoad")]
struct OnLoad {}

#[tvm_ffi::methods]
impl OnLoad {
    #[init]
    fn new() -> Self {
        Self {}
    }

    fn answer(&self) -> i64 {
        42
    }
}
