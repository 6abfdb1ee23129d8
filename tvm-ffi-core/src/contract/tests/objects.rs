//! Memory that is reached through the fields of objects.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, RwLock};

use super::memory::object;
use super::*;
use crate::abi::{TVMFFIByteArray, TVMFFIFieldInfo};
use crate::contract::{held, scan};
use crate::convert::{FromArgument, IntoAny};
use crate::object::Ref;
use crate::object::borrow::Holder;
use crate::object_ref::ObjectRef;
use crate::runtime::table;
use crate::{List, testing};
use tvm_ffi_macros::object;

#[object("tests.Layer", crate = "crate")]
#[derive(Default)]
struct Layer {
    name: String,
    weights: Option<Tensor>,
    next: Option<Ref<Layer>>,
    /// A field that does not convert to a value of the ABI is not visible.
    scratch: Mutex<Vec<f32>>,
}

#[object("tests.Deep", extends = Layer, crate = "crate")]
#[derive(Default)]
struct Deep {
    #[base]
    layer: Layer,
    more: Vec<Tensor>,
}

#[object("tests.Cache", mutable, crate = "crate")]
#[derive(Default)]
struct Cache {
    entries: Option<List<Any>>,
    calls: i64,
}

/// One without tensors.
#[object("tests.Label", crate = "crate")]
struct Label {
    text: String,
}

fn layer(weights: Tensor) -> Layer {
    Layer { name: "first".to_owned(), weights: Some(weights), ..Layer::default() }
}

/// The message about memory that is reached through the argument `other`.
fn shared(place: &str) -> Option<String> {
    Some(format!(
        "ValueError #0 `out`: shares memory with argument #1 `other`{place}, expected memory of its own"
    ))
}

