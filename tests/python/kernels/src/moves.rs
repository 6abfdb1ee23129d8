//! Functions that borrow an argument, call back, and use the argument again.
#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicUsize, Ordering};

use tvm_ffi::prelude::*;

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

/// Passes all arguments but the first on to the first.
#[tvm_ffi::export]
fn pass_on(args: &[AnyView<'_>]) -> Result<Any> {
    args[0].cast::<Function>()?.call_packed(&args[1..])
}
