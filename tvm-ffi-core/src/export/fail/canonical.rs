//! Arguments in their common forms.

use core::ffi::{c_int, c_void};
use core::sync::atomic::AtomicPtr;

use crate::abi::{TVMFFIAny, TVMFFIAnyPayload, TVMFFISafeCallType};
use crate::any::Any;
use crate::call::Args;
use crate::convert::{Canonical, RVALUE_TO_TAKE, lent_and_given};
use crate::description::Description;

/// More than there are levels in any type that people write.
const LEVELS: usize = 64;

/// A slot out of which the object was taken.
static EMPTY: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());

/// The arguments of a call in their common forms, with what has to live for them.
pub(super) struct CanonicalArgs {
    entry: TVMFFISafeCallType,
    raw: Vec<TVMFFIAny>,
    owned: Vec<Any>,
    takes: bool,
}

impl CanonicalArgs {
    /// `None` if all arguments are in their common forms already, or have none.
    pub(super) fn of(about: &Description<'_>, args: Args<'_>) -> Option<Self> {
        let mut changed: Option<Self> = None;
        for (index, of) in (0..args.count()).zip(about.parameters) {
            // A container takes a step for each level that it is nested.
            for _ in 0..LEVELS {
                let current = changed.as_ref().map_or(args, Self::args);
                let Some(form) = current.arrived(index).and_then(|view| of.canonical(view)) else { break };
                let goes_on = match form {
                    Canonical::Value(_) => true,
                    // A type of the user's may say anything.
                    Canonical::Rvalue if !current.is_rvalue(index) => break,
                    Canonical::Rvalue => false,
                };
                changed.get_or_insert_with(|| Self::new(about, args)).set(index as usize, form);
                if !goes_on {
                    break;
                }
            }
        }
        changed
    }

    fn new(about: &Description<'_>, args: Args<'_>) -> Self {
        let raw = (0..args.count()).filter_map(|index| args.view(index)).map(|view| *view.as_raw()).collect();
        Self { entry: about.exact.unwrap_or(about.shim).0, raw, owned: Vec::new(), takes: false }
    }

    fn set(&mut self, index: usize, form: Canonical) {
        match form {
            Canonical::Value(value) => {
                self.raw[index] = *value.as_raw();
                self.owned.push(value);
            }
            Canonical::Rvalue => {
                let slot = self.raw[index].payload.ptr();
                let is_taken =
                    |other: &TVMFFIAny| other.type_index == RVALUE_TO_TAKE && other.payload.ptr() == slot;
                // An object that is given away twice is gone for the second argument, before it is for the first.
                if self.raw[..index].iter().any(is_taken) {
                    self.raw[index].payload = TVMFFIAnyPayload::from_ptr(EMPTY.as_ptr().cast());
                }
                self.raw[index].type_index = RVALUE_TO_TAKE;
                self.takes = true;
            }
        }
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
    pub(super) unsafe fn call(self, result: *mut TVMFFIAny) -> c_int {
        let _kept = lent_and_given(&self.raw);
        // SAFETY: as in `args`; the result is that of the call being made.
        unsafe { (self.entry)(core::ptr::null_mut(), self.raw.as_ptr(), self.count(), result) }
    }
}
