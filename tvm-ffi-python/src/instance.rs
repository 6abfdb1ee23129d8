//! Instances of the classes of a module. The word behind the header is the handle of an object of this library, NULL until a constructor has run.
//!
//! One type is the base of all classes. Python's `object` makes its instances. It owns the handle, and finds what the derives of Rust give (`repr`, `==`, `<`, `hash`) by the class of the
//! object. Classes add methods and fields, see [`crate::classes`].

use core::ffi::{c_int, c_void};
use core::ptr::{NonNull, null, null_mut};
use core::sync::atomic::Ordering;
use std::ffi::CString;

use tvm_ffi_core::__private::{Class, TypeTag, class_of_object, python_instance};
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject, TVMFFISafeCallType};
use tvm_ffi_core::{Any, ObjectRef};

use crate::api::{Api, api};
use crate::classes::{self, Classes};
use crate::error::{guarded, raise_taken};
use crate::ffi::{
    EQUAL, MEMBER_READONLY, MEMBER_SIZE, NOT_EQUAL, PY_TP_DEALLOC, PY_TP_DOC, PY_TP_FREE, PY_TP_HASH,
    PY_TP_INIT, PY_TP_MEMBERS, PY_TP_METHODS, PY_TP_REPR, PY_TP_RICHCOMPARE, PyMemberDef, PyObject,
    PyTypeSlot, TYPE_BASETYPE,
};
use crate::function::Function;
use crate::layout::{WORD, first_word, header, type_of};
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::slots::Slots;
use crate::{collect, pickle, result};

/// Makes the base of the classes of a module. Its instances have two words: the handle, and Python's list of weak references.
pub(crate) fn make_base(python: Python, module: &str) -> Result<Owned, Raised> {
    let offset = (header() + WORD) as isize;
    let member =
        |name, offset| PyMemberDef { name, kind: MEMBER_SIZE, offset, flags: MEMBER_READONLY, doc: null() };
    let members = Box::leak(Box::new([member(c"__weaklistoffset__".as_ptr(), offset), member(null(), 0)]));
    let slots = vec![
        PyTypeSlot { slot: PY_TP_INIT, function: init as *const c_void },
        PyTypeSlot { slot: PY_TP_DEALLOC, function: dealloc as *const c_void },
        PyTypeSlot { slot: PY_TP_REPR, function: repr as *const c_void },
        PyTypeSlot { slot: PY_TP_HASH, function: hash as *const c_void },
        PyTypeSlot { slot: PY_TP_RICHCOMPARE, function: compare as *const c_void },
        PyTypeSlot { slot: PY_TP_METHODS, function: (&raw const pickle::METHODS).cast() },
        PyTypeSlot { slot: PY_TP_MEMBERS, function: members.as_ptr().cast() },
    ];
    python.make_type(format!("{module}.Object"), 2, TYPE_BASETYPE, slots, None)
}

/// Makes the type of a class. `doc` begins with the signature of the constructor.
///
/// Each class has a word more than its parent. Only by that does Python know that no object is of two classes of which none extends the other.
pub(crate) fn make_type(
    python: Python,
    name: String,
    doc: String,
    class: &Class,
    slots: &Slots,
    base: &Owned,
    ancestors: usize,
) -> Result<Owned, Raised> {
    let doc = CString::new(doc).unwrap_or_default().into_raw();
    let mut all = vec![
        PyTypeSlot { slot: PY_TP_DOC, function: doc.cast() },
        PyTypeSlot { slot: PY_TP_INIT, function: init as *const c_void },
        PyTypeSlot { slot: PY_TP_DEALLOC, function: dealloc as *const c_void },
    ];
    slots.push(&mut all);
    let flags = collect::push(class, &mut all);
    python.make_type(name, 3 + ancestors, TYPE_BASETYPE | flags, all, Some(base))
}

