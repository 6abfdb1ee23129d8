//! Registration of classes with the runtime.

use core::iter::successors;
use core::sync::atomic::Ordering;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::prepare::Prepared;
use crate::abi::{TVMFFIByteArray, TypeIndex};
use crate::description::{Class, has_registered, key};
use crate::error::{Error, ErrorKind, Result};
use crate::panic::{forget, panic_error};
use crate::runtime::table;
use crate::type_info::type_index;

/// The classes that could not be registered, and why. The lock is held during the registration of a class with the runtime. No code
/// of the user runs under it, and a thread that holds it waits for nothing else.
static FAILURES: Mutex<Vec<Failure>> = Mutex::new(Vec::new());

/// The result of an attempt, or why it failed.
type Outcome<T> = core::result::Result<T, String>;

struct Failure {
    class: &'static Class,
    reason: String,
}

std::thread_local! {
    /// The classes that this thread is preparing.
    static PREPARING: RefCell<Vec<&'static Class>> = const { RefCell::new(Vec::new()) };
}

fn failures() -> MutexGuard<'static, Vec<Failure>> {
    FAILURES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Class {
    /// Registers the class, after those that it extends. The result is cached.
    ///
    /// # Errors
    ///
    /// Why it cannot be registered: there is no runtime, or another library has the type key.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(crate) fn register(&'static self) -> Result<i32> {
        // Before taking a lock: this may wait for another thread that registers pending classes.
        crate::runtime::find()?;
        let known = self.outcome(&failures());
        let outcome = known.unwrap_or_else(|| {
            let prepared = self.prepare();
            // Drops the prepared parts without the lock.
            self.register_once(&prepared)
        });
        outcome.map_err(|reason| Error::new(ErrorKind::RuntimeError, reason))
    }

    /// Registers the class with the runtime, and keeps the result.
    fn register_once(&'static self, prepared: &Outcome<Prepared>) -> Outcome<i32> {
        let mut failures = failures();
        // Another thread may have registered it meanwhile.
        if let Some(outcome) = self.outcome(&failures) {
            return outcome;
        }
        let registered = prepared.as_ref().map_err(Clone::clone).and_then(|it| self.register_prepared(it));
        match &registered {
            Ok(index) => self.index.store(*index, Ordering::Release),
            Err(reason) => failures.push(Failure { class: self, reason: reason.clone() }),
        }
        registered
    }

    /// The result of an earlier registration, if there was one.
    fn outcome(&'static self, failures: &[Failure]) -> Option<Outcome<i32>> {
        let index = self.index.load(Ordering::Acquire);
        if index >= 0 {
            return Some(Ok(index));
        }
        let failure = failures.iter().find(|failure| core::ptr::eq(failure.class, self))?;
        Some(Err(failure.reason.clone()))
    }

    /// Makes the parts of the registration, or returns why it cannot.
    fn prepare(&'static self) -> Outcome<Prepared> {
        let is_self = |classes: &RefCell<Vec<&'static Class>>| {
            classes.borrow().iter().any(|class| core::ptr::eq(*class, self))
        };
        if PREPARING.try_with(is_self).unwrap_or(false) {
            return Err(format!(
                "`{}` is used by the default of one of its own fields, while it is being registered",
                key(self)
            ));
        }
        if let Some(parent) = self.parent
            && let Err(error) = parent().register()
        {
            return Err(format!(
                "`{}`, which it extends, is not registered: {}",
                key(parent()),
                error.message()
            ));
        }
        let parents = || successors(self.parent(), |class| class.parent());
        for name in self.record.fields.iter().map(|field| field.param.name) {
            let is_it = |class: &&Class| class.record.fields.iter().any(|field| field.param.name == name);
            if let Some(parent) = parents().find(is_it) {
                return Err(format!(
                    "the field `{name}` has the name of a field of `{}`, which it extends, and callers would not reach that one any more\n\
                     help: choose another name with `#[field(rename = \"...\")]`",
                    key(parent)
                ));
            }
        }
        let _ = PREPARING.try_with(|classes| classes.borrow_mut().push(self));
        let prepared = catch_unwind(AssertUnwindSafe(|| Prepared::of(self)));
        let _ = PREPARING.try_with(|classes| classes.borrow_mut().pop());
        match prepared {
            Ok(prepared) => prepared.map_err(|error| error.message().into_owned()),
            Err(payload) => Err(panic_error(payload).message().into_owned()),
        }
    }

    /// Registers the class with the runtime. The runtime's functions have no lock; the caller excludes the other threads of this library.
    fn register_prepared(&'static self, prepared: &Prepared) -> Outcome<i32> {
        // Lets Python define subclasses: with 0, the runtime would end the process over one.
        const CAN_OVERFLOW: i32 = 1;
        let key = prepared.key;
        let bytes = TVMFFIByteArray::of(key.as_bytes());
        let (depth, parent) = self.lineage();
        if type_index(key).is_some() {
            let by = match has_registered(key) {
                true => "another type of this library",
                false => "another library or another copy of this one",
            };
            return Err(format!("type key `{key}` is already registered, by {by}"));
        }
        // SAFETY: the key is readable during the call; the parent is registered, and has one ancestor less.
        let index = unsafe { table::TVMFFITypeGetOrAllocIndex(&bytes, -1, depth, 0, CAN_OVERFLOW, parent) };
        // SAFETY: the index was just given out.
        let registered = unsafe { prepared.register(index) };
        registered.map(|()| index).map_err(|error| error.message().into_owned())
    }

    /// The number of its ancestors, `ffi.Object` included, and the index of its parent.
    fn lineage(&'static self) -> (i32, i32) {
        match self.parent {
            None => (1, TypeIndex::OBJECT),
            Some(parent) => (parent().lineage().0 + 1, parent().index.load(Ordering::Acquire)),
        }
    }

    /// Registers a class of the list. It never unwinds: errors are kept for the manifest.
    pub(crate) fn register_listed(&'static self) {
        if let Err(payload) = catch_unwind(|| drop(self.register())) {
            forget(payload);
        }
    }

    /// Why the class could not be registered, if it could not.
    pub(crate) fn failure(&'static self) -> Option<String> {
        self.outcome(&failures())?.err()
    }
}
