//! Objects that hold objects of Python, in all places where the garbage collector looks for them.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

use tvm_ffi::prelude::*;

type Handler = TypedFunction<fn(i64) -> i64>;

#[tvm_ffi::object("e2e.Button", mutable)]
#[derive(Default)]
struct Button {
    #[field(set)]
    on_click: Option<Function>,
    #[field(set)]
    payload: Any,
    handlers: Vec<Function>,
    by_name: Mutex<HashMap<String, Handler>>,
    children: Vec<Ref<Button>>,
}

static STARTED: AtomicBool = AtomicBool::new(false);
static ENOUGH: AtomicBool = AtomicBool::new(false);

#[tvm_ffi::methods]
impl Button {
    #[init]
    fn new() -> Self {
        Self::default()
    }

    fn subscribe(&mut self, handler: Function) {
        self.handlers.push(handler);
    }

    fn subscribe_as(&self, name: String, handler: Handler) -> Result<()> {
        match self.by_name.lock() {
            Ok(mut by_name) => _ = by_name.insert(name, handler),
            Err(_) => bail!("poisoned"),
        }
        Ok(())
    }

    fn add(&mut self, child: Ref<Self>) {
        self.children.push(child);
    }

    #[getter]
    fn handlers(&self) -> Vec<Function> {
        self.handlers.clone()
    }

    /// Calls everything with a number.
    fn click(&self, number: i64) -> Result<Vec<i64>> {
        let by_name = match self.by_name.lock() {
            Ok(by_name) => by_name.values().cloned().collect(),
            Err(_) => Vec::new(),
        };
        let mut results = Vec::new();
        for function in self.on_click.iter().chain(&self.handlers) {
            results.push(function.call((number,))?.cast()?);
        }
        for handler in by_name {
            results.push(handler.call((number,))?);
        }
        Ok(results)
    }

    /// Moves all handlers away and back, until the other function says that it is enough.
    fn shuffle(&self, other: &Self) -> Result<()> {
        let _ = other;
        STARTED.store(true, Ordering::SeqCst);
        while !ENOUGH.load(Ordering::SeqCst) {
            let Ok(mut by_name) = self.by_name.lock() else { bail!("poisoned") };
            let taken = core::mem::take(&mut *by_name);
            drop(by_name);
            sleep(Duration::from_micros(10));
            let Ok(mut by_name) = self.by_name.lock() else { bail!("poisoned") };
            *by_name = taken;
        }
        Ok(())
    }
}

/// Whether [`Button::shuffle`] runs on another thread.
#[tvm_ffi::export]
fn is_shuffling() -> bool {
    STARTED.load(Ordering::SeqCst)
}

/// Ends it.
#[tvm_ffi::export]
fn end_shuffle() {
    ENOUGH.store(true, Ordering::SeqCst);
}
