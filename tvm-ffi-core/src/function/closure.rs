//! Functions from closures.

use core::ffi::{c_int, c_void};
use core::mem::ManuallyDrop;
use core::ptr::{NonNull, null_mut};
use std::panic::Location;

use super::Function;
use crate::abi::{TVMFFIAny, TVMFFIFunctionCell, TVMFFIObject, TypeIndex};
use crate::any::{Any, AnyView};
use crate::call::{Args, Slot};
use crate::convert::{
    FromAnyView, IntoAny, Mismatch, Moved, Parameter, decode_owned, mismatch_of, take_owned, through_rvalue,
};
use crate::error::{Error, ErrorKind, Frames, Result};
use crate::new_object::{Body, new_object};
use crate::panic::guarded_call;
use crate::tuples::for_tuples;

/// The name of closures in messages and tracebacks.
const NAME: &str = "<closure>";

/// What a closure may return: a value, or a `Result` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a closure that becomes a `Function`",
    label = "neither an FFI value nor a `Result` of one",
    note = "return a type with `IntoAny`, or `Result<T, E>` of one with `E: Into<tvm_ffi::Error>`"
)]
pub trait IntoResult {
    /// The value or the error.
    ///
    /// # Errors
    ///
    /// The error of the closure.
    fn into_result(self) -> Result<Any>;
}

impl<T: IntoAny> IntoResult for T {
    #[inline]
    fn into_result(self) -> Result<Any> {
        Ok(self.into_any())
    }
}

impl<T: IntoAny, E: Into<Error>> IntoResult for Result<T, E> {
    #[inline]
    fn into_result(self) -> Result<Any> {
        self.map(IntoAny::into_any).map_err(Into::into)
    }
}

/// A closure that can become a [`Function`]: up to twelve parameters, which may borrow.
///
/// The compiler infers `S`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot become a `Function`",
    label = "not a closure over FFI types that is `Send + Sync + 'static`",
    note = "up to twelve parameters with written types that can be arguments, such as `|x: i64, text: &str|`, and as result a value or a `Result` of one",
    note = "a function is called, and dropped, on any thread: share state by `Arc`, atomics, and `Mutex` instead of `Rc` and `Cell`"
)]
pub trait IntoFunction<S>: Sized {
    /// The function. Errors about its arguments have the line of the caller as their place, because a closure has no name.
    #[track_caller]
    fn into_function(self) -> Function;
}

