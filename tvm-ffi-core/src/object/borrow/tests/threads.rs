//! Borrows on several threads.

use core::time::Duration;
use std::sync::Mutex;
use std::time::Instant;

use super::super::wait::wait_for;
use super::super::word::EXCLUSIVE;
use super::*;
use crate::abi::wait::BOUND;

/// A borrow that waits as long as necessary, and is in no list, as if another thread had it.
struct Waited<'a>(&'a Object, Mode);

impl<'a> Waited<'a> {
    fn new(object: &'a Object, mode: Mode) -> Self {
        // SAFETY: the object has a word, and lives.
        let word = unsafe { word(object.at()) };
        while !try_add(word, mode) && !wait_for(word, mode, false) {}
        Self(object, mode)
    }
}

impl Drop for Waited<'_> {
    fn drop(&mut self) {
        // SAFETY: as above.
        remove(unsafe { word(self.0.at()) }, self.1);
    }
}

/// Lets other threads run until something has happened.
fn until(happened: impl Fn() -> bool) {
    while !happened() {
        std::thread::yield_now();
    }
}

/// Lets other threads run until one waits for the object.
fn until_waiting(object: &Object) {
    until(|| object.word() & WAITING != 0);
}

#[test]
fn readers_and_writers_see_equal_numbers() {
    const ROUNDS: u64 = if cfg!(miri) { 15 } else { 5_000 };
    let object = Object::new();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..ROUNDS {
                    let _borrow = Waited::new(&object, Mode::Exclusive);
                    // SAFETY: the borrow is exclusive.
                    let pair = unsafe { &mut *object.pair() };
                    pair.0 += 1;
                    std::thread::yield_now();
                    pair.1 += 1;
                }
            });
            scope.spawn(|| {
                for _ in 0..ROUNDS {
                    let _borrow = Waited::new(&object, Mode::Shared);
                    // SAFETY: the object does not change during a shared borrow.
                    let pair = unsafe { &*object.pair() };
                    assert_eq!(pair.0, pair.1);
                }
            });
        }
    });
    // SAFETY: the other threads have ended.
    assert_eq!(unsafe { *object.pair() }, (2 * ROUNDS, 2 * ROUNDS));
    assert_eq!(object.word(), 0);
}

#[test]
fn a_waiting_thread_borrows_the_object_once_it_is_free() {
    for mode in [Mode::Shared, Mode::Exclusive] {
        let object = Object::new();
        std::thread::scope(|scope| {
            let exclusive = Waited::new(&object, Mode::Exclusive);
            let waiter = scope.spawn(|| drop(Waited::new(&object, mode)));
            until_waiting(&object);
            assert!(!waiter.is_finished());
            drop(exclusive);
        });
        assert_eq!(object.word(), 0);
    }
}

/// Otherwise readers whose borrows overlap would exclude the writer forever.
#[test]
fn a_waiting_writer_goes_before_later_readers() {
    let object = Object::new();
    let order = Mutex::new(Vec::new());
    let enter = |name| order.lock().expect("no thread panics with the lock").push(name);
    std::thread::scope(|scope| {
        let first = Waited::new(&object, Mode::Shared);
        scope.spawn(|| {
            let _borrow = Waited::new(&object, Mode::Exclusive);
            enter("writer");
        });
        until_waiting(&object);
        let reader = scope.spawn(|| {
            let _borrow = Waited::new(&object, Mode::Shared);
            enter("reader");
        });
        std::thread::sleep(Duration::from_millis(10));
        assert!(!reader.is_finished());
        drop(first);
        until(|| order.lock().is_ok_and(|order| order.first() == Some(&"writer")));
    });
    assert_eq!(object.word(), 0);
}

/// Otherwise a thread that calls one slow method after another would exclude all others forever.
#[test]
fn a_waiting_thread_goes_before_a_writer_that_borrows_again() {
    for mode in [Mode::Shared, Mode::Exclusive] {
        let object = Object::new();
        let mut word = WAITING;
        std::thread::scope(|scope| {
            let first = Waited::new(&object, Mode::Exclusive);
            let waiter = scope.spawn(|| Waited::new(&object, mode));
            until_waiting(&object);
            drop(first);
            let again = scope.spawn(|| drop(Waited::new(&object, Mode::Exclusive)));
            let waited = waiter.join().expect("it does not panic");
            word = object.word() & !WAITING;
            assert!(!again.is_finished());
            drop(waited);
        });
        assert_eq!((word, object.word()), (mode.part(), 0));
    }
}

/// The second borrow would wait for the writer, which waits for the first one.
#[test]
fn a_reader_may_read_again_while_a_writer_waits() {
    let object = Object::new();
    std::thread::scope(|scope| {
        let first = object.shared().expect("it is free");
        let writer = scope.spawn(|| drop(Waited::new(&object, Mode::Exclusive)));
        until_waiting(&object);
        let second = object.shared().expect("this thread has a shared borrow");
        assert_eq!(object.word() & !WAITING, 2 * ONE);
        drop(first);
        assert!(!writer.is_finished());
        drop(second);
    });
    assert_eq!(object.word(), 0);
}

#[test]
fn later_readers_go_on_once_a_writer_gives_up() {
    let object = Object::new();
    let first = Waited::new(&object, Mode::Shared);
    // SAFETY: the object has a word, and lives.
    let word = unsafe { word(object.at()) };
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| wait_for(word, Mode::Exclusive, false));
        until(|| object.word() & WAITING != 0 || writer.is_finished());
        // The first borrow lasts longer.
        scope.spawn(|| drop(Waited::new(&object, Mode::Shared)));
        assert!(!writer.join().expect("it does not panic"));
    });
    assert_eq!(object.word(), ONE);
    drop(first);
}

#[test]
fn a_borrow_that_waits_too_long_is_refused() {
    let object = Object::new();
    for (held, mode, reason) in [
        (Mode::Exclusive, Mode::Shared, "the object is still borrowed mutably by another thread after 1 s"),
        (Mode::Shared, Mode::Exclusive, "the object is still borrowed by another thread after 1 s"),
    ] {
        let holds = Waited::new(&object, held);
        // SAFETY: the object has a word, and lives.
        let refusal = unsafe { Held::new(object.at(), mode) }.expect_err("it is borrowed");
        assert_eq!((refusal.to_string().as_str(), object.word()), (reason, held.part()));
        drop(holds);
    }
}

#[test]
fn a_borrow_of_another_thread_is_named_as_such() {
    let object = Object::new();
    let only = object.exclusive().expect("it is free");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            assert!(object.shared().is_none());
            let reason = object.reason().expect("there is a reason");
            assert!(reason.contains("another thread"), "{reason}");
        });
    });
    assert_eq!(object.word(), EXCLUSIVE);
    drop(only);
}

#[test]
fn a_refused_thread_does_not_wait_again_until_it_takes_the_reason() {
    let object = Object::new();
    let only = Waited::new(&object, Mode::Exclusive);
    assert!(object.shared().is_none());
    let start = Instant::now();
    assert!(object.exclusive().is_none());
    assert!(start.elapsed() < BOUND);
    assert!(object.reason().is_some_and(|reason| reason.contains("after 1 s")));
    assert!(object.exclusive().is_none());
    assert!(start.elapsed() >= BOUND);
    drop(only);
}
