//! The arguments of a call in the forms that the fast path takes.

use core::ffi::{c_int, c_void};
use core::ptr::NonNull;
use core::sync::atomic::AtomicPtr;

use crate::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use crate::any::{Any, AnyView};
use crate::call::Args;
use crate::convert::{Canonical, IntoAny, RVALUE_TO_TAKE, is_checked, lent_and_given};
use crate::description::{Description, ParameterType, Shim};
use crate::object_ref::ObjectRef;

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
    #[inline(always)]
    pub(super) fn new(raw: &'c mut [TVMFFIAny]) -> Self {
        Self { raw, owned: Vec::new(), has_rvalues: false, takes: false }
    }

    /// Converts each argument to a form that the fast path takes. `false` if none of them has another form than it has now.
    #[inline(always)]
    pub(super) fn convert(&mut self, description: &Description<'_>) -> bool {
        let has_instances = !description.variables.is_empty() || description.has_fallback();
        let are_tensors_converted = !has_instances && self.raw.iter().all(leads_to_no_code);
        if are_tensors_converted {
            let mut is_changed = false;
            for (value, of) in self.raw.iter_mut().zip(description.parameters) {
                if matches!(value.type_index, TypeIndex::DL_TENSOR_PTR | TypeIndex::TENSOR) {
                    // SAFETY: AnyView validity of the call.
                    is_changed |= unsafe { (of.checked)(value) };
                }
            }
            if is_changed {
                return true;
            }
        }
        self.convert_all(description, has_instances, are_tensors_converted)
    }

    /// Converts arguments of any kind. The types of tensors depend on the instance that the call chooses, if there are several.
    #[cold]
    #[inline(never)]
    fn convert_all(
        &mut self,
        description: &Description<'_>,
        has_instances: bool,
        are_tensors_converted: bool,
    ) -> bool {
        let mut is_changed = false;
        for (index, of) in description.parameters.iter().take(self.raw.len()).enumerate() {
            if is_checked(self.raw[index].type_index) {
                continue;
            }
            is_changed |= self.convert_value(index, of);
            if are_tensors_converted {
                continue;
            }
            let value = &mut self.raw[index];
            let before = *value;
            let is_checked = match of.tensor {
                // SAFETY: AnyView validity of the call.
                Some((wanted, interpreter)) if has_instances => unsafe {
                    (interpreter.checked_in_instance)(description, wanted, value)
                },
                // SAFETY: as above.
                _ => unsafe { (of.checked)(value) },
            };
            if is_checked {
                keep(&mut self.owned, before);
                is_changed = true;
            }
        }
        is_changed
    }

    /// Converts a value to its common form.
    fn convert_value(&mut self, index: usize, of: &ParameterType) -> bool {
        self.has_rvalues |= self.raw[index].type_index == TypeIndex::OBJECT_RVALUE_REF;
        let mut is_changed = false;
        // A container takes a step for each level that it is nested.
        for _ in 0..LEVELS {
            let Some(view) = self.args().arrived(index as i32) else { break };
            match of.canonical(view) {
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
    #[inline(always)]
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

/// Whether a value is a number or a tensor: code that is called with such values cannot give away any of them.
fn leads_to_no_code(value: &TVMFFIAny) -> bool {
    let type_index = value.type_index;
    (TypeIndex::NONE..=TypeIndex::DL_TENSOR_PTR).contains(&type_index)
        || type_index == TypeIndex::TENSOR
        || is_checked(type_index)
}

/// Holds a reference to the object of a value, which another argument may give away.
fn keep(owned: &mut Vec<Any>, value: TVMFFIAny) {
    // SAFETY: AnyView validity of the call: the caller lends the object.
    let view = unsafe { AnyView::from_raw(NonNull::from(&value)) };
    // SAFETY: as above.
    let object = view.object().map(|object| unsafe { ObjectRef::from_borrowed(object) });
    owned.extend(object.map(IntoAny::into_any));
}