macro_rules! closures {
    ($($count:literal ($($arg:ident $index:tt)*),)*) => {$(
        #[allow(non_snake_case, reason = "one name for the type and the value")]
        impl<Closure, R, $($arg),*> IntoFunction<fn($($arg),*) -> R> for Closure
        where
            Closure: Send + Sync + 'static,
            R: IntoResult,
            $($arg: Parameter,)*
            for<'x> &'x Closure: Fn($($arg),*) -> R + Fn($($arg::Item<'_>),*) -> R,
        {
            fn into_function(self) -> Function {
                // The closure has two bounds on calls. A function with its own parameters selects the right one.
                #[allow(clippy::too_many_arguments, reason = "as many as the closure has")]
                fn invoke<R, $($arg),*>(closure: impl Fn($($arg),*) -> R, $($arg: $arg),*) -> R {
                    closure($($arg),*)
                }
                let made_at = Location::caller();
                from_closure(move |args| {
                    check_count($count, args, made_at)?;
                    let _held = args.held();
                    $(let mut holder = Holder::<$arg::Item<'_>>::default();
                    let $arg: $arg::Item<'_> = argument(args, $index, &mut holder, made_at)?;)*
                    invoke(&self, $($arg),*).into_result()
                })
            }
        }
    )*};
}

closures! {
    0 (),
}
for_tuples!(closures);

/// A function from a closure over views.
#[track_caller]
pub(super) fn from_packed<F, R>(closure: F) -> Function
where
    F: Fn(&[AnyView<'_>]) -> R + Send + Sync + 'static,
    R: IntoResult,
{
    from_closure(move |args| args.with_views(|views| closure(views).into_result()))
}

/// A closure of any type, so that the code around the calls of closures is compiled once.
type Closure = Box<dyn Fn(Args<'_>) -> Result<Any> + Send + Sync>;

/// The body of the function object of a closure.
#[repr(C)]
struct OfClosure {
    cell: TVMFFIFunctionCell,
    closure: ManuallyDrop<Closure>,
}

impl Body for OfClosure {
    unsafe fn drop_contents(object: NonNull<TVMFFIObject>) {
        // SAFETY: the body follows the header.
        let mut body = unsafe { object.add(1) }.cast::<Self>();
        // SAFETY: the caller's contract.
        let body = unsafe { body.as_mut() };
        // SAFETY: as above: nothing calls the closure any more.
        unsafe { ManuallyDrop::drop(&mut body.closure) };
    }
}

/// A function object that owns `closure`.
#[track_caller]
fn from_closure(closure: impl Fn(Args<'_>) -> Result<Any> + Send + Sync + 'static) -> Function {
    // Before the closure is in the object: if this panics, the closure is dropped as usual.
    crate::runtime::bind_or_panic();
    let closure: Closure = Box::new(closure);
    // `call_closure` obeys the SafeCall contract for this object; the closure may be called from any thread and dropped on any.
    let cell = TVMFFIFunctionCell { safe_call: Some(call_closure), cpp_call: null_mut() };
    Function(new_object(TypeIndex::FUNCTION, 0, |_| OfClosure { cell, closure: ManuallyDrop::new(closure) }))
}

unsafe extern "C" fn call_closure(
    function: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the SafeCall contract: the function is one that `from_closure` made, and the body follows the header.
    let place = unsafe { function.cast::<TVMFFIObject>().add(1) }.cast::<OfClosure>();
    // SAFETY: as above; the closure is only ever shared.
    let OfClosure { closure, .. } = unsafe { &*place };
    // SAFETY: the SafeCall contract.
    unsafe { answer_call(args, num_args, result, &***closure) }
}

/// The body of a function object: it calls a closure.
///
/// # Safety
///
/// The SafeCall contract.
pub unsafe fn answer_call(
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
    closure: &dyn Fn(Args<'_>) -> Result<Any>,
) -> c_int {
    let mut body = || {
        // SAFETY: the SafeCall contract.
        let args = unsafe { Args::new(args, num_args) };
        match closure(args) {
            Ok(value) => {
                // SAFETY: the SafeCall contract.
                let slot = unsafe { Slot::new(result) };
                slot.write(value)
            }
            Err(error) => {
                error.raise(NAME);
                -1
            }
        }
    };
    guarded_call(&mut body, NAME)
}

fn check_count(expected: i32, args: Args<'_>, made_at: MadeAt) -> Result<()> {
    if args.count() == expected { Ok(()) } else { Err(count_error(expected, args.count(), made_at)) }
}

#[cold]
fn count_error(expected: i32, got: i32, made_at: MadeAt) -> Error {
    let noun = if expected == 1 { "argument" } else { "arguments" };
    let message = format!("{NAME}: expected {expected} {noun}, got {got}");
    Error::at(ErrorKind::TypeError, message.into(), made_at, Frames::None)
}

/// What an argument owns during the call.
struct Holder<'a, T: FromAnyView<'a>> {
    of_type: T::Holder,
    /// An object that the caller moves into an argument that borrows from it.
    moved: Any,
}

impl<'a, T: FromAnyView<'a>> Default for Holder<'a, T> {
    fn default() -> Self {
        Self { of_type: T::Holder::default(), moved: Any::none() }
    }
}

fn argument<'a, T: FromAnyView<'a>>(
    args: Args<'a>,
    index: i32,
    Holder { of_type, moved }: &'a mut Holder<'a, T>,
    made_at: MadeAt,
) -> Result<T> {
    let Some(mut view) = args.view(index) else { return Err(count_error(index + 1, args.count(), made_at)) };
    if const { matches!(T::FACTS.moved, Moved::Shared) }
        && let Some(object) = through_rvalue(view, decode_owned)
    {
        *moved = object;
        view = moved.as_view();
    }
    let decoded = T::decode(view, of_type).or_else(|| take_owned(view));
    decoded.ok_or_else(|| argument_error(index, &mismatch_of::<T>(view), made_at))
}

#[cold]
fn argument_error(index: i32, mismatch: &Mismatch, made_at: MadeAt) -> Error {
    let message = format!("{NAME}: argument #{index}{}: {}", mismatch.place(), mismatch.text());
    Error::at(mismatch.kind().clone(), message.into(), made_at, Frames::None)
}

/// The place where a closure became a function.
type MadeAt = &'static Location<'static>;
