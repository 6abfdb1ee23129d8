//! The arguments of a call in the forms that the fast path takes.

use core::ffi::{c_int, c_void};
use core::sync::atomic::AtomicPtr;

use crate::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use crate::any::Any;
use crate::call::Args;
use crate::convert::{Canonical, RVALUE_TO_TAKE, lent_and_given};
use crate::description::{ParameterType, Record, Shim};

/// The most levels of containers that are converted.
const LEVELS: usize = 64;

/// A slot out of which the object was taken.
static EMPTY: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());

/// The arguments of a call in their common forms, with what has to live for them.
pub(super) struct CanonicalArgs<'c> {
    raw: &'c mut [TVMFFIAny],
    owned: Vec<Any>,
    has_rvalues: bool,
    takes: bool,
}

impl<'c> CanonicalArgs<'c> {
    /// The arguments as the caller passes them.
    pub(super) fn new(raw: &'c mut [TVMFFIAny]) -> Self {
        Self { raw, owned: Vec::new(), has_rvalues: false, takes: false }
    }

    /// Converts each argument to a form that the fast path takes. `false` if none of them has another form than it has now.
    pub(super) fn convert(&mut self, record: &Record) -> bool {
        let count = self.raw.len();
        let parameters = record.parameters.iter().take(count).enumerate();
        parameters.fold(false, |is_changed, (index, parameter)| {
            self.convert_value(index, parameter.of) | is_changed
        })
    }

    /// Converts a value to its common form.
    fn convert_value(&mut self, index: usize, of: &ParameterType) -> bool {
        self.has_rvalues |= self.raw[index].type_index == TypeIndex::OBJECT_RVALUE_REF;
        let mut is_changed = false;
        // A container takes a step for each level that it is nested.
        for _ in 0..LEVELS {
            let Some(view) = self.args().arrived(index as i32) else { break };
            match (of.canonical)(view) {
                None => break,
                // A type of the user may claim this of any value.
                Some(Canonical::Rvalue) if view.type_index() != TypeIndex::OBJECT_RVALUE_REF => break,
                Some(Canonical::Rvalue) => {
                    self.permit_to_take(index);
                    return true;
                }
                Some(Canonical::Value(value)) => {
                    self.raw[index] = *value.as_raw();
                    self.owned.push(value);
                    is_changed = true;
                }
            }
        }
        is_changed
    }

    /// Marks an rvalue reference whose object may be taken.
    fn permit_to_take(&mut self, index: usize) {
        let slot = self.raw[index].payload.ptr();
        let is_taken = |other: &TVMFFIAny| other.type_index == RVALUE_TO_TAKE && other.payload.ptr() == slot;
        // An object that is given away twice is gone for the second argument, before it is for the first.
        if self.raw[..index].iter().any(is_taken) {
            self.raw[index].payload = TVMFFIAnyPayload::from_ptr(EMPTY.as_ptr().cast());
        }
        self.raw[index].type_index = RVALUE_TO_TAKE;
        self.takes = true;
    }

    /// Whether there is an object to take.
    pub(super) fn takes(&self) -> bool {
        self.takes
    }

    /// The arguments.
    pub(super) fn args(&self) -> Args<'_> {
        // SAFETY: the arguments are those of the call being made, in other forms that live in `self`.
        unsafe { Args::new(self.raw.as_ptr(), self.count()) }
    }

    fn count(&self) -> i32 {
        // INVARIANT: there are as many as there were, which was an `i32`.
        self.raw.len() as i32
    }

    /// Calls again.
    ///
    /// # Safety
    ///
    /// The SafeCall contract of [`crate::abi`], for the call that `self` has the arguments of.
    pub(super) unsafe fn call(&self, shim: Shim, result: *mut TVMFFIAny) -> c_int {
        // SAFETY: as in `args`; the result is that of the call being made.
        let call = || unsafe { (shim.0)(core::ptr::null_mut(), self.raw.as_ptr(), self.count(), result) };
        if self.has_rvalues {
            let _kept = lent_and_given(self.raw);
            return call();
        }
        call()
    }
}