/// The instance of a class that refers to an object: the one that lives, or a new one.
pub(crate) fn of_object(python: Python, class: &Owned, object: ObjectRef) -> Result<Owned, Raised> {
    // SAFETY: Object validity: the reference keeps the object alive.
    if let Some(known) = unsafe { python_instance(object.as_ptr()) }
        && let Some(instance) = NonNull::new(known.load(Ordering::Relaxed).cast())
        // SAFETY: an instance clears the place before its memory is freed.
        && unsafe { is_alive(instance) }
    {
        // SAFETY: as above.
        return Ok(python.own(unsafe { Borrowed::new(instance) }));
    }
    let instance = empty(python, class.borrow())?;
    set(instance.borrow(), object);
    Ok(instance)
}

/// A new instance of one of the classes of this module, or of one that extends it, without an object.
pub(crate) fn empty(python: Python, class: Borrowed<'_>) -> Result<Owned, Raised> {
    // SAFETY: the class is live, as the callers say which one it is.
    let instance = unsafe { python.api.PyType_GenericAlloc(class.as_ptr(), 0) };
    // SAFETY: a new reference or NULL.
    unsafe { python.owned(instance) }
}

/// Whether an instance has references. Python calls functions of weak references when there are none any more.
///
/// # Safety
///
/// The memory of the instance is not freed yet.
unsafe fn is_alive(instance: NonNull<PyObject>) -> bool {
    if header() == 2 * WORD {
        // The header begins with the count. Only its lower half counts in all versions.
        // SAFETY: the caller's contract.
        let count = unsafe { instance.cast::<usize>().read() };
        return count as u32 != 0;
    }
    /// The header in builds that can do without a GIL: the count of the thread, and that of others with two bits of a state.
    #[repr(C)]
    struct Counts {
        _thread: usize,
        _locks: u32,
        own: u32,
        others: isize,
    }
    // SAFETY: the caller's contract.
    let counts = unsafe { instance.cast::<Counts>().read() };
    counts.own as isize + (counts.others >> 2) != 0
}

/// Gives an instance its object.
fn set(instance: Borrowed<'_>, object: ObjectRef) {
    // SAFETY: Object validity: the reference keeps the object alive.
    if let Some(known) = unsafe { python_instance(object.as_ptr()) } {
        known.store(instance.as_ptr().cast(), Ordering::Relaxed);
    }
    // SAFETY: the callers have an instance of a class of this crate.
    let place = unsafe { place(instance) };
    // SAFETY: as above; the thread holds the GIL.
    unsafe { place.write(ObjectRef::into_raw(object).as_ptr()) };
}

/// Gives an instance the object that its constructor returned.
pub(crate) fn initialize(python: Python, instance: Borrowed<'_>, made: Any) -> Result<Owned, Raised> {
    let Ok(object) = made.try_into_object() else {
        return Err(python.raise(python.api.PyExc_TypeError, "the constructor made no object"));
    };
    // SAFETY: the callers have an instance of a class of this crate.
    if !unsafe { handle(instance) }.is_null() {
        // The handle never changes, because other threads may be using the object.
        return Err(python.raise(python.api.PyExc_TypeError, "the object is initialised already"));
    }
    set(instance, object);
    Ok(python.none())
}

/// The handle of an instance.
///
/// # Safety
///
/// It is an instance of a class of this crate.
#[inline(always)]
pub(crate) unsafe fn handle(instance: Borrowed<'_>) -> *mut TVMFFIObject {
    // SAFETY: the caller's contract.
    let place = unsafe { place(instance) };
    // SAFETY: as above; the handle never changes once it is set.
    unsafe { place.read() }
}

/// Where the handle of an instance is.
///
/// # Safety
///
/// It is an instance of a class of this crate.
#[inline(always)]
unsafe fn place(instance: Borrowed<'_>) -> NonNull<*mut TVMFFIObject> {
    // SAFETY: a reference is not NULL.
    let instance = unsafe { NonNull::new_unchecked(instance.as_ptr()) };
    // SAFETY: the caller's contract: the base has room for a word.
    unsafe { first_word(instance) }.cast()
}

