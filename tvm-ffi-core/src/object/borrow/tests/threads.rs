//! Borrows on several threads.

use core::time::Duration;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use super::super::wait::stand_in_line;
use super::super::word::EXCLUSIVE;
use super::*;

/// Longer than any of these tests takes, on any machine.
const LONG: Duration = Duration::from_secs(600);

/// The number of a thread that there is not.
const OTHER: u64 = 1 << 60;

/// A borrow that has been waited for without a bound.
struct Waited<'a>(&'a Object, Want);

impl<'a> Waited<'a> {
    fn new(object: &'a Object, want: Want) -> Self {
        // SAFETY: the object has a word, and lives.
        let word = unsafe { word(object.at()) };
        let address = object.at().addr().get();
        assert!(try_add(word, want) || stand_in_line(word, address, want, LONG));
        Self(object, want)
    }
}

impl Drop for Waited<'_> {
    fn drop(&mut self) {
        // SAFETY: as above.
        if give_up(unsafe { word(self.0.at()) }, self.1.part()) {
            wake(self.0.at().addr().get());
        }
    }
}

/// Lets others run until something has happened.
fn until(happened: impl Fn() -> bool) {
    while !happened() {
        std::thread::yield_now();
    }
}

fn in_line(object: &Object) -> usize {
    super::super::wait::in_line(object.at().addr().get())
}

#[test]
fn numbers_that_belong_together_are_seen_together() {
    const ROUNDS: u64 = if cfg!(miri) { 15 } else { 5_000 };
    let object = Object::new();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..ROUNDS {
                    let _only = Waited::new(&object, Want::Exclusive(thread::id()));
                    // SAFETY: nobody else has the object.
                    let pair = unsafe { &mut *object.pair() };
                    pair.0 += 1;
                    std::thread::yield_now();
                    pair.1 += 1;
                }
            });
            scope.spawn(|| {
                for _ in 0..ROUNDS {
                    let _reads = Waited::new(&object, Want::Shared);
                    // SAFETY: nobody changes the object.
                    let pair = unsafe { &*object.pair() };
                    assert_eq!(pair.0, pair.1);
                }
            });
        }
    });
    // SAFETY: nobody else is left.
    assert_eq!(unsafe { *object.pair() }, (2 * ROUNDS, 2 * ROUNDS));
    assert_eq!((object.word(), in_line(&object)), (0, 0));
}

#[test]
fn who_waits_gets_the_object_once_it_is_free() {
    for want in [Want::Shared, Want::Exclusive(OTHER)] {
        let object = Object::new();
        let got = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let only = Waited::new(&object, Want::Exclusive(thread::id()));
            scope.spawn(|| {
                drop(Waited::new(&object, want));
                got.store(true, Ordering::Relaxed);
            });
            until(|| object.word() & WAITING != 0);
            assert!(!got.load(Ordering::Relaxed));
            drop(only);
        });
        assert!(got.load(Ordering::Relaxed));
        assert_eq!((object.word(), in_line(&object)), (0, 0));
    }
}

/// Who comes to an object for which a writer waits stands in line behind it: readers that overlap would keep it out for ever.
#[test]
fn a_reader_does_not_pass_a_writer_that_waits() {
    let object = Object::new();
    let order = Mutex::new(Vec::new());
    let enter = |name| order.lock().expect("nobody panics with it").push(name);
    std::thread::scope(|scope| {
        let first = Waited::new(&object, Want::Shared);
        scope.spawn(|| {
            let _only = Waited::new(&object, Want::Exclusive(OTHER));
            enter("writer");
        });
        until(|| in_line(&object) == 1 && object.word() & WAITING != 0);
        for _ in 0..2 {
            scope.spawn(|| {
                let _reads = Waited::new(&object, Want::Shared);
                enter("reader");
            });
        }
        until(|| in_line(&object) == 3);
        assert!(order.lock().expect("nobody panics with it").is_empty());
        drop(first);
    });
    assert_eq!(order.into_inner().expect("nobody panics with it"), ["writer", "reader", "reader"]);
    assert_eq!((object.word(), in_line(&object)), (0, 0));
}

#[test]
fn a_writer_does_not_pass_readers_that_wait() {
    let object = Object::new();
    let readers = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let first = Waited::new(&object, Want::Exclusive(OTHER));
        for _ in 0..2 {
            scope.spawn(|| {
                let _reads = Waited::new(&object, Want::Shared);
                readers.fetch_add(1, Ordering::Relaxed);
                // They share it.
                until(|| readers.load(Ordering::Relaxed) == 2);
            });
        }
        until(|| in_line(&object) == 2);
        scope.spawn(|| {
            let _only = Waited::new(&object, Want::Exclusive(OTHER + 1));
            assert_eq!(readers.load(Ordering::Relaxed), 2);
        });
        until(|| in_line(&object) == 3);
        drop(first);
    });
    assert_eq!((object.word(), in_line(&object)), (0, 0));
}

