//! Threads that register while others read, call, and drop. `cargo xtask sanitize` runs them under ThreadSanitizer.

use core::ptr::{NonNull, null_mut};
use core::sync::atomic::{AtomicI64, AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex};
use std::thread;

use tvm_ffi_abi::count::{dec_weak, inc_weak};
use tvm_ffi_abi::{BacktraceUpdateMode, TVMFFIByteArray, TVMFFIErrorCell, TVMFFIMethodInfo, TVMFFIObject};

use crate::error;
use crate::function;
use crate::functions::globals::{self, globals};
use crate::object::Object;
use crate::reflection::{self, types};
use crate::testing::{add_type, done, field, integer, known};
use crate::text;
use crate::value::Value;

const ATTRIBUTE: &[u8] = b"threads.attribute";

const ROUNDS: usize = if cfg!(miri) { 3 } else { 200 };

/// Runs a body on threads that begin together, with the number of each.
fn together(threads: usize, body: impl Fn(usize) + Sync) {
    let barrier = Barrier::new(threads);
    thread::scope(|scope| {
        for number in 0..threads {
            let (barrier, body) = (&barrier, &body);
            scope.spawn(move || {
                barrier.wait();
                body(number);
            });
        }
    });
}

/// What counts those that are alive. The drop writes what users read, so that a drop before the last use is a race.
struct Counted {
    number: i64,
    alive: &'static AtomicI64,
}