/// The handle as a value, without a reference of its own.
pub(crate) fn value(object: NonNull<TVMFFIObject>) -> TVMFFIAny {
    // SAFETY: the callers have an object, which is live.
    let type_index = unsafe { (*object.as_ptr()).type_index };
    TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_ptr(object.as_ptr().cast()))
}

/// `__init__`
unsafe extern "C" fn init(slf: *mut PyObject, args: *mut PyObject, named: *mut PyObject) -> c_int {
    // SAFETY: Python passes an instance, and this thread holds the GIL.
    let Some((python, instance)) = (unsafe { enter(slf) }) else { return -1 };
    let done = guarded(python, || {
        // SAFETY: Python passes a tuple, which lives through the call.
        let Some((_, args)) = (unsafe { enter(args) }) else { return Err(Raised) };
        let constructor = classes::get(python).and_then(|classes| classes.constructor_of(instance));
        let Some(constructor) = constructor else { return Err(raise_no_constructor(python, instance)) };
        // SAFETY: Python passes a dictionary or NULL.
        let named = unsafe { enter(named) }.map(|(_, named)| named);
        constructor.construct(instance, args, named)
    });
    // SAFETY: the result is NULL or a reference that is owned here.
    match unsafe { python.owned(done) } {
        Ok(_) => 0,
        Err(Raised) => -1,
    }
}

#[cold]
fn raise_no_constructor(python: Python, instance: Borrowed<'_>) -> Raised {
    let name = class_name_of(python, instance);
    let message = format!(
        "{name}: the class has no constructor (in Rust, `#[init]` on a function of its `#[tvm_ffi::methods]`, or option `init`, \
         makes one)"
    );
    python.raise(python.api.PyExc_TypeError, &message)
}

/// Destroys an instance.
pub(crate) unsafe extern "C" fn dealloc(instance: *mut PyObject) {
    // SAFETY: Python passes an instance, and this thread holds the GIL.
    let Some((python, borrowed)) = (unsafe { enter(instance) }) else { return };
    // SAFETY: it is an instance of a class of this crate.
    let place = unsafe { place(borrowed) };
    // SAFETY: an instance has the word behind the handle.
    let weak = unsafe { place.add(1) };
    // SAFETY: as above.
    let weak = unsafe { weak.read() };
    if !weak.is_null() {
        // SAFETY: the instance is being destroyed, and its weak references are still known.
        unsafe { python.api.PyObject_ClearWeakRefs(instance) };
    }
    // SAFETY: it is an instance of a class of this crate.
    let handle = unsafe { handle(borrowed) };
    let class = type_of(borrowed);
    if let Some(object) = NonNull::new(handle) {
        // SAFETY: the instance owns a reference to the object.
        if let Some(known) = unsafe { python_instance(object) } {
            // Another instance may have taken the place of this one.
            let (own, none) = (instance.cast(), null_mut());
            let _ = known.compare_exchange(own, none, Ordering::Relaxed, Ordering::Relaxed);
        }
        // SAFETY: the instance owns a reference, and is destroyed once. Deleters do not unwind.
        drop(unsafe { ObjectRef::from_raw(object) });
    }
    // SAFETY: the class is a heap type.
    let free = unsafe { python.api.PyType_GetSlot(class, PY_TP_FREE) };
    // SAFETY: all types have such a function. That of a subclass knows how the subclass allocates.
    let free = unsafe { core::mem::transmute::<*mut c_void, unsafe extern "C" fn(*mut PyObject)>(free) };
    // SAFETY: nothing uses the instance any more.
    unsafe { free(instance) };
    // SAFETY: an instance owns a reference to its class.
    unsafe { python.api.Py_DecRef(class) };
}

