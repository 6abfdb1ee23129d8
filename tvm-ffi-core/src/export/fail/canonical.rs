//! Arguments in their common forms.

use core::ffi::{c_int, c_void};
use core::sync::atomic::AtomicPtr;

use super::{Args, Description};
use crate::abi::{TVMFFIAny, TVMFFIAnyPayload, TVMFFISafeCallType};
use crate::any::Any;
use crate::convert::{Canonical, RVALUE_TO_TAKE};
use crate::export::ParameterType;

/// More than there are levels in any type that people write.
const LEVELS: usize = 64;

/// A slot out of which the object was taken.
static EMPTY: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());

/// The arguments of a call, as far as there are in their common forms, with what has to live for them.
pub(super) struct CanonicalArgs {
    entry: TVMFFISafeCallType,
    raw: Vec<TVMFFIAny>,
    owned: Vec<Any>,
    changed: bool,
    takes: bool,
}

impl CanonicalArgs {
    pub(super) fn of(about: &Description<'_>, args: Args<'_>) -> Self {
        let raw = (0..args.count()).filter_map(|index| args.view(index)).map(|view| *view.as_raw()).collect();
        let entry = about.exact.unwrap_or(about.shim);
        let mut canonical = Self { entry, raw, owned: Vec::new(), changed: false, takes: false };
        for (index, of) in (0..args.count()).zip(about.parameters) {
            canonical.bring(index, of);
        }
        canonical
    }

    /// Brings an argument into its common form, which for containers takes a step for each level that they are nested.
    fn bring(&mut self, index: i32, of: &ParameterType) {
        for _ in 0..LEVELS {
            let form = self.args().view(index).and_then(|view| of.canonical(view));
            let goes_on = matches!(form, Some(Canonical::Value(_)));
            if let Some(form) = form {
                self.set(index as usize, form);
            }
            if !goes_on {
                break;
            }
        }
    }

    fn set(&mut self, index: usize, form: Canonical) {
        self.changed = true;
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

    /// Whether any argument is in another form than it was.
    pub(super) fn is_changed(&self) -> bool {
        self.changed
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
        // SAFETY: as in `args`; the result is that of the call being made.
        unsafe { (self.entry)(core::ptr::null_mut(), self.raw.as_ptr(), self.count(), result) }
    }
}