#[test]
fn nobody_waits_for_those_who_wait_for_another_object() {
    let object = Object::new();
    let address = |object: &Object| object.at().addr().get();
    let mut others = Vec::new();
    let other = loop {
        let other = Object::new();
        if super::super::wait::share_a_line(address(&object), address(&other)) {
            break other;
        }
        others.push(other);
    };
    std::thread::scope(|scope| {
        let first = Waited::new(&object, Want::Exclusive(OTHER));
        let second = Waited::new(&other, Want::Exclusive(OTHER));
        scope.spawn(|| drop(Waited::new(&object, Want::Shared)));
        until(|| in_line(&object) == 1);
        let behind = scope.spawn(|| drop(Waited::new(&other, Want::Shared)));
        until(|| in_line(&other) == 1);
        drop(second);
        behind.join().expect("it does not panic");
        assert_eq!(in_line(&object), 1);
        drop(first);
    });
}

#[test]
fn who_reads_already_may_read_again_while_a_writer_waits() {
    let object = Object::new();
    std::thread::scope(|scope| {
        let first = object.shared().expect("nobody has it");
        let writer = scope.spawn(|| drop(Waited::new(&object, Want::Exclusive(OTHER))));
        until(|| object.word() & WAITING != 0);
        let second = object.shared().expect("this thread reads already");
        assert_eq!(object.word(), (2 * ONE) | WAITING);
        drop(first);
        assert!(!writer.is_finished());
        drop(second);
    });
    assert_eq!((object.word(), in_line(&object)), (0, 0));
}

#[test]
fn who_waits_too_long_is_refused_and_leaves_the_line() {
    let object = Object::new();
    let tell = |held: Want, gil: bool, exclusive: bool| {
        std::thread::scope(|scope| {
            let holds = Waited::new(&object, held);
            let waiter = scope.spawn(|| {
                let _gil = gil.then(enter_gil);
                let borrowed =
                    if exclusive { object.exclusive().is_some() } else { object.shared().is_some() };
                assert!(!borrowed);
                object.reason()
            });
            let reason = waiter.join().expect("the waiter does not panic").expect("there is a reason");
            assert_eq!((object.word(), in_line(&object)), (held.part(), 0));
            drop(holds);
            reason
        })
    };
    let changed = Want::Exclusive(OTHER);
    assert_eq!(
        tell(changed, false, false),
        "the object is still borrowed mutably by another thread after 1 s"
    );
    assert_eq!(tell(Want::Shared, true, true), "the object is still borrowed by another thread after 5 ms");
    assert_eq!(
        tell(changed, true, true),
        "the object is still borrowed mutably by another thread after 5 ms"
    );
}

#[test]
fn readers_behind_a_writer_that_gives_up_go_on() {
    let object = Object::new();
    let first = Waited::new(&object, Want::Shared);
    // SAFETY: the object has a word, and lives.
    let word = unsafe { word(object.at()) };
    std::thread::scope(|scope| {
        let wait = || {
            stand_in_line(word, object.at().addr().get(), Want::Exclusive(OTHER), Duration::from_millis(200))
        };
        let writer = scope.spawn(wait);
        until(|| in_line(&object) == 1 || writer.is_finished());
        // It gets in although the first one stays.
        scope.spawn(|| drop(Waited::new(&object, Want::Shared)));
        assert!(!writer.join().expect("it does not panic"));
    });
    assert_eq!((object.word(), in_line(&object)), (ONE, 0));
    drop(first);
}

#[test]
fn a_brief_borrow_wakes_those_who_wait_for_it() {
    let object = Object::new();
    std::thread::scope(|scope| {
        // SAFETY: the object has a word, and outlives the borrow.
        let reads = unsafe { BriefShared::at_once(object.at()) }.expect("nobody has it");
        scope.spawn(|| drop(Waited::new(&object, Want::Exclusive(OTHER))));
        until(|| object.word() & WAITING != 0);
        assert_eq!(reads.end(), 0);
    });
    assert_eq!((object.word(), in_line(&object)), (0, 0));
}

#[test]
fn threads_have_numbers_of_their_own() {
    let here = thread::id();
    let there = std::thread::spawn(thread::id).join().expect("it does not panic");
    assert_eq!(thread::id(), here);
    assert!(here != there && here != 0 && there != 0);
}

#[test]
fn a_thread_that_changes_an_object_is_told_apart_from_others() {
    let object = Object::new();
    let only = object.exclusive().expect("nobody has it");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let _gil = enter_gil();
            assert!(object.shared().is_none());
            let reason = object.reason().expect("there is a reason");
            assert!(reason.contains("another thread"), "{reason}");
        });
    });
    assert_eq!(object.word() & EXCLUSIVE, EXCLUSIVE);
    drop(only);
}

#[test]
fn who_was_refused_and_has_not_asked_why_does_not_wait_again() {
    let object = Object::new();
    let only = Waited::new(&object, Want::Exclusive(OTHER));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let gil = enter_gil();
            assert!(object.shared().is_none());
            drop(gil);
            // Without the GIL one would wait for a second.
            assert!(object.exclusive().is_none());
            let reason = object.reason().expect("there is a reason");
            assert!(reason.contains("after 5 ms"), "{reason}");
            assert!(object.exclusive().is_none());
            let reason = object.reason().expect("there is a reason");
            assert!(reason.contains("after 1 s"), "{reason}");
        });
    });
    drop(only);
}

#[test]
fn the_gil_is_held_until_the_last_guard_ends() {
    assert!(!thread::holds_gil());
    let outer = enter_gil();
    let inner = enter_gil();
    drop(inner);
    assert!(thread::holds_gil());
    drop(outer);
    assert!(!thread::holds_gil());
}
