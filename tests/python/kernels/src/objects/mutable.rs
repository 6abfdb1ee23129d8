//! Mutable objects.

use std::sync::Barrier;
use std::thread;

use tvm_ffi::prelude::*;

/// A number, and a log.
#[tvm_ffi::object("e2e.Counter", init, mutable, repr, eq, hash, copy)]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Counter {
    #[field(set, default = 0)]
    count: i64,
    #[field(init = false, default = Vec::new())]
    log: Vec<String>,
}

#[tvm_ffi::methods]
impl Counter {
    /// Adds, and returns the new count.
    fn add(&mut self, #[default(1)] by: i64) -> i64 {
        self.count += by;
        self.count
    }

    fn get(&self) -> i64 {
        self.count
    }

    fn add_other(&mut self, other: &Counter) -> i64 {
        self.count += other.count;
        self.count
    }

    fn swap(&mut self, other: &mut Counter) {
        core::mem::swap(&mut self.count, &mut other.count);
    }

    fn sum(&self, other: &Counter) -> i64 {
        self.count + other.count
    }

    /// Calls back during an exclusive borrow.
    fn change_with(&mut self, f: Function) -> Result<i64> {
        self.count = f.call((self.count,))?.cast()?;
        Ok(self.count)
    }

    /// Calls back during a shared borrow.
    fn read_with(&self, f: Function) -> Result<Any> {
        f.call((self.count,))
    }

    /// Panics half way.
    fn panic(&mut self) {
        self.count += 1;
        self.log.push("half done".to_owned());
        panic!("the count is {}", self.count);
    }

    fn fail(&mut self) -> Result<()> {
        self.count += 1;
        bail!(ValueError, "not that");
    }

    /// Borrows the object exclusively until a callback returns.
    fn hold(&mut self, f: Function) -> Result<()> {
        f.call(())?;
        Ok(())
    }
}

/// Adds to all of them, each borrowed on its own.
#[tvm_ffi::export]
fn add_to_each(counters: Vec<Ref<Counter>>, by: i64) {
    for counter in counters {
        counter.borrow_mut().count += by;
    }
}

/// Borrows twice, as a callback might.
#[tvm_ffi::export]
fn borrow_twice(counter: Ref<Counter>) -> (String, String, i64) {
    let words = |result: Option<Error>| result.map_or_else(String::new, |error| error.to_string());
    let shared = counter.borrow();
    let changing = words(counter.try_borrow_mut().err().map(Error::from));
    drop(shared);
    let exclusive = counter.borrow_mut();
    let reading = words(counter.try_borrow().err().map(Error::from));
    drop(exclusive);
    let count = counter.borrow().count;
    (changing, reading, count)
}

/// Adds from threads that Rust starts.
#[tvm_ffi::export]
fn add_from_threads(counter: Ref<Counter>, threads: usize, times: usize) -> i64 {
    let barrier = Barrier::new(threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                barrier.wait();
                for _ in 0..times {
                    counter.borrow_mut().count += 1;
                }
            });
        }
    });
    counter.borrow().count
}

/// Takes two objects, which may be the same, one of them `&mut`.
#[tvm_ffi::export]
fn move_count(from: &mut Counter, to: &mut Counter) {
    to.count += core::mem::take(&mut from.count);
}

/// A class with a constructor that calls back.
#[tvm_ffi::object("e2e.CalledBack", mutable)]
struct CalledBack {
    #[field(set)]
    value: Any,
}

#[tvm_ffi::methods]
impl CalledBack {
    #[init]
    fn new(f: Function) -> Result<Self> {
        Ok(Self { value: f.call(())? })
    }
}

/// A mutable parent and subclass.
#[tvm_ffi::object("e2e.NamedCounter", extends = Counter, mutable)]
struct NamedCounter {
    #[base]
    counter: Counter,
    #[field(set)]
    name: String,
}

#[tvm_ffi::methods]
impl NamedCounter {
    #[init]
    fn new(name: String) -> Self {
        Self { counter: Counter { count: 0, log: Vec::new() }, name }
    }

    fn rename(&mut self, name: String) -> String {
        self.counter.count += 1;
        core::mem::replace(&mut self.name, name)
    }
}
