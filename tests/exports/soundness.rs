//! Calls by hostile or careless callers, each refused by a check. They use the real runtime.

use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicUsize, Ordering};

use tvm_ffi::__private::take_raised_if_any;
use tvm_ffi::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use tvm_ffi::{
    Any, AnyView, ArrayRef, Context, CpuViewMut, Error, ErrorKind, FfiType, FromAnyView, Function, Mismatch,
    Module, ObjectRef, Result, Tensor, TensorView,
};

/// A user's type that wraps an owned type, as the documentation shows.
struct Wrapped(Function);

impl FfiType for Wrapped {
    const TAG: &'static tvm_ffi::TypeTag = &tvm_ffi::TypeTag::Named("Wrapped");
}

impl<'a> FromAnyView<'a> for Wrapped {
    type Holder = ();

    fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
        Function::decode(view, holder).map(Wrapped)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        Function::explain(view)
    }
}

/// A type that panics in the explanation of its error.
struct Unexplained;

impl FfiType for Unexplained {
    const TAG: &'static tvm_ffi::TypeTag = &tvm_ffi::TypeTag::Any;
}

impl<'a> FromAnyView<'a> for Unexplained {
    type Holder = ();

    fn decode(_: AnyView<'a>, (): &'a mut ()) -> Option<Self> {
        None
    }

    fn explain(_: AnyView<'_>) -> Option<Mismatch> {
        panic!("no explanation today");
    }
}

/// Panics when it is dropped, after the result was written.
struct Bomb;

#[derive(Default)]
struct BombHolder(bool);

impl Drop for BombHolder {
    fn drop(&mut self) {
        assert!(!self.0, "the holder went off");
    }
}

impl FfiType for Bomb {
    const TAG: &'static tvm_ffi::TypeTag = &tvm_ffi::TypeTag::Named("Bomb");
}

impl<'a> FromAnyView<'a> for Bomb {
    type Holder = BombHolder;

    fn decode(_: AnyView<'a>, holder: &'a mut BombHolder) -> Option<Self> {
        holder.0 = true;
        Some(Bomb)
    }

    fn explain(_: AnyView<'_>) -> Option<Mismatch> {
        None
    }
}

#[tvm_ffi::export]
fn takes_error_and_extents(error: Error, extents: &[i64]) -> Result<i64> {
    assert_eq!(error.kind(), ErrorKind::KeyError);
    Ok(extents.iter().sum())
}

#[tvm_ffi::export]
fn takes_wrapped_and_extents(wrapped: Wrapped, extents: &[i64]) -> Result<i64> {
    wrapped.0.call((extents.len(),))?.cast()
}

#[tvm_ffi::export]
fn writes_beside_anything(out: CpuViewMut<'_, f32, 1>, anything: AnyView<'_>) -> Result<bool> {
    let given: Tensor = anything.cast()?;
    Ok(given.shape() == out.shape())
}

#[tvm_ffi::export]
fn unexplained(_unexplained: Unexplained) {}

static FREED: AtomicUsize = AtomicUsize::new(0);

struct CountsDrops;

impl Drop for CountsDrops {
    fn drop(&mut self) {
        FREED.fetch_add(1, Ordering::Relaxed);
    }
}

#[tvm_ffi::export]
fn result_and_bomb(_bomb: Bomb) -> Function {
    let counted = CountsDrops;
    Function::new(move || {
        let _ = &counted;
    })
}

#[tvm_ffi::export]
fn panics_twice() {
    /// A function whose closure panics when it is freed, while the first panic unwinds.
    struct PanicsInDrop;
    impl Drop for PanicsInDrop {
        fn drop(&mut self) {
            panic!("inner");
        }
    }
    let inner = PanicsInDrop;
    let _freed_while_unwinding = Function::new(move || {
        let _ = &inner;
    });
    panic!("outer");
}

unsafe extern "C" {
    fn __tvm_ffi_takes_error_and_extents(
        _: *mut c_void,
        _: *const TVMFFIAny,
        _: i32,
        _: *mut TVMFFIAny,
    ) -> c_int;
    fn __tvm_ffi_takes_wrapped_and_extents(
        _: *mut c_void,
        _: *const TVMFFIAny,
        _: i32,
        _: *mut TVMFFIAny,
    ) -> c_int;
    fn __tvm_ffi_writes_beside_anything(
        _: *mut c_void,
        _: *const TVMFFIAny,
        _: i32,
        _: *mut TVMFFIAny,
    ) -> c_int;
    fn __tvm_ffi_unexplained(_: *mut c_void, _: *const TVMFFIAny, _: i32, _: *mut TVMFFIAny) -> c_int;
    fn __tvm_ffi_result_and_bomb(_: *mut c_void, _: *const TVMFFIAny, _: i32, _: *mut TVMFFIAny) -> c_int;
    fn __tvm_ffi_panics_twice(_: *mut c_void, _: *const TVMFFIAny, _: i32, _: *mut TVMFFIAny) -> c_int;
}

