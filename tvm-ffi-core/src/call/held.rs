//! References that a call holds to the objects it was lent.
//!
//! The caller of a function lends its arguments, and keeps them alive until the function returns. Python does not keep that promise when a
//! callback gives an argument away: `f(x, lambda: g(x._move()))` moves the only reference to `g`, which frees the object, or changes it in
//! place, while `f` has borrowed it. The function that takes the object may be of any library, so nothing but a reference of our own helps.
//!
//! So a shim holds all objects among its arguments, if one of its parameters may lead to a function: a function, an object, a container, or any
//! value. Numbers, text, and tensors lead to none, and shims that take nothing else are the ones that have to be fast: they hold nothing.
//! A function with such parameters alone that calls a function from elsewhere, a global one say, still relies on its caller: the callback
//! must not give away the text and the tensors of that call.

use core::ptr::NonNull;

use super::Args;
use crate::abi::{TVMFFIAny, TVMFFIObject};
use crate::convert::Kind;
use crate::object_ref::{dec_ref, inc_ref, inc_ref_of_frame};

/// Whether a parameter of a kind may lead to a function, which may give arguments away.
pub(crate) const fn leads_to_code(kind: Kind) -> bool {
    match kind {
        Kind::Scalar | Kind::Tensor => false,
        Kind::Container | Kind::Function | Kind::Object => true,
    }
}

/// What a call holds.
#[derive(Clone, Copy)]
pub(crate) enum Holds {
    Nothing,
    /// The only argument.
    One(NonNull<TVMFFIObject>),
    /// All objects among the arguments, but for the one at an index.
    But(i32),
}

/// The index of no argument.
pub(super) const NONE: i32 = -1;

/// Takes a reference to each object among the arguments, but for the one that has a reference in its holder already.
#[inline(always)]
pub(super) fn hold(args: Args<'_>, kept: i32) -> Holds {
    // Most methods have one argument, for which a call would cost more than it does.
    if args.count() != 1 {
        let (first, count) = args.raw();
        // SAFETY: these are the arguments of a call.
        unsafe { hold_but(first, count, kept) };
        return Holds::But(kept);
    }
    match args.view(0).and_then(|view| view.object()).filter(|_| kept == NONE) {
        Some(object) => {
            // SAFETY: AnyView validity: the object is live. There is one such reference for each running call.
            unsafe { inc_ref_of_frame(object) };
            Holds::One(object)
        }
        None => Holds::Nothing,
    }
}

/// Gives up the references that [`hold`] took. The arguments have not changed: the caller does not write them during the call.
///
/// # Safety
///
/// [`hold`] gave `holds` for these arguments, and this is called once for it.
#[inline]
pub(crate) unsafe fn release(first: *const TVMFFIAny, count: i32, holds: Holds) {
    match holds {
        Holds::Nothing => {}
        // SAFETY: the reference was taken by `hold`, and is not used again.
        Holds::One(object) => unsafe { dec_ref(object) },
        // SAFETY: the caller's contract.
        Holds::But(kept) => unsafe { release_but(first, count, kept) },
    }
}

/// # Safety
///
/// The SafeCall contract of [`crate::abi`].
#[inline(never)]
unsafe extern "C" fn hold_but(first: *const TVMFFIAny, count: i32, kept: i32) {
    // SAFETY: the caller's contract.
    let args = unsafe { Args::new(first, count) };
    for object in objects(args, kept) {
        // SAFETY: AnyView validity: the object is live.
        unsafe { inc_ref(object) };
    }
}

/// # Safety
///
/// As for [`release`].
#[inline(never)]
unsafe extern "C" fn release_but(first: *const TVMFFIAny, count: i32, kept: i32) {
    // SAFETY: the caller's contract.
    let args = unsafe { Args::new(first, count) };
    for object in objects(args, kept) {
        // SAFETY: the reference was taken by `hold_but`, and is not used again.
        unsafe { dec_ref(object) };
    }
}

fn objects(args: Args<'_>, kept: i32) -> impl Iterator<Item = NonNull<TVMFFIObject>> {
    let others =
        args.as_raw_slice(usize::MAX).iter().enumerate().filter(move |(index, _)| *index as i32 != kept);
    others.filter_map(|(_, value)| value.header())
}

/// The references that a call holds, given up where this is dropped: for calls that are not those of a shim.
pub(crate) struct Held<'call> {
    args: Args<'call>,
    holds: Holds,
}

impl<'call> Held<'call> {
    #[inline]
    pub(super) fn new(args: Args<'call>) -> Self {
        Self { args, holds: hold(args, NONE) }
    }
}

impl Drop for Held<'_> {
    #[inline]
    fn drop(&mut self) {
        let (first, count) = self.args.raw();
        // SAFETY: `new` held the arguments.
        unsafe { release(first, count, self.holds) };
    }
}
