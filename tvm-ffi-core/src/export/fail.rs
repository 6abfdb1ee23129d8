//! The cold paths of a call: wrong number of arguments, an argument that does not convert, an error returned.
//!
//! They are `extern "C"`, so that a shim can call them as its last act with nothing to unwind through.

use core::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::describe::{Description, ParameterType, look};
use super::{Args, Export, WRONG_COUNT};
use crate::abi::TVMFFIAny;
use crate::any::Any;
use crate::convert::{Canonical, Mismatch, RVALUE_TO_TAKE, through_rvalue};
use crate::error::{Error, ErrorKind, raise_at, raise_out_of_memory};

/// Raises the error that a function returned.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub extern "C" fn raise_error(error: Error, name: &'static str) -> c_int {
    raise(|| error.raise(name))
}

/// Ends a call whose body gave up on an argument: calls again with all arguments in their common forms if that is what it
/// needs, otherwise raises what is wrong with it or with the number of arguments.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub(super) extern "C" fn call_failed(
    export: Export,
    args: Args<'_>,
    result: *mut TVMFFIAny,
    code: c_int,
) -> c_int {
    match catch_unwind(AssertUnwindSafe(|| look(export, |about| other_form(about, args, code)))) {
        // SAFETY: `call` was given the arguments and the result of a call, under the SafeCall contract.
        Ok(Ok(canonical)) => unsafe { canonical.call(result) },
        Ok(Err(index)) => argument_refused(export, args, index),
        Err(payload) => super::panic::raise_panic(export, payload),
    }
}

/// Ends a call for which there is no other form to try: raises what is wrong with it.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub(super) extern "C" fn exact_failed(export: Export, args: Args<'_>, code: c_int) -> c_int {
    argument_refused(export, args, code - 1)
}

/// Raises what is wrong with an argument; or the panic of a type of the user's that was asked to explain it.
///
/// The place of the error is that of the function: no line of Rust made it, and one of this file tells nobody anything.
fn argument_refused(export: Export, args: Args<'_>, index: i32) -> c_int {
    let error = || look(export, |about| (argument_error(about, args, index), about.texts()));
    match catch_unwind(AssertUnwindSafe(error)) {
        Ok(((kind, message), texts)) => {
            raise(|| raise_at(&kind, &message, texts.file, texts.line, texts.name))
        }
        Err(payload) => super::panic::raise_panic(export, payload),
    }
}

/// Raises a panic that left an exported function. If it left after the result was written, in the drop of an argument, the
/// result is taken back: the caller of a call that failed does not look at it.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub(super) extern "C" fn call_panicked(
    export: Export,
    result: *mut TVMFFIAny,
    payload: Box<dyn std::any::Any + Send>,
) -> c_int {
    // SAFETY: the SafeCall contract: the place is writable, and held no object before the call.
    let written = unsafe { result.replace(TVMFFIAny::NONE) };
    if crate::object::is_object_index(written.type_index) {
        // SAFETY: the call wrote an owned value, and the caller of a call that failed takes none.
        let written = unsafe { Any::from_raw(written) };
        let mut written = Some(written);
        super::panic::guarded(&mut || drop(written.take()));
    }
    super::panic::raise_panic(export, payload)
}

/// The arguments in their common forms, or the index of one that does not convert; of none if their number is wrong.
fn other_form(about: &Description<'_>, args: Args<'_>, code: c_int) -> Result<CanonicalArgs, i32> {
    let index = code - 1;
    if code == WRONG_COUNT {
        return Err(index);
    }
    let canonical = CanonicalArgs::of(about, args).ok_or(index)?;
    // A call that fails takes nothing.
    let refused = if canonical.takes { refused(about, args) } else { None };
    refused.map_or(Ok(canonical), Err)
}

/// The first argument that does not convert. Nothing is taken to find out.
fn refused(about: &Description<'_>, args: Args<'_>) -> Option<i32> {
    let fails = |index: i32, of: &ParameterType| {
        let Some(view) = args.view(index) else { return false };
        match (of.canonical)(view) {
            Some(Canonical::Rvalue) => {
                through_rvalue(view, |inner| Some((of.explain)(inner).is_some())).unwrap_or(true)
            }
            _ => (of.explain)(view).is_some(),
        }
    };
    (0..args.count()).zip(about.parameters).find(|(index, of)| fails(*index, of)).map(|(index, _)| index)
}