/// What is wrong with a call with an object as the other argument, which the quick search has to agree with.
fn diagnosed(view: &Dl, value: &Any) -> Option<String> {
    let f = functions!(out: CpuViewMut<'_, f32, 1>, other: ObjectRef);
    let args = [view.arg(), raw(value)];
    let diagnosed = f.diagnose(&args);
    assert_eq!(scan(f.record(), as_args(&args), &[]), diagnosed.is_none());
    diagnosed
}

#[test]
fn tensors_are_found_in_fields() {
    let (tensor, view) = object();
    assert_eq!(diagnosed(&view, &layer(tensor.clone()).into_any()), shared(" (in a field of tests.Layer)"));
    assert_eq!(diagnosed(&view, &layer(object().0).into_any()), None);
    assert_eq!(diagnosed(&view, &Layer::default().into_any()), None);
    assert_eq!(diagnosed(&view, &Label { text: "x".to_owned() }.into_any()), None);

    let next = Some(Ref::new(layer(tensor.clone())));
    let outer = Layer { next, ..layer(object().0) };
    assert_eq!(outer.scratch.lock().map(|scratch| scratch.len()).ok(), Some(0));
    let place = " (in a field of tests.Layer) (in a field of tests.Layer)";
    assert_eq!(diagnosed(&view, &outer.into_any()), shared(place));
    let list = Any::new(vec![layer(object().0).into_any(), layer(tensor).into_any()]);
    assert_eq!(diagnosed(&view, &list), shared("[1] (in a field of tests.Layer)"));
}

#[test]
fn fields_of_a_parent_and_of_a_child_are_looked_into() {
    let (tensor, view) = object();
    let in_parent = Deep { layer: layer(tensor.clone()), ..Deep::default() };
    assert_eq!(diagnosed(&view, &in_parent.into_any()), shared(" (in a field of tests.Deep)"));
    let in_child = Ref::new(Deep { more: vec![object().0, tensor], ..Deep::default() });
    let as_parent: Ref<Layer> = Ref::upcast(in_child);
    assert_eq!(diagnosed(&view, &as_parent.into_any()), shared(" (in a field of tests.Deep)"));
}

#[test]
fn every_kind_of_parameter_is_looked_into() {
    let (tensor, view) = object();
    let value = layer(tensor).into_any();
    let args = [view.arg(), raw(&value)];
    let place = shared(" (in a field of tests.Layer)");
    assert_eq!(functions!(out: CpuViewMut<'_, f32, 1>, other: Ref<Layer>).diagnose(&args), place);
    assert_eq!(functions!(out: CpuViewMut<'_, f32, 1>, other: &Layer).diagnose(&args), place);
    assert_eq!(functions!(out: CpuViewMut<'_, f32, 1>, other: Option<&Layer>).diagnose(&args), place);
    assert_eq!(functions!(out: CpuViewMut<'_, f32, 1>, other: AnyView<'_>).diagnose(&args), place);
    // Nothing is written.
    assert_eq!(functions!(out: CpuView<'_, f32, 1>, other: &Layer).diagnose(&args), None);
}

#[test]
fn chains_of_any_length_are_searched() {
    let (tensor, view) = object();
    let (length, omitted) = if cfg!(miri) { (70, 0) } else { (100_000, 1) };
    let chain = |last: Layer| {
        (0..length).fold(last, |next, _| Layer { next: Some(Ref::new(next)), ..Layer::default() }).into_any()
    };
    let found = diagnosed(&view, &chain(layer(tensor))).expect("it is found");
    // A path of that length is not readable.
    assert_eq!(found.matches(" ... ").count(), omitted);
    assert!((64..1100).contains(&found.matches(" (in a field of tests.Layer)").count()), "{found}");
    assert_eq!(diagnosed(&view, &chain(Layer::default())), None);
}

/// An object whose tensors are behind pointers, locks, and collections of std.
#[object("tests.Parts", crate = "crate")]
#[derive(Default)]
struct Parts {
    boxed: Option<Box<Tensor>>,
    shared: Arc<Mutex<Option<Tensor>>>,
    table: RwLock<HashMap<String, (i64, Vec<Tensor>)>>,
    once: OnceLock<Arc<Tensor>>,
    text_or_tensors: Cow<'static, [Option<Arc<Tensor>>]>,
    itself: OnceLock<Arc<Parts>>,
    layer: Mutex<Layer>,
}

fn parts(change: impl FnOnce(&mut Parts)) -> Parts {
    let mut parts = Parts::default();
    change(&mut parts);
    parts
}

#[test]
fn pointers_locks_and_collections_are_searched() {
    let (tensor, view) = object();
    let place = " (in a field of tests.Parts)";
    let all: [fn(&mut Parts, Tensor); 7] = [
        |parts, tensor| parts.boxed = Some(Box::new(tensor)),
        |parts, tensor| parts.shared = Arc::new(Mutex::new(Some(tensor))),
        |parts, tensor| {
            let entry = ("b".to_owned(), (1, vec![object().0, tensor]));
            parts.table = RwLock::new(HashMap::from([("a".to_owned(), (0, Vec::new())), entry]));
        },
        |parts, tensor| parts.once = OnceLock::from(Arc::new(tensor)),
        |parts, tensor| parts.text_or_tensors = Cow::Owned(vec![None, Some(Arc::new(tensor))]),
        |parts, tensor| {
            let inner = Parts { boxed: Some(Box::new(tensor)), ..Parts::default() };
            parts.itself = OnceLock::from(Arc::new(inner));
        },
        |parts, tensor| parts.layer = Mutex::new(layer(tensor)),
    ];
    for (number, change) in all.into_iter().enumerate() {
        let value = parts(|parts| change(parts, tensor.clone())).into_any();
        assert_eq!(diagnosed(&view, &value), shared(place), "number {number}");
        let value = parts(|parts| change(parts, object().0)).into_any();
        assert_eq!(diagnosed(&view, &value), None, "number {number}");
    }
}

#[test]
fn what_is_poisoned_or_contains_itself_is_searched() {
    let (tensor, view) = object();
    let poisoned = Arc::new(Mutex::new(Some(tensor)));
    let lock = Arc::clone(&poisoned);
    std::thread::spawn(move || {
        let _guard = lock.lock();
        panic!("with the lock");
    })
    .join()
    .expect_err("it panics");
    let value = parts(|parts| parts.shared = poisoned).into_any();
    assert_eq!(diagnosed(&view, &value), shared(" (in a field of tests.Parts)"));

    let parts = Arc::new(Parts::default());
    assert!(parts.itself.set(Arc::clone(&parts)).is_ok());
    let outer = Parts { itself: OnceLock::from(Arc::clone(&parts)), ..Parts::default() };
    assert_eq!(diagnosed(&view, &outer.into_any()), None);
    // Nothing else ends the circle.
    let last = Arc::into_raw(parts).cast_mut();
    // SAFETY: there are two references, this one and the circle's, and nothing reads through either meanwhile.
    let circle = unsafe { (*last).itself.take() };
    drop(circle);
    // SAFETY: the reference was taken out above, and is given back once.
    drop(unsafe { Arc::from_raw(last) });
}

#[test]
fn a_lock_that_is_held_cannot_be_looked_behind() {
    let (tensor, view) = object();
    let lock = Arc::new(Mutex::new(Some(tensor)));
    let value = parts(|parts| parts.shared = Arc::clone(&lock)).into_any();
    let guard = lock.lock().expect("no thread panics");
    let f = functions!(out: CpuViewMut<'_, f32, 1>, other: ObjectRef);
    let refused = f.diagnose(&[view.arg(), raw(&value)]).expect("it cannot be looked into");
    assert_eq!(refused, "RuntimeError #1 `other`: a lock in the object is still held after 1 s");
    drop(guard);
    assert_eq!(diagnosed(&view, &value), shared(" (in a field of tests.Parts)"));
}

/// A cache with these entries.
fn cache(entries: Vec<Any>) -> Ref<Cache> {
    Ref::new(Cache { entries: Some(entries.into_iter().collect()), calls: 0 })
}

#[test]
fn an_object_that_contains_itself_is_searched_once() {
    let (tensor, view) = object();
    let cache = cache(vec![Any::none(), Any::new(tensor)]);
    let value = cache.clone().into_any();
    assert_eq!(diagnosed(&view, &value), shared(" (in a field of tests.Cache)[1]"));
    let itself = List::from_iter([value.clone()]);
    cache.borrow_mut().entries = Some(itself);
    assert_eq!(diagnosed(&view, &value), None);
    cache.borrow_mut().entries = None;
}

#[test]
fn what_a_call_has_for_itself_is_looked_into_through_the_argument() {
    let f = functions!(out: CpuViewMut<'_, f32, 1>, other: &mut Cache);
    let (tensor, view) = object();
    for (entry, is_shared) in [(tensor, true), (object().0, false)] {
        let cache = cache(vec![Any::new(entry)]);
        let value = cache.into_any();
        let args = [view.arg(), raw(&value)];
        let mut holder = Holder::default();
        // SAFETY: the value outlives the holder, and nothing is written before the arguments were compared.
        let argument = unsafe { <&mut Cache>::hot(value.as_view(), &mut holder) }.expect("it is a cache");
        argument.calls += 1;
        assert!(scan(f.record(), as_args(&args), &[None]), "no other code reads it");
        assert_eq!(scan(f.record(), as_args(&args), &[held::<&mut Cache>(1, &argument)]), !is_shared);
        argument.calls += 1;
        drop(holder);
        let place = " (in a field of tests.Cache)[0]";
        assert_eq!(f.diagnose(&args), if is_shared { shared(place) } else { None });
    }
    assert!(held::<i64>(0, &1).is_none());
}

#[test]
fn what_another_thread_changes_cannot_be_looked_into() {
    let (tensor, view) = object();
    let cache = cache(vec![Any::new(tensor)]);
    let value = cache.clone().into_any();
    let (changing, is_changing) = std::sync::mpsc::channel();
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut cache = cache.borrow_mut();
            changing.send(()).expect("the test waits for it");
            is_done.recv().expect_err("the sender is dropped");
            cache.calls += 1;
        });
        is_changing.recv().expect("it is sent");
        let refused = diagnosed(&view, &value).expect("it cannot be looked into");
        assert!(
            refused.starts_with("RuntimeError #1 `other`: the object is still borrowed mutably"),
            "{refused}"
        );
        drop(done);
    });
    assert_eq!(diagnosed(&view, &value), shared(" (in a field of tests.Cache)[0]"));
}

/// The body of an object of another language.
#[repr(C)]
struct Foreign {
    number: i64,
    value: Any,
}

/// Gives the value of a field that holds one.
unsafe extern "C" fn get_value(field: *mut c_void, result: *mut TVMFFIAny) -> i32 {
    // SAFETY: the field is a value.
    let value = unsafe { &*field.cast::<Any>() };
    // SAFETY: the caller gives a place for the value.
    unsafe { result.write(value.clone().into_raw()) };
    0
}

unsafe extern "C" fn refuse(_: *mut c_void, _: *mut TVMFFIAny) -> i32 {
    crate::Error::new(crate::ErrorKind::TypeError, "no value").raise("refuse");
    -1
}

fn text(text: &'static str) -> TVMFFIByteArray {
    TVMFFIByteArray { data: text.as_ptr(), size: text.len() }
}

/// A type of another language with a field of a number, one that gives nothing, and one of a value.
fn register_foreign(key: &'static str) -> i32 {
    crate::runtime().expect("there is one");
    // SAFETY: the key is readable; every object is an `Object`.
    let index = unsafe { table::TVMFFITypeGetOrAllocIndex(&text(key), -1, 1, 0, 1, TypeIndex::OBJECT) };
    let fields = [
        ("number", refuse as unsafe extern "C" fn(_, _) -> _, 24, TypeIndex::INT),
        ("refused", refuse, 24, TypeIndex::ANY),
        ("value", get_value, 32, TypeIndex::ANY),
    ];
    for (name, getter, offset, static_index) in fields {
        let empty = text("");
        let field = TVMFFIFieldInfo {
            name: text(name),
            doc: empty,
            metadata: empty,
            flags: 0,
            size: 8,
            alignment: 8,
            offset,
            getter: Some(getter),
            setter: null_mut(),
            default_value_or_factory: TVMFFIAny::NONE,
            field_static_type_index: static_index,
        };
        // SAFETY: the type is registered, and the field describes it.
        assert_eq!(unsafe { table::TVMFFITypeRegisterField(index, &field) }, 0);
    }
    index
}

#[test]
fn objects_made_elsewhere_are_looked_into_by_reflection() {
    let (tensor, view) = object();
    let index = register_foreign("foreign.Box");
    let foreign = |value: Any| {
        let handle = testing::object::new(index, Foreign { number: 1, value });
        // SAFETY: the object was just made, with one reference.
        unsafe { ObjectRef::from_handle(handle) }.expect("the handle is not NULL").into_any()
    };
    let own = foreign(Any::new(tensor.clone()));
    assert_eq!(diagnosed(&view, &own), shared(" (in a field of foreign.Box)"));
    assert_eq!(diagnosed(&view, &foreign(Any::new(object().0))), None);
    assert_eq!(diagnosed(&view, &foreign(Any::new(3))), None);
    let nested = layer(object().0);
    let nested = Layer { next: Some(Ref::new(layer(tensor))), ..nested };
    let place = " (in a field of foreign.Box) (in a field of tests.Layer) (in a field of tests.Layer)";
    assert_eq!(diagnosed(&view, &foreign(nested.into_any())), shared(place));
    let mut raised = null_mut();
    // SAFETY: the place is writable.
    unsafe { table::TVMFFIErrorMoveFromRaised(&mut raised) };
    assert!(raised.is_null(), "an error of a field is not raised");
}
