//! Functions that borrow an argument, call back, and use the argument again.
#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use tvm_ffi::prelude::*;
use tvm_ffi::{FfiType, FromAnyView, IntoAny, Mismatch};

static DROPPED: AtomicUsize = AtomicUsize::new(0);

/// An immutable object that counts its drop.
#[tvm_ffi::object("e2e.Witness", init)]
struct Witness {
    #[field]
    value: i64,
}

impl Drop for Witness {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::Relaxed);
    }
}

/// A mutable object that counts its drop.
#[tvm_ffi::object("e2e.Changing", init, mutable)]
struct Changing {
    #[field(set)]
    value: i64,
}

impl Drop for Changing {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::Relaxed);
    }
}

/// The number of dropped objects.
#[tvm_ffi::export]
fn witnesses_dropped() -> usize {
    DROPPED.load(Ordering::Relaxed)
}

/// Calls back. Returns whether no object was dropped during the call.
fn keeps(then: &Function) -> Result<bool> {
    let before = witnesses_dropped();
    then.call(())?;
    Ok(witnesses_dropped() == before)
}

#[tvm_ffi::methods]
impl Witness {
    fn after(&self, then: Function) -> Result<(bool, i64)> {
        Ok((keeps(&then)?, self.value))
    }
}

#[tvm_ffi::methods]
impl Changing {
    /// Changes the object after the callback.
    fn change_after(&mut self, then: Function) -> Result<(bool, i64)> {
        let kept = keeps(&then)?;
        self.value += 1;
        Ok((kept, self.value))
    }

    /// Calls the global function `moves.then`: the object is the only argument.
    fn after_global(&self) -> Result<(bool, i64)> {
        Ok((keeps(&Function::get_global("moves.then")?)?, self.value))
    }
}

#[tvm_ffi::export]
fn after_object(x: &Witness, then: Function) -> Result<(bool, i64)> {
    x.after(then)
}

#[tvm_ffi::export]
fn after_changing(x: &mut Changing, then: Function) -> Result<(bool, i64)> {
    x.change_after(then)
}

#[tvm_ffi::export]
fn after_text(x: &str, then: Function) -> Result<Vec<String>> {
    let before = x.to_owned();
    then.call(())?;
    Ok(vec![before, x.to_owned()])
}

#[tvm_ffi::export]
fn after_bytes(x: &[u8], then: Function) -> Result<Vec<Bytes>> {
    let before = Bytes::from(x);
    then.call(())?;
    Ok(vec![before, Bytes::from(x)])
}

#[tvm_ffi::export]
fn after_array(x: ArrayRef<'_, i64>, then: Function) -> Result<Vec<Vec<i64>>> {
    let before = x.to_vec();
    then.call(())?;
    Ok(vec![before, x.to_vec()])
}

#[tvm_ffi::export]
fn after_list(x: ArrayRef<'_, AnyView<'_>>, then: Function) -> Result<Vec<usize>> {
    let before = x.len();
    then.call(())?;
    Ok(vec![before, x.iter().count()])
}

#[tvm_ffi::export]
fn after_map(x: MapRef<'_, &str, i64>, then: Function) -> Result<Vec<i64>> {
    let sum = || x.iter().map(|(key, value)| key.len() as i64 + value).sum();
    let before = sum();
    then.call(())?;
    Ok(vec![before, sum()])
}

#[tvm_ffi::export]
fn after_shape(x: &[i64], then: Function) -> Result<Vec<Vec<i64>>> {
    let before = x.to_vec();
    then.call(())?;
    Ok(vec![before, x.to_vec()])
}

#[tvm_ffi::export]
fn after_tensor(x: CpuView<'_, f64, 1>, then: Function) -> Result<Vec<Vec<f64>>> {
    let before = x.as_slice().to_vec();
    then.call(())?;
    Ok(vec![before, x.as_slice().to_vec()])
}

#[tvm_ffi::export]
fn after_view(x: AnyView<'_>, then: Function) -> Result<(i64, i64)> {
    let before: i64 = Function::new(|x: Function| x.call(())).call((x,))?.cast()?;
    then.call(())?;
    Ok((before, x.cast::<Function>()?.call(())?.cast()?))
}

/// The same with arguments of any types: the first is borrowed, the second called.
#[tvm_ffi::export]
fn after_packed(args: &[AnyView<'_>]) -> Result<Vec<String>> {
    let text = |view: AnyView<'_>| view.cast_ref::<&str>().map(str::to_owned);
    let before = text(args[0])?;
    args[1].cast::<Function>()?.call(())?;
    Ok(vec![before, text(args[0])?])
}

/// The same as a closure.
#[tvm_ffi::export]
fn make_after_text() -> Function {
    Function::new(|x: &str, then: Function| after_text(x, then))
}

/// Takes an object and drops it.
#[tvm_ffi::export]
fn sink(_x: Any) {}

/// Calls `f` with a copy of the tensor, which it may keep.
#[tvm_ffi::export]
fn call_with_copy(f: Function, x: TensorView<'_>) -> Result<Any> {
    f.call((x.to_tensor()?,))
}

static ON_CONVERSION: Mutex<Option<Function>> = Mutex::new(None);
static KEPT: AtomicBool = AtomicBool::new(true);

/// Calls back once when a field of an object is next read or set. `conversion_kept` says whether the object
/// outlived the callback.
#[tvm_ffi::export]
fn on_conversion(then: Function) {
    *ON_CONVERSION.lock().unwrap_or_else(PoisonError::into_inner) = Some(then);
}

/// Whether no object was dropped during the last callback.
#[tvm_ffi::export]
fn conversion_kept() -> bool {
    KEPT.load(Ordering::Relaxed)
}

fn convert() {
    let then = ON_CONVERSION.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(then) = then {
        KEPT.store(matches!(keeps(&then), Ok(true)), Ordering::Relaxed);
    }
}

/// Types of fields whose conversions run code.
macro_rules! calling {
    ($($(#[$attribute:meta])* $name:ident($of:ty);)*) => {$(
        $(#[$attribute])*
        #[derive(tvm_ffi::SearchTensors)]
        struct $name($of);

        impl Clone for $name {
            #[allow(clippy::non_canonical_clone_impl, reason = "it runs code of others")]
            fn clone(&self) -> Self {
                convert();
                Self(self.0.clone())
            }
        }

        impl FfiType for $name {
            const TAG: &'static tvm_ffi::TypeTag = &tvm_ffi::TypeTag::Named(stringify!($name));
        }

        impl<'a> FromAnyView<'a> for $name {
            type Holder = ();

            fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
                convert();
                view.cast().ok().map(Self)
            }

            fn explain(view: AnyView<'_>) -> Option<Mismatch> {
                <$of>::explain(view)
            }
        }

        impl IntoAny for $name {
            fn into_any(self) -> Any {
                Any::new(self.0)
            }
        }
    )*};
}

calling! {
    /// A number: it has nothing to drop.
    CallingNumber(i64);
    CallingText(String);
}

/// An immutable object whose fields run code when they are read.
#[tvm_ffi::object("e2e.Fickle", init)]
struct Fickle {
    #[field]
    number: CallingNumber,
    #[field]
    text: CallingText,
}

/// The same of a mutable object, also when they are set.
#[tvm_ffi::object("e2e.FickleChanging", init, mutable)]
struct FickleChanging {
    #[field(set)]
    number: CallingNumber,
    #[field(set)]
    text: CallingText,
}

impl Drop for Fickle {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for FickleChanging {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::Relaxed);
    }
}