/// Raises an error, whatever happens on the way.
#[inline(always)]
fn raise(raise: impl FnOnce()) -> c_int {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(raise)) {
        raise_failed(payload);
    }
    -1
}

#[cold]
#[inline(never)]
pub(super) fn raise_failed(payload: Box<dyn std::any::Any + Send>) {
    super::panic::forget(payload);
    // Without a runtime there is nobody to raise to, and this panics again.
    let _ = catch_unwind(raise_out_of_memory).map_err(super::panic::forget);
}

fn arity_error(about: &Description<'_>, num_args: i32) -> (ErrorKind, String) {
    let parameters = about.parameters();
    let total = parameters.len();
    let required = parameters.iter().take_while(|parameter| parameter.default.is_none()).count();
    let expected = if required == total { format!("{total}") } else { format!("{required} to {total}") };
    let noun = if total == 1 && required == total { "argument" } else { "arguments" };
    let (name, signature) = (about.name(), about.signature());
    let message = format!("{name}: expected {expected} {noun}, got {num_args}\n  {signature}");
    (ErrorKind::TypeError, message)
}

fn argument_error(about: &Description<'_>, args: Args<'_>, index: i32) -> (ErrorKind, String) {
    // A wrong number of arguments gives an index that no argument has.
    let Some(view) = args.view(index) else { return arity_error(about, args.count()) };
    let parameters = about.parameters();
    let parameter = usize::try_from(index).ok().and_then(|index| parameters.get(index));
    let mismatch = parameter
        .and_then(|parameter| (parameter.of.explain)(view))
        .unwrap_or_else(|| Mismatch::type_error("the value changed while it was decoded"));
    let message = format!(
        "{}: argument #{index} `{}`{}: {}\n  {}",
        about.name(),
        parameter.map_or("", |parameter| parameter.name),
        mismatch.place(),
        mismatch.text(),
        about.signature()
    );
    (mismatch.kind().clone(), message)
}

/// Arguments in their common forms, with what has to live for them.
struct CanonicalArgs {
    shim: crate::abi::TVMFFISafeCallType,
    raw: Vec<TVMFFIAny>,
    owned: Vec<Any>,
    /// Whether there is an object to take.
    takes: bool,
}

impl CanonicalArgs {
    /// `None` if every argument is in its common form already.
    fn of(about: &Description<'_>, args: Args<'_>) -> Option<Self> {
        let raw = (0..args.count()).filter_map(|index| args.view(index)).map(|view| *view.as_raw()).collect();
        let mut canonical =
            Self { shim: about.exact.unwrap_or(about.shim), raw, owned: Vec::new(), takes: false };
        let mut changed = false;
        for (index, of) in (0..args.count()).zip(about.parameters) {
            match args.view(index).and_then(|view| (of.canonical)(view)) {
                Some(form) => canonical.set(index as usize, form),
                None => continue,
            }
            changed = true;
        }
        changed.then_some(canonical)
    }

    fn set(&mut self, index: usize, form: Canonical) {
        match form {
            Canonical::Value(value) => {
                self.raw[index] = *value.as_raw();
                self.owned.push(value);
            }
            Canonical::Rvalue => {
                self.raw[index].type_index = RVALUE_TO_TAKE;
                self.takes = true;
            }
        }
    }

    /// Calls again.
    ///
    /// # Safety
    ///
    /// The SafeCall contract of [`crate::abi`], for the call that `self` has the arguments of.
    unsafe fn call(self, result: *mut TVMFFIAny) -> c_int {
        // INVARIANT: there are as many as there were, which was an `i32`.
        let count = self.raw.len() as i32;
        // SAFETY: the arguments are those of the call being made, in other forms that live in `self`; the result is its
        // own. Each canonical form is accepted or has none itself, so this ends.
        unsafe { (self.shim)(core::ptr::null_mut(), self.raw.as_ptr(), count, result) }
    }
}
