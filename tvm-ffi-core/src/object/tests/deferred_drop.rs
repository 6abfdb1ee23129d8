//! Objects that end inside the end of others.

use std::sync::{Arc, Mutex};

use super::family::{Drops, Watch};
use crate::function::Function;
use crate::object::{Ref, WeakRef};
use tvm_ffi_macros::object;

#[object("tests.Link", crate = "crate")]
#[derive(Default)]
struct Link {
    watch: Watch,
    next: Option<Ref<Link>>,
    others: Vec<Ref<Link>>,
}

/// A chain of so many links, of which some are watched by weak references.
fn chain(length: usize, drops: &Drops) -> (Ref<Link>, Vec<WeakRef<Link>>) {
    let mut weak = Vec::new();
    let mut first = Ref::new(Link { watch: drops.watch(), ..Link::default() });
    for index in 1..length {
        if index % 3 == 0 {
            weak.push(Ref::downgrade(&first));
        }
        let side = Ref::new(Link { watch: drops.watch(), ..Link::default() });
        first = Ref::new(Link { watch: drops.watch(), next: Some(first), others: vec![side] });
    }
    (first, weak)
}

#[test]
fn chains_of_any_length_end() {
    let length = if cfg!(miri) { 150 } else { 200_000 };
    let drops = Drops::default();
    let (first, weak) = chain(length, &drops);
    drop(first);
    assert_eq!(drops.count(), 2 * length - 1);
    assert!(weak.iter().all(|link| link.upgrade().is_none()));
    drop(weak);
    assert_eq!(drops.count(), 2 * length - 1);
}

#[test]
fn the_weak_references_to_a_chain_may_go_first_or_at_the_same_time() {
    let length = if cfg!(miri) { 100 } else { 1000 };
    let drops = Drops::default();
    let (first, weak) = chain(length, &drops);
    std::thread::scope(|scope| {
        scope.spawn(move || drop(first));
        scope.spawn(move || drop(weak));
    });
    assert_eq!(drops.count(), 2 * length - 1);
}

/// Holds a weak reference to what it is in the chain of.
#[object("tests.Looks", crate = "crate")]
struct Looks {
    next: Option<Ref<Looks>>,
    seen: Arc<Mutex<Vec<bool>>>,
    weak: Mutex<Option<WeakRef<Looks>>>,
}

impl Drop for Looks {
    fn drop(&mut self) {
        let weak = self.weak.get_mut().expect("no test panics with it").take();
        let is_alive = weak.is_some_and(|weak| weak.upgrade().is_some());
        self.seen.lock().expect("no test panics with it").push(is_alive);
    }
}

#[test]
fn an_object_that_waits_to_end_is_not_alive() {
    let seen = Arc::default();
    let new = |next| {
        let seen = Arc::clone(&seen);
        let object = Ref::new(Looks { next, seen, weak: Default::default() });
        *object.weak.lock().expect("no test panics with it") = Some(Ref::downgrade(&object));
        object
    };
    let mut first = new(None);
    for _ in 1..100 {
        first = new(Some(first));
    }
    assert!(first.next.is_some());
    drop(first);
    assert_eq!(*seen.lock().expect("no test panics with it"), [false; 100]);
}

/// Owns the function that owns what is next in a chain of both.
#[object("tests.Owner", crate = "crate")]
struct Owner {
    _watch: Watch,
    _function: Option<Function>,
}

#[test]
fn chains_of_objects_and_closures_are_dropped_at_any_length() {
    let length = if cfg!(miri) { 100 } else { 100_000 };
    let drops = Drops::default();
    let own = |function| Ref::new(Owner { _watch: drops.watch(), _function: function });
    let first = (1..length).fold(own(None), |next, _| {
        let watch = drops.watch();
        own(Some(Function::from_packed(move |_| {
            let _owned = (&next, &watch);
        })))
    });
    drop(first);
    assert_eq!(drops.count(), 2 * length - 1);
}
