//! [`Function`]: a callable object of any language.
//!
//! - [`Function`]: calling, making one from a closure, the global registry;
//! - [`TypedFunction`]: the same with argument and result types;
//! - [`Arguments`], [`Argument`]: the arguments of a call;
//! - [`IntoFunction`]: the closures that become a function.

mod arguments;
mod closure;
pub(crate) mod global;
mod typed;

use core::ffi::c_void;
use core::fmt;

pub use arguments::{Argument, Arguments, IntoArgument};
pub use closure::{IntoFunction, IntoResult, answer_call};
pub use typed::{Signature, TypedFunction};

use crate::abi::{TVMFFIAny, TVMFFIFunctionCell, TVMFFIObjectHandle, TVMFFISafeCallType, TypeIndex};
use crate::any::{Any, AnyView};
use crate::convert::{TypeTag, UnionsAside, object_conversions, owned_parameters};
use crate::error::{Result, check, expect_success};
use crate::gpu_of_call::OnGpu;
use crate::object_ref::ObjectRef;
use crate::runtime::table;

/// A function of any language: a Python callable, a C++ function, a Rust closure.
///
/// ```
/// # fn main() -> tvm_ffi_core::Result<()> {
/// use tvm_ffi_core::Function;
/// Function::set_global("my_ext.add_one", &Function::new(|x: i64| x + 1))?;
/// let f = Function::get_global("my_ext.add_one")?;
/// let y: i64 = f.call((41,))?.cast()?;
/// assert_eq!(y, 42);
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Function(ObjectRef);

owned_parameters!(Function);
object_conversions!(Function, FUNCTION, Function, TypeTag::Function);

impl Function {
    /// A function from a closure. Parameters may borrow: `|x: i64, s: &str| ...`.
    ///
    /// The closure is called from any thread, at once from several, and is dropped with the last reference to the function.
    /// What it returns is a value or a `Result`; a panic in it is raised as an error.
    ///
    /// ```
    /// # use tvm_ffi_core::{Function, Result};
    /// # fn main() -> Result<()> {
    /// let repeat = Function::new(|text: &str, times: usize| text.repeat(times));
    /// let text: String = repeat.call(("ab", 2))?.cast()?;
    /// assert_eq!(text, "abab");
    /// # Ok(()) }
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no runtime in the process and none can be found.
    #[track_caller]
    pub fn new<F: IntoFunction<S>, S>(closure: F) -> Self {
        closure.into_function()
    }

    /// A function from a closure over any arguments.
    ///
    /// # Panics
    ///
    /// If there is no runtime in the process and none can be found.
    pub fn from_packed<F, R>(closure: F) -> Self
    where
        F: Fn(&[AnyView<'_>]) -> R + Send + Sync + 'static,
        R: IntoResult,
    {
        closure::from_packed(closure)
    }

    /// A function object of the runtime around a C function and its context.
    ///
    /// # Safety
    ///
    /// `safe_call` obeys the SafeCall contract of [`crate::abi`] whenever it gets `context`, on any thread; `deleter` may be
    /// called once, when nothing calls any more, on any thread.
    pub(crate) unsafe fn create(
        context: *mut c_void,
        safe_call: TVMFFISafeCallType,
        deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    ) -> Self {
        let mut out: TVMFFIObjectHandle = core::ptr::null_mut();
        // SAFETY: the caller's contract; `out` is writable.
        let code = unsafe { table::TVMFFIFunctionCreate(context, safe_call, deleter, &mut out) };
        expect_success(code);
        // SAFETY: the runtime gave an owned function.
        match unsafe { ObjectRef::from_handle(out) } {
            Some(object) => Self(object),
            None => panic!("the runtime made no function object"),
        }
    }

    /// The function of an export.
    pub(crate) fn from_safe_call(safe_call: TVMFFISafeCallType) -> Result<Self> {
        crate::runtime::find()?;
        // SAFETY: an export's shim obeys the contract with any context, and binding has pinned this library.
        Ok(unsafe { Self::create(core::ptr::null_mut(), safe_call, None) })
    }

    /// The function with types for its arguments and its result: `typed::<fn(i64, f64) -> String>()`.
    ///
    /// Arguments are checked by the function, the result by this side, at each call.
    pub fn typed<S: Signature>(self) -> TypedFunction<S> {
        TypedFunction::new(self)
    }

    /// Calls the function with a tuple of arguments.
    ///
    /// # Errors
    ///
    /// What the function raises, with its traceback.
    #[track_caller]
    pub fn call(&self, args: impl Arguments) -> Result<Any> {
        args.with_raw(|raw| self.call_raw(raw))
    }

    /// Calls the function with any number of values.
    ///
    /// # Errors
    ///
    /// What the function raises, with its traceback. A `TypeError` for a `DLTensor*`, which belongs to the caller that
    /// passed it and which the function could keep: see [`AnyView::lend`].
    #[track_caller]
    pub fn call_packed(&self, args: &[AnyView<'_>]) -> Result<Any> {
        let args: Vec<Argument<'_>> = args.iter().copied().map(Argument::borrowed).collect();
        let mut raw = Vec::with_capacity(args.len());
        for arg in &args {
            // Not an iterator's closure, so that an error names the caller's line.
            raw.push(arg.checked()?);
        }
        self.call_raw(&raw)
    }

    /// Calls the function; the slots hold views.
    #[track_caller]
    pub(crate) fn call_raw(&self, args: &[TVMFFIAny]) -> Result<Any> {
        let Ok(count) = i32::try_from(args.len()) else { crate::bail!(TypeError, "too many arguments") };
        // SAFETY: Object validity: the body of a function.
        let cell = unsafe { self.0.body::<TVMFFIFunctionCell>().as_ref() };
        let Some(safe_call) = cell.safe_call else {
            crate::bail!(TypeError, "the function cannot be called from C")
        };
        let mut result = TVMFFIAny::NONE;
        let _elsewhere = (OnGpu::leave(), UnionsAside::set());
        // SAFETY: the SafeCall contract: the slots are views that outlive the call, `result` owns nothing.
        check(unsafe { safe_call(self.0.handle(), args.as_ptr(), count, &mut result) })?;
        from_result(result)
    }

    /// The function as an object.
    pub fn as_object(&self) -> &ObjectRef {
        &self.0
    }
}

/// The result of a call, which owns what it holds. A careless callee may return a value that only views may hold.
#[track_caller]
pub(crate) fn from_result(result: TVMFFIAny) -> Result<Any> {
    match result.type_index {
        TypeIndex::RAW_STR | TypeIndex::BYTE_ARRAY_PTR => {
            // SAFETY: the callee answers for the pointer until the call returns to the user.
            unsafe { AnyView::from_raw(core::ptr::NonNull::from(&result)) }.to_any()
        }
        TypeIndex::DL_TENSOR_PTR | TypeIndex::OBJECT_RVALUE_REF => {
            crate::bail!(TypeError, "the function returned a value that only an argument may be")
        }
        type_index if type_index < TypeIndex::NONE => {
            crate::bail!(TypeError, "the function returned a value of unknown type index {type_index}")
        }
        // SAFETY: by the SafeCall contract the result is owned.
        _ => Ok(unsafe { Any::from_raw(result) }),
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Function({:p})", self.0.as_ptr())
    }
}

#[cfg(test)]
mod tests;
