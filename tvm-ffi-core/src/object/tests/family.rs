//! Object types that extend each other, with a count of their drops.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tvm_ffi_macros::{SearchTensors, object};

/// How often the values that share it were dropped.
#[derive(Debug, Clone, Default, SearchTensors)]
#[tvm_ffi(crate = "crate")]
pub(super) struct Drops(Arc<AtomicUsize>);

impl Drops {
    pub(super) fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// What counts when it is dropped.
    pub(super) fn watch(&self) -> Watch {
        Watch(self.clone())
    }
}

/// Counts its drop.
#[derive(Debug, Default, SearchTensors)]
#[tvm_ffi(crate = "crate")]
pub(super) struct Watch(Drops);

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[object("tests.Animal", crate = "crate")]
#[derive(Debug, Default)]
pub(super) struct Animal {
    pub(super) legs: i64,
    pub(super) name: String,
    pub(super) watch: Watch,
}

#[object("tests.Dog", extends = Animal, crate = "crate")]
#[derive(Debug, Default)]
pub(super) struct Dog {
    #[base]
    pub(super) animal: Animal,
    pub(super) bark: u8,
}

/// Aligned as none of those that it extends.
#[object("tests.Puppy", extends = Dog, crate = "crate")]
#[repr(align(64))]
#[derive(Debug, Default)]
pub(super) struct Puppy {
    #[base]
    pub(super) dog: Dog,
    pub(super) toys: Vec<String>,
}

#[object("tests.Cat", extends = Animal, crate = "crate")]
#[derive(Debug, Default)]
pub(super) struct Cat {
    #[base]
    pub(super) animal: Animal,
}

/// An animal of its name, as part of any of them.
pub(super) fn named(name: &str, drops: &Drops) -> Animal {
    Animal { legs: 4, name: name.to_owned(), watch: drops.watch() }
}

pub(super) fn puppy(drops: &Drops) -> Puppy {
    Puppy { dog: Dog { animal: named("Rex", drops), bark: 7 }, toys: vec![String::from("ball")] }
}

/// One that can be changed.
#[object("tests.Counter", mutable, crate = "crate")]
#[derive(Debug, Default)]
pub(super) struct Counter {
    pub(super) total: i64,
    pub(super) watch: Watch,
}

#[object("tests.StepCounter", mutable, extends = Counter, crate = "crate")]
#[derive(Debug, Default)]
pub(super) struct StepCounter {
    #[base]
    pub(super) counter: Counter,
    pub(super) step: i64,
}