impl Counted {
    fn new(number: i64, alive: &'static AtomicI64) -> Box<Self> {
        alive.fetch_add(1, Ordering::Relaxed);
        Box::new(Self { number, alive })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.number = i64::MIN;
        self.alive.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A function that gives a number.
fn number_function(number: i64, alive: &'static AtomicI64) -> Object {
    let counted = Counted::new(number, alive);
    function::closure(move |_| Ok(Value::int(counted.number)))
}

fn call(function: &Object) -> i64 {
    // SAFETY: the objects of these tests are functions.
    unsafe { function::call(function, &[]) }.ok().expect("the function succeeds").view().payload.int()
}

fn set_global(name: &str, function: &Object) {
    let name = TVMFFIByteArray::of(name.as_bytes());
    // SAFETY: the name and the function are alive.
    assert_eq!(unsafe { globals::set_global(&name, function.handle(), 1) }, 0);
}

fn remove_global(name: &str) -> bool {
    integer("ffi.FunctionRemoveGlobal", &[&text::string(name.as_bytes())]) != 0
}

/// Registers a type with a field, a method, and an attribute, and a global function.
fn register(key: &str, thread: usize, alive: &'static AtomicI64) {
    let index = add_type(key);
    let name = format!("f{thread}");
    let field = field(&name);
    // SAFETY: the field is readable.
    assert_eq!(unsafe { reflection::register_field(index, &field) }, 0);
    let function = number_function(index.into(), alive);
    let (name, empty) = (field.name, TVMFFIByteArray::of(b""));
    let method = TVMFFIMethodInfo { name, doc: empty, metadata: empty, flags: 0, method: function.view() };
    // SAFETY: the method is readable, and its function is lent.
    assert_eq!(unsafe { reflection::register_method(index, &method) }, 0);
    // SAFETY: the name is readable, and the value is lent. Another thread may have registered the attribute of the type.
    let is_first =
        unsafe { reflection::register_attr(index, &TVMFFIByteArray::of(ATTRIBUTE), &function.view()) };
    assert_eq!(is_first == 0, error::take_raised().is_none());
    set_global(key, &function);
}

/// Calls what is registered of a type, as far as it is. Gives how many functions it found.
fn use_type(key: &str) -> usize {
    let Ok(index) = types().index_of(key.as_bytes()) else { return 0 };
    let entry = known(index);
    assert_eq!(entry.key(), key.as_bytes());
    for field in entry.fields() {
        // SAFETY: names are kept forever.
        assert_eq!(unsafe { field.name.bytes() }[0], b'f');
    }
    let methods = entry.methods().iter().map(|method| method.method);
    let attribute = types().columns.find(ATTRIBUTE).and_then(|column| column.get(index));
    // SAFETY: methods and attributes are lent forever.
    let lent = methods.chain(attribute).map(|view| unsafe { Object::from_lent(view.payload.ptr()) });
    let functions: Vec<_> = lent.chain([globals().get(key.as_bytes())]).flatten().collect();
    assert!(functions.iter().all(|function| call(function) == index.into()));
    functions.len()
}

/// Eight threads register types with fields, methods, and attributes, and functions. Each type is that of two of them. Eight others use what
/// they find.
#[test]
fn nothing_that_threads_register_is_lost_or_half_written() {
    static ALIVE: AtomicI64 = AtomicI64::new(0);
    let key = |thread: usize, round: usize| format!("threads.{}.{round}", thread % 4);
    together(16, |thread| {
        for round in 0..ROUNDS {
            match thread {
                ..8 => register(&key(thread, round), thread, &ALIVE),
                _ => _ = use_type(&key(thread, round)),
            }
        }
    });
    for (thread, round) in (0..4).flat_map(|thread| (0..ROUNDS).map(move |round| (thread, round))) {
        assert_eq!(use_type(&key(thread, round)), 4, "two methods, an attribute, and a global function");
    }
    assert_eq!(ALIVE.load(Ordering::Relaxed), 8 * ROUNDS as i64, "methods hold all functions");
}

#[test]
fn functions_are_replaced_and_removed_while_others_call_them() {
    static ALIVE: AtomicI64 = AtomicI64::new(0);
    let name = |number: usize| format!("threads.replaced.{}", number % 2);
    together(16, |thread| {
        for round in 0..ROUNDS {
            let name = name(round);
            match thread {
                ..6 => set_global(&name, &number_function(1, &ALIVE)),
                6 | 7 => _ = remove_global(&name),
                8 => drop(done("ffi.FunctionListGlobalNamesFunctor", &[])),
                _ => assert!(globals().get(name.as_bytes()).is_none_or(|function| call(&function) == 1)),
            }
        }
    });
    for number in 0..2 {
        remove_global(&name(number));
    }
    assert_eq!(ALIVE.load(Ordering::Relaxed), 0);
}

/// A reference that does not keep an object alive, but its memory.
struct Weak(NonNull<TVMFFIObject>);

// SAFETY: counts may be changed by any thread.
unsafe impl Send for Weak {}

impl Weak {
    fn of(object: &Object) -> Self {
        let object = NonNull::new(object.handle().cast()).expect("an object is not at NULL");
        // SAFETY: the object is alive.
        unsafe { inc_weak(object) };
        Self(object)
    }
}

impl Drop for Weak {
    fn drop(&mut self) {
        // SAFETY: the reference is owned and not used again.
        unsafe { dec_weak(self.0) };
    }
}

#[test]
fn weak_references_give_an_object_that_lives_or_none() {
    static ALIVE: AtomicI64 = AtomicI64::new(0);
    for round in 0..ROUNDS {
        let object = number_function(7, &ALIVE);
        let weak = [(); 4].map(|()| Mutex::new(Some(Weak::of(&object))));
        let strong = Mutex::new(Some(object));
        together(5, |thread| {
            let Some(weak) = weak.get(thread) else {
                (0..round % 64).for_each(|_| core::hint::spin_loop());
                return drop(strong.lock().expect("no thread panics").take());
            };
            let weak = weak.lock().expect("no thread panics").take().expect("it is used once");
            for _ in 0..8 {
                // SAFETY: the weak reference keeps the memory.
                let object = unsafe { Object::upgrade(weak.0.as_ptr().cast()) };
                assert!(object.is_none_or(|function| call(&function) == 7));
            }
        });
    }
    assert_eq!(ALIVE.load(Ordering::Relaxed), 0);
}

/// The last thread that uses a container drops it.
#[test]
fn threads_share_arrays_and_maps() {
    static ALIVE: AtomicI64 = AtomicI64::new(0);
    for _ in 0..ROUNDS / 10 + 1 {
        let keys: Vec<Value> =
            (0..20).map(|key| text::string(format!("a long key {key}").as_bytes())).collect();
        let functions: Vec<Value> = (0..20).map(|number| number_function(number, &ALIVE).into()).collect();
        let entries: Vec<&Value> =
            keys.iter().zip(&functions).flat_map(|(key, value)| [key, value]).collect();
        let map = done("ffi.Map", &entries);
        let array = done("ffi.Array", &functions.iter().collect::<Vec<_>>());
        drop(functions);
        let shared: Vec<_> = (0..8).map(|_| AtomicPtr::new(retained(&map))).collect();
        let arrays: Vec<_> = (0..8).map(|_| AtomicPtr::new(retained(&array))).collect();
        drop((map, array));
        together(8, |thread| {
            let [map, array] = [&shared, &arrays].map(|all| taken(&all[thread]));
            for (number, key) in keys.iter().enumerate() {
                let item = done("ffi.MapGetItem", &[&map, key]);
                let same = done("ffi.ArrayGetItem", &[&array, &Value::int(number as i64)]);
                assert_eq!(item.view().payload.ptr(), same.view().payload.ptr());
                // SAFETY: the value holds a function.
                let function = unsafe { Object::from_lent(item.view().payload.ptr()) };
                assert_eq!(function.map(|function| call(&function)), Some(number as i64));
            }
        });
    }
    assert_eq!(ALIVE.load(Ordering::Relaxed), 0);
}

/// One more reference to the object of a value.
fn retained(value: &Value) -> *mut core::ffi::c_void {
    // SAFETY: the value holds an object.
    unsafe { Object::from_lent(value.view().payload.ptr()) }.map_or(null_mut(), Object::into_handle)
}

fn taken(place: &AtomicPtr<core::ffi::c_void>) -> Value {
    // SAFETY: the place owns a reference.
    unsafe { Object::from_owned(place.swap(null_mut(), Ordering::Relaxed)) }.expect("an object").into()
}

#[test]
fn each_thread_raises_and_takes_its_own_errors() {
    together(8, |thread| {
        for round in 0..ROUNDS {
            let message = format!("{thread} {round}");
            error::raise("ValueError", &message);
            assert_eq!(crate::testing::raised(), format!("ValueError: {message}"));
        }
        // The thread ends with an error.
        error::raise("ValueError", "left behind");
    });
    assert!(error::take_raised().is_none());
}

/// Changes the backtrace of an error.
fn update(error: &Object, text: &str, mode: i32) {
    // SAFETY: the object is an error.
    let update = unsafe { (*error.body::<TVMFFIErrorCell>().as_ptr()).update_backtrace };
    let update = update.expect("errors have the function");
    // SAFETY: the error is lent, and the text is readable.
    unsafe { update(error.handle(), &TVMFFIByteArray::of(text.as_bytes()), mode) };
}

#[test]
fn a_backtrace_is_read_while_it_is_changed() {
    const LINE: &str = "a line of a backtrace\n";
    for _ in 0..ROUNDS / 10 + 1 {
        let error = error::object("ValueError", "shared");
        let lines = AtomicUsize::new(0);
        together(8, |thread| {
            for round in 0..20 {
                if thread < 3 {
                    lines.fetch_add(1, Ordering::Relaxed);
                    update(&error, LINE, BacktraceUpdateMode::APPEND);
                    continue;
                }
                if (thread, round) == (3, 10) {
                    update(&error, LINE, BacktraceUpdateMode::REPLACE);
                }
                // SAFETY: the object is an error.
                let backtrace = unsafe { TVMFFIErrorCell::backtrace(error.body()) };
                // SAFETY: a text stays until the error ends.
                let bytes = unsafe { backtrace.bytes() };
                assert!(
                    bytes
                        .iter()
                        .zip(LINE.bytes().cycle())
                        .all(|(byte, expected)| [0, expected].contains(byte))
                );
            }
        });
        // SAFETY: the object is an error.
        let backtrace = unsafe { TVMFFIErrorCell::backtrace(error.body()) };
        assert_eq!(backtrace.size % LINE.len(), 0);
        assert!(backtrace.size <= (lines.load(Ordering::Relaxed) + 1) * LINE.len());
    }
}