/// The interpreter and an instance, in a function that Python calls.
///
/// # Safety
///
/// The object lives through the call, and the thread holds the GIL.
pub(crate) unsafe fn enter<'a>(object: *mut PyObject) -> Option<(Python, Borrowed<'a>)> {
    let api: &'static Api = api().ok()?;
    // SAFETY: the caller's contract.
    let python = unsafe { Python::assume(api) };
    // SAFETY: as above.
    Some((python, unsafe { Borrowed::new(NonNull::new(object)?) }))
}

/// `__module__.__qualname__` of the class of an object.
pub(crate) fn class_name_of(python: Python, object: Borrowed<'_>) -> String {
    // SAFETY: an object has a type.
    let class = unsafe { NonNull::new_unchecked(type_of(object)) };
    // SAFETY: the object keeps its type alive.
    let class = unsafe { Borrowed::new(class) };
    let part = |name| {
        let text = python.get(class, name)?;
        python.text_of(text.borrow()).map(str::to_owned)
    };
    let name = part(c"__module__").and_then(|module| Ok(format!("{module}.{}", part(c"__qualname__")?)));
    name.unwrap_or_else(|raised| {
        python.clear(raised);
        String::from("?")
    })
}

/// Raises that an instance has no object.
#[cold]
pub(crate) fn raise_without_object(python: Python, instance: Borrowed<'_>) -> Raised {
    let name = class_name_of(python, instance);
    let message = format!(
        "{name}: the object has no value, since its constructor did not run (a subclass calls `super().__init__(...)` first)"
    );
    python.raise(python.api.PyExc_TypeError, &message)
}

/// Calls a hook. The callers of the function hold the objects.
pub(crate) fn call_hook(
    function: &Function,
    hook: TVMFFISafeCallType,
    args: &[TVMFFIAny],
) -> Result<TVMFFIAny, Raised> {
    let mut returned = TVMFFIAny::NONE;
    // SAFETY: the arguments are live objects.
    let _held = unsafe { collect::hold(args.as_ptr(), args.len()) };
    // SAFETY: the SafeCall contract: the arguments are live objects. There are two of them at most.
    let code = unsafe { hook(null_mut(), args.as_ptr(), args.len() as i32, &mut returned) };
    if code == 0 { Ok(returned) } else { Err(raise_taken(&function.module, function.python)) }
}

/// The object for a value that a hook gave.
///
/// # Safety
///
/// The value is owned, and not used afterwards.
pub(crate) unsafe fn to_python(host: &Function, returned: TVMFFIAny) -> Result<Owned, Raised> {
    // SAFETY: the caller's contract.
    unsafe { result::into_python(&host.module, host.python, &TypeTag::Any, &returned, None) }
}

/// An instance, with its object and the class of that.
pub(crate) struct Known<'a> {
    pub(crate) python: Python,
    pub(crate) instance: Borrowed<'a>,
    pub(crate) object: NonNull<TVMFFIObject>,
    pub(crate) class: Option<&'static Class>,
}

impl Known<'_> {
    /// # Safety
    ///
    /// As for [`enter`], and it is an instance of a class of this crate.
    pub(crate) unsafe fn of(instance: *mut PyObject) -> Option<Self> {
        // SAFETY: the caller's contract.
        let (python, instance) = unsafe { enter(instance) }?;
        // SAFETY: as above.
        let object = NonNull::new(unsafe { handle(instance) })?;
        // SAFETY: the instance owns a reference to the object.
        let class = unsafe { class_of_object(object) };
        Some(Self { python, instance, object, class })
    }
}

/// `repr(instance)`
unsafe extern "C" fn repr(instance: *mut PyObject) -> *mut PyObject {
    // SAFETY: Python passes an instance, and this thread holds the GIL.
    let known = unsafe { Known::of(instance) };
    if let Some(known) = &known
        && let Some(hook) = known.class.and_then(|class| class.record().hooks.repr)
        && let Some(host) = classes::get(known.python).map(Classes::host)
    {
        return guarded(known.python, || {
            let returned = call_hook(host, hook, &[value(known.object)])?;
            // SAFETY: the hook gave an owned value.
            unsafe { to_python(host, returned) }
        });
    }
    // SAFETY: as above.
    let Some((python, borrowed)) = (unsafe { enter(instance) }) else { return null_mut() };
    guarded(python, || {
        let name = class_name_of(python, borrowed);
        python.text(format!("<{name} object at {instance:p}>").as_bytes())
    })
}