type Shim = unsafe extern "C" fn(*mut c_void, *const TVMFFIAny, i32, *mut TVMFFIAny) -> c_int;

/// Calls a shim, through a function object that takes the error from the runtime.
fn call(shim: Shim, args: &[TVMFFIAny]) -> Result<Any> {
    let mut result = TVMFFIAny::NONE;
    // SAFETY: the arguments are views that outlive the call, and the result owns nothing.
    let code = unsafe { shim(core::ptr::null_mut(), args.as_ptr(), args.len() as i32, &mut result) };
    if code == 0 {
        // SAFETY: the call returned an owned value.
        return Ok(unsafe { Any::from_raw(result) });
    }
    assert_eq!(result.type_index, TypeIndex::NONE, "a call that fails leaves no result");
    Err(take_raised_if_any().expect("a call that fails raises an error"))
}

/// An rvalue reference to the object in `slot`.
fn moved(slot: &mut *mut c_void, object: ObjectRef) -> TVMFFIAny {
    *slot = object.into_raw().as_ptr().cast();
    TVMFFIAny::new(TypeIndex::OBJECT_RVALUE_REF, TVMFFIAnyPayload::from_ptr((&raw mut *slot).cast()))
}

fn list_of_two() -> Any {
    let make = Function::get_global("ffi.List").expect("the runtime has lists");
    make.call((20, 22)).expect("a list")
}

#[test]
fn an_rvalue_reference_survives_a_second_run_of_the_shim() {
    // An object is taken in a second call, once it is known that nothing refuses the first.
    let list = list_of_two();
    let mut slot = core::ptr::null_mut();
    let error = Any::new(Error::new(ErrorKind::KeyError, "k")).try_into_object().expect("an object");
    let args = [moved(&mut slot, error), *list.as_raw()];
    let sum: i64 = call(__tvm_ffi_takes_error_and_extents, &args).and_then(Any::cast).expect("it converts");
    assert_eq!((sum, slot.is_null()), (42, true));

    let function = ObjectRef::from(Function::new(|count: i64| count));
    let args = [moved(&mut slot, function), *list.as_raw()];
    let count: i64 =
        call(__tvm_ffi_takes_wrapped_and_extents, &args).and_then(Any::cast).expect("it converts");
    // What a user's type does with an object is not known, so it is shared with the call.
    assert_eq!(count, 2);
    let kept = core::ptr::NonNull::new(slot.cast()).expect("nothing was taken");
    // SAFETY: the slot owns the function again.
    let kept = unsafe { ObjectRef::from_raw(kept) };
    assert!(kept.is_unique());
}

#[test]
fn a_call_that_fails_does_not_move_its_argument() {
    let text = Any::new("no list");
    let mut slot = core::ptr::null_mut();
    let function = Function::new(|| 1);
    let weak = function.as_object().downgrade();
    let args = [moved(&mut slot, ObjectRef::from(function)), *text.as_raw()];
    let error = call(__tvm_ffi_takes_wrapped_and_extents, &args).expect_err("text is not a sequence of ints");
    assert_eq!(error.kind(), ErrorKind::TypeError);
    let kept = core::ptr::NonNull::new(slot.cast()).expect("nothing was taken");
    // SAFETY: the slot owns the function again.
    drop(unsafe { ObjectRef::from_raw(kept) });
    assert!(weak.upgrade().is_none(), "there is no other owner");
}

#[test]
fn the_overlap_check_reads_an_rvalue_reference_without_a_move() {
    let tensor = || Tensor::from_vec(vec![1f32, 2.0], &[2]).expect("a tensor");
    let (out, given) = (Any::new(tensor()), tensor());
    let shared = Any::new(given.clone());
    let mut slot = core::ptr::null_mut();
    let args = [*out.as_raw(), moved(&mut slot, Any::new(given).try_into_object().expect("an object"))];
    let is_alike: bool =
        call(__tvm_ffi_writes_beside_anything, &args).and_then(Any::cast).expect("they share nothing");
    assert!(is_alike);
    // The search for shared memory visits it anyway: a written tensor may not be reachable through it.
    let given = shared.clone().try_into_object().expect("an object");
    let args = [*shared.as_raw(), moved(&mut slot, given)];
    let error = call(__tvm_ffi_writes_beside_anything, &args).expect_err("they share their memory");
    assert!(error.message().contains("shares memory with argument #1 `anything`"), "{error}");
    let kept = core::ptr::NonNull::new(slot.cast()).expect("nothing was taken");
    // SAFETY: the slot owns the tensor again.
    drop(unsafe { ObjectRef::from_raw(kept) });
}

