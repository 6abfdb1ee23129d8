//! Object types that extend each other, with a count of their drops.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::testing::object_type;

/// How often the values that share it were dropped.
#[derive(Debug, Clone, Default)]
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
#[derive(Debug, Default)]
pub(super) struct Watch(Drops);

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[repr(C)]
#[derive(Debug, Default)]
pub(super) struct Animal {
    pub(super) legs: i64,
    pub(super) name: String,
    pub(super) watch: Watch,
}
object_type!(Animal, "tests.Animal", Frozen);

#[repr(C)]
#[derive(Debug, Default)]
pub(super) struct Dog {
    pub(super) animal: Animal,
    pub(super) bark: u8,
}
object_type!(Dog, "tests.Dog", Frozen, extends Animal);

/// Aligned as none of those that it extends.
#[repr(C, align(64))]
#[derive(Debug, Default)]
pub(super) struct Puppy {
    pub(super) dog: Dog,
    pub(super) toys: Vec<String>,
}
object_type!(Puppy, "tests.Puppy", Frozen, extends Dog);

#[repr(C)]
#[derive(Debug, Default)]
pub(super) struct Cat {
    pub(super) animal: Animal,
}
object_type!(Cat, "tests.Cat", Frozen, extends Animal);

/// An animal of its name, as part of any of them.
pub(super) fn named(name: &str, drops: &Drops) -> Animal {
    Animal { legs: 4, name: name.to_owned(), watch: drops.watch() }
}

pub(super) fn puppy(drops: &Drops) -> Puppy {
    Puppy { dog: Dog { animal: named("Rex", drops), bark: 7 }, toys: vec![String::from("ball")] }
}

/// One that can be changed.
#[repr(C)]
#[derive(Debug, Default)]
pub(super) struct Counter {
    pub(super) total: i64,
    pub(super) watch: Watch,
}
object_type!(Counter, "tests.Counter", Mutable);

#[repr(C)]
#[derive(Debug, Default)]
pub(super) struct StepCounter {
    pub(super) counter: Counter,
    pub(super) step: i64,
}
object_type!(StepCounter, "tests.StepCounter", Mutable, extends Counter);