/// `hash(instance)`
unsafe extern "C" fn hash(instance: *mut PyObject) -> isize {
    // SAFETY: Python passes an instance, and this thread holds the GIL.
    let Some(known) = (unsafe { Known::of(instance) }) else { return not_an_error(instance.addr() as isize) };
    let hook = known.class.and_then(|class| class.record().hooks.hash);
    let (Some(hook), Some(host)) = (hook, classes::get(known.python).map(Classes::host)) else {
        // Two instances may refer to one object, and are equal then.
        return not_an_error(known.object.addr().get().cast_signed() >> 4);
    };
    match call_hook(host, hook, &[value(known.object)]) {
        Ok(returned) => not_an_error(returned.payload.int() as isize),
        Err(Raised) => -1,
    }
}

/// A hash, which Python reads -1 as an error instead of.
fn not_an_error(hash: isize) -> isize {
    if hash == -1 { -2 } else { hash }
}

/// `a == b`, `a < b`, and so on.
unsafe extern "C" fn compare(a: *mut PyObject, b: *mut PyObject, operation: c_int) -> *mut PyObject {
    // SAFETY: Python passes an instance and any object, and this thread holds the GIL.
    let Some((python, other)) = (unsafe { enter(b) }) else { return null_mut() };
    guarded(python, || {
        let not_implemented = || python.own(Borrowed::of(python.api._Py_NotImplementedStruct));
        // SAFETY: as above.
        let Some(left) = (unsafe { Known::of(a) }) else { return Ok(not_implemented()) };
        let Some(classes) = classes::get(python) else { return Ok(not_implemented()) };
        let Some(right) = classes.handle_of(other).and_then(NonNull::new) else {
            return Ok(not_implemented());
        };
        let answer = left.compare(classes.host(), right, operation)?;
        answer.map_or_else(|| Ok(not_implemented()), |answer| python.bool(answer))
    })
}

impl Known<'_> {
    /// The answer of a comparison; `None` if the classes have none.
    fn compare(
        &self,
        host: &Function,
        other: NonNull<TVMFFIObject>,
        operation: c_int,
    ) -> Result<Option<bool>, Raised> {
        // SAFETY: the other instance owns a reference to its object.
        let same_class =
            unsafe { class_of_object(other) }.zip(self.class).is_some_and(|(a, b)| core::ptr::eq(a, b));
        let (Some(class), true) = (self.class, same_class) else {
            return Ok(same(operation, self.object == other));
        };
        let (hooks, args) = (&class.record().hooks, [value(self.object), value(other)]);
        match (operation, hooks.eq, hooks.compare) {
            (EQUAL | NOT_EQUAL, Some(eq), _) => {
                let equal = call_hook(host, eq, &args)?.payload.int() != 0;
                Ok(same(operation, equal))
            }
            (EQUAL | NOT_EQUAL, None, _) => Ok(same(operation, self.object == other)),
            (_, _, Some(compare)) => {
                let order = call_hook(host, compare, &args)?.payload.int();
                // `<`, `<=`, `==`, `!=`, `>`, `>=` have the numbers 0 to 5.
                Ok(Some(match operation {
                    0 => order < 0,
                    1 => order <= 0,
                    4 => order > 0,
                    _ => order >= 0,
                }))
            }
            _ => Ok(None),
        }
    }
}

/// The answer of `==` and `!=`.
fn same(operation: c_int, equal: bool) -> Option<bool> {
    match operation {
        EQUAL => Some(equal),
        NOT_EQUAL => Some(!equal),
        _ => None,
    }
}
