//! The arguments of a call once it is known what becomes of the objects that the caller moves, and with copies of those that may change.

use core::cell::RefCell;
use core::ffi::{c_int, c_void};
use core::sync::atomic::AtomicPtr;

use crate::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use crate::any::Any;
use crate::call::Args;
use crate::convert::{Moved, RVALUE_TO_TAKE, decode_owned, lent_and_given, through_rvalue};
use crate::description::{ParameterType, Record, Shim};

/// What a union becomes may differ for a copy, and copy more; for ever, if a type that a user wrote changes its answers.
const ROUNDS: usize = 8;

thread_local! {
    /// The first argument of each running call that was made again.
    static MADE_AGAIN: RefCell<Vec<*const TVMFFIAny>> = const { RefCell::new(Vec::new()) };
}

/// A slot out of which the object was taken.
static EMPTY: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());

/// The arguments of a call, with what has to live for them.
pub(super) struct SettledArgs<'c> {
    raw: &'c mut [TVMFFIAny],
    owned: Vec<Any>,
    has_rvalues: bool,
    takes: bool,
}

impl<'c> SettledArgs<'c> {
    /// The arguments as the caller passes them.
    pub(super) fn new(raw: &'c mut [TVMFFIAny]) -> Self {
        Self { raw, owned: Vec::new(), has_rvalues: false, takes: false }
    }

    /// Whether a call is the one that is made with arguments that have been settled.
    pub(super) fn are_settled(args: Args<'_>) -> bool {
        MADE_AGAIN.with_borrow(|calls| calls.contains(&args.raw().0))
    }

    /// Settles each argument. `false` if none of them is another now.
    pub(super) fn settle(&mut self, record: &Record) -> bool {
        let count = self.raw.len();
        let parameters = record.parameters.iter().take(count).enumerate();
        parameters.fold(false, |is_changed, (index, parameter)| {
            let is_moved = self.settle_moved(index, parameter.of);
            self.freeze(index, parameter.of) | is_moved | is_changed
        })
    }

    /// Gives the object that the caller moves to the argument, or shares it.
    fn settle_moved(&mut self, index: usize, of: &ParameterType) -> bool {
        if self.raw[index].type_index != TypeIndex::OBJECT_RVALUE_REF {
            return false;
        }
        self.has_rvalues = true;
        match of.moved {
            Moved::Passed => false,
            Moved::Taken => {
                self.permit_to_take(index);
                true
            }
            Moved::Shared => {
                let view = self.args().arrived(index as i32);
                let object = view.and_then(|view| through_rvalue(view, decode_owned));
                object.map(|object| self.replace(index, object)).is_some()
            }
        }
    }

    /// Copies an argument that may change during the call.
    fn freeze(&mut self, index: usize, of: &ParameterType) -> bool {
        for round in 0..ROUNDS {
            let Some(frozen) = self.args().arrived(index as i32).and_then(of.freeze) else {
                return round > 0;
            };
            self.replace(index, frozen);
        }
        true
    }

    fn replace(&mut self, index: usize, value: Any) {
        self.raw[index] = *value.as_raw();
        self.owned.push(value);
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
        let call = || {
            let first = self.raw.as_ptr();
            MADE_AGAIN.with_borrow_mut(|calls| calls.push(first));
            // SAFETY: as in `args`; the result is that of the call being made.
            let code = unsafe { (shim.0)(core::ptr::null_mut(), first, self.count(), result) };
            // Code that switches stacks ends calls in another order.
            MADE_AGAIN.with_borrow_mut(|calls| calls.retain(|call| *call != first));
            code
        };
        if self.has_rvalues {
            let _kept = lent_and_given(self.raw);
            return call();
        }
        call()
    }
}
