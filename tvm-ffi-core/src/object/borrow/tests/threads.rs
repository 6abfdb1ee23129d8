//! Borrows on several threads.

use core::time::Duration;
use std::sync::Mutex;

use super::super::wait::wait_for;
use super::super::word::EXCLUSIVE;
use super::*;

/// Longer than any of these tests takes, on any machine.
const LONG: Duration = Duration::from_secs(600);

/// An id that no thread has.
const OTHER: u64 = 1 << 60;

/// A borrow that waits as long as necessary.
struct Waited<'a>(&'a Object, Mode);

impl<'a> Waited<'a> {
    fn new(object: &'a Object, mode: Mode) -> Self {
        // SAFETY: the object has a word, and lives.
        let word = unsafe { word(object.at()) };
        assert!(try_add(word, mode) || wait_for(word, mode, LONG));
        Self(object, mode)
    }
}

impl Drop for Waited<'_> {
    fn drop(&mut self) {
        // SAFETY: as above.
        remove(unsafe { word(self.0.at()) }, self.1.part());
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
                    let _borrow = Waited::new(&object, Mode::Exclusive(thread::id()));
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
    for mode in [Mode::Shared, Mode::Exclusive(OTHER)] {
        let object = Object::new();
        std::thread::scope(|scope| {
            let exclusive = Waited::new(&object, Mode::Exclusive(thread::id()));
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
            let _borrow = Waited::new(&object, Mode::Exclusive(OTHER));
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
    for mode in [Mode::Shared, Mode::Exclusive(OTHER)] {
        let object = Object::new();
        let mut word = WAITING;
        std::thread::scope(|scope| {
            let first = Waited::new(&object, Mode::Exclusive(thread::id()));
            let waiter = scope.spawn(|| Waited::new(&object, mode));
            until_waiting(&object);
            drop(first);
            let again = scope.spawn(|| drop(Waited::new(&object, Mode::Exclusive(OTHER))));
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
        let writer = scope.spawn(|| drop(Waited::new(&object, Mode::Exclusive(OTHER))));
        until_waiting(&object);
        let second = object.shared().expect("this thread has a shared borrow");
        assert_eq!(object.word(), (2 * ONE) | WAITING);
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
        let writer = scope.spawn(|| wait_for(word, Mode::Exclusive(OTHER), Duration::from_millis(200)));
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
    let tell = |held: Mode, gil: bool, exclusive: bool| {
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
            assert_eq!(object.word(), held.part());
            drop(holds);
            reason
        })
    };
    let changed = Mode::Exclusive(OTHER);
    assert_eq!(
        tell(changed, false, false),
        "the object is still borrowed mutably by another thread after 1 s"
    );
    assert_eq!(tell(Mode::Shared, true, true), "the object is still borrowed by another thread after 5 ms");
    assert_eq!(
        tell(changed, true, true),
        "the object is still borrowed mutably by another thread after 5 ms"
    );
}

#[test]
fn each_thread_has_its_own_id() {
    let here = thread::id();
    let there = std::thread::spawn(thread::id).join().expect("it does not panic");
    assert_eq!(thread::id(), here);
    assert!(here != there && here != 0 && there != 0);
}

#[test]
fn a_borrow_of_another_thread_is_named_as_such() {
    let object = Object::new();
    let only = object.exclusive().expect("it is free");
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
fn a_refused_thread_does_not_wait_again_until_it_takes_the_reason() {
    let object = Object::new();
    let only = Waited::new(&object, Mode::Exclusive(OTHER));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let gil = enter_gil();
            assert!(object.shared().is_none());
            drop(gil);
            // Without the GIL the thread would wait for a second.
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