#[test]
fn a_panic_in_an_explanation_is_raised() {
    let error = call(__tvm_ffi_unexplained, &[TVMFFIAny::NONE]).expect_err("nothing converts");
    assert_eq!(error.kind(), ErrorKind::RuntimeError);
    assert!(error.message().contains("no explanation today"), "{error}");
    assert!(error.message().contains("soundness.rs"), "{error}");
}

#[test]
fn a_result_is_dropped_when_an_argument_panics_after_it() {
    let error = call(__tvm_ffi_result_and_bomb, &[TVMFFIAny::NONE]).expect_err("the holder panics");
    assert!(error.message().contains("the holder went off"), "{error}");
    assert_eq!(FREED.load(Ordering::Relaxed), 1, "the function that was the result is freed");
}

#[test]
fn a_panic_keeps_its_location_while_another_is_caught() {
    let error = call(__tvm_ffi_panics_twice, &[]).expect_err("it panics");
    assert!(error.message().contains("soundness.rs") && error.message().ends_with("outer"), "{error}");
}

/// The runtime stores arguments unchanged: here a pointer to a tensor that the caller owns.
fn array_of_a_view() -> Any {
    let tensor = Tensor::from_vec(vec![7f32; 16], &[16]).expect("a tensor");
    // SAFETY: none: the array keeps the pointer. The test shows that no code dereferences it.
    let lent = unsafe { tensor.view().lend() };
    Function::get_global("ffi.Array").and_then(|make| make.call((lent,))).expect("an array")
}

#[test]
fn a_dangling_view_in_a_container_is_not_dereferenced() {
    let array = array_of_a_view();
    let mut holder = Default::default();
    let views = array.as_view().cast_in::<ArrayRef<'_, TensorView<'_>>>(&mut holder);
    assert!(views.is_err(), "{views:?}");
    let mut holder = Default::default();
    let views = array.as_view().cast_in::<Vec<TensorView<'_>>>(&mut holder);
    assert!(views.is_err(), "{views:?}");
    let mut holder = Default::default();
    let elements: ArrayRef<'_, AnyView<'_>> = array.as_view().cast_in(&mut holder).expect("an array");
    assert!(elements.get(0).is_some_and(AnyView::is_none));
    assert!(elements.as_anys()[0].clone().is_none());
}

#[test]
fn threads_use_the_global_registry_at_once() {
    let first = Function::new(|x: i64| x + 1);
    Function::set_global("soundness.replaced", &first).expect("a new name");
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                for index in 0..2_000 {
                    if thread % 2 == 0 {
                        let next = Function::new(|x: i64| x + 1);
                        Function::replace_global("soundness.replaced", &next).expect("it may be replaced");
                        Function::set_global(&format!("soundness.{thread}.{index}"), &next)
                            .expect("a new name");
                    } else {
                        let found = Function::get_global("soundness.replaced").expect("it is always there");
                        assert_eq!(found.call((1,)).and_then(Any::cast::<i64>).expect("a number"), 2);
                    }
                }
            });
        }
    });
    assert!(Function::list_global().expect("names").iter().any(|name| name == "soundness.2.1999"));
    assert!(Function::remove_global("soundness.replaced").expect("a registry"));
}

#[test]
fn threads_import_modules_at_once() {
    let library = Module::system_lib("soundness_a.").expect("a module");
    let other = Module::system_lib("soundness_b.").expect("a module");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..200 {
                    library.import(&other).expect("no circle");
                    library.imports().expect("a list");
                }
            });
        }
    });
    assert_eq!(library.imports().expect("a list").len(), 800);
}

#[test]
fn a_chain_of_contexts_ends() {
    let mut result: Result<()> = Err(Error::new(ErrorKind::KeyError, "root"));
    for _ in 0..20_000 {
        result = result.context("c");
    }
    let error = result.expect_err("an error");
    assert_eq!(error.kind(), ErrorKind::KeyError);
    assert!(error.message().ends_with("c: root"));
    assert!(error.cause().is_some());
}
