//! Methods of classes: objects that Python calls by the vectorcall protocol, and binds as it binds functions.

use core::ffi::c_void;
use core::ptr::{NonNull, null, null_mut};

use crate::error::guarded;
use crate::export_object;
use crate::ffi::{
    Getter, MEMBER_READONLY, MEMBER_SIZE, PY_TP_CALL, PY_TP_DEALLOC, PY_TP_DESCR_GET, PY_TP_GETSET,
    PY_TP_MEMBERS, PyGetSetDef, PyMemberDef, PyObject, PyTypeSlot, TYPE_HAVE_VECTORCALL, TYPE_IMMUTABLE,
    TYPE_METHOD_DESCRIPTOR, VECTORCALL_ARGUMENTS_OFFSET,
};
use crate::function::Function;
use crate::layout::{WORD, first_word, header, type_of};
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::{classes, instance, signature};

/// A function of the vectorcall protocol: the callable, the arguments, the number of those by position, and the tuple of the names of the others, or
/// NULL.
type Vectorcall =
    unsafe extern "C" fn(*mut PyObject, *const *mut PyObject, usize, *mut PyObject) -> *mut PyObject;

/// Makes the type of method objects. They are two words long: the function, as in [`export_object`], and what calls it.
pub(crate) fn make_type(python: Python, module: &str) -> Result<Owned, Raised> {
    type Bind = unsafe extern "C" fn(*mut PyObject, *mut PyObject, *mut PyObject) -> *mut PyObject;
    let place = (header() + WORD) as isize;
    let member =
        |name, offset| PyMemberDef { name, kind: MEMBER_SIZE, offset, flags: MEMBER_READONLY, doc: null() };
    let members = Box::leak(Box::new([member(c"__vectorcalloffset__".as_ptr(), place), member(null(), 0)]));
    let attribute = |name, get| PyGetSetDef { name, get, set: None, doc: null(), closure: null_mut() };
    let attributes = Box::leak(Box::new([
        attribute(c"__name__".as_ptr(), Some(name as Getter)),
        attribute(c"__qualname__".as_ptr(), Some(qualified_name as Getter)),
        attribute(c"__doc__".as_ptr(), Some(doc as Getter)),
        attribute(c"__text_signature__".as_ptr(), Some(text_signature as Getter)),
        attribute(null(), None),
    ]));
    let slots = vec![
        export_object::NO_INSTANCES,
        PyTypeSlot { slot: PY_TP_DEALLOC, function: export_object::DEALLOC as *const c_void },
        PyTypeSlot { slot: PY_TP_CALL, function: python.api.PyVectorcall_Call as *const c_void },
        PyTypeSlot { slot: PY_TP_DESCR_GET, function: bind as Bind as *const c_void },
        PyTypeSlot { slot: PY_TP_MEMBERS, function: members.as_ptr().cast() },
        PyTypeSlot { slot: PY_TP_GETSET, function: attributes.as_ptr().cast() },
    ];
    let flags = TYPE_HAVE_VECTORCALL | TYPE_IMMUTABLE | TYPE_METHOD_DESCRIPTOR;
    python.make_type(format!("{module}.method"), 2, flags, slots, None)
}

/// Makes a method of a function.
pub(crate) fn make(python: Python, class: &Owned, function: Box<Function>) -> Result<Owned, Raised> {
    let method = export_object::make(python, class, function)?;
    // SAFETY: a reference is not NULL.
    let method_object = unsafe { NonNull::new_unchecked(method.borrow().as_ptr()) };
    // SAFETY: the type has room for two words.
    let place = unsafe { first_word(method_object) };
    // SAFETY: as above.
    let place = unsafe { place.add(1) };
    // SAFETY: as above; the object is new.
    unsafe { place.write(call as Vectorcall as *mut c_void) };
    Ok(method)
}

/// Calls a method with its receiver as first argument, a static method, or a class method with the class.
unsafe extern "C" fn call(
    method: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: Python's contract: the object is a method.
    let function = unsafe { export_object::function(method) };
    let count = count & !VECTORCALL_ARGUMENTS_OFFSET;
    guarded(function.python, || match function.record.is_class_method() {
        // SAFETY: Python's contract: the arguments are those of the call.
        true => unsafe { make_instance(function, args, count, names) },
        // SAFETY: as above.
        false => unsafe { function.call_raw(args, count, names, None) },
    })
}

/// Calls a class method: an instance of the class that is the first argument gets the object.
///
/// # Safety
///
/// As Python calls a function of the vectorcall protocol.
unsafe fn make_instance(
    function: &Function,
    args: *const *mut PyObject,
    count: usize,
    names: *mut PyObject,
) -> Result<Owned, Raised> {
    let python = function.python;
    let class = match count {
        0 => None,
        // SAFETY: there is an argument.
        _ => NonNull::new(unsafe { args.read() }),
    };
    // SAFETY: Python's contract: the arguments live through the call.
    let class = class.map(|class| unsafe { Borrowed::new(class) });
    let own = function.record.class.and_then(|own| classes::made_of(own())).map(|made| &made.python);
    let is_right = |class: &Borrowed<'_>| {
        let is_class = python.is_subtype(type_of(*class), Borrowed::of(python.api.PyType_Type));
        is_class && own.is_some_and(|own| python.is_subtype(class.as_ptr(), own.borrow()))
    };
    let Some(class) = class.filter(is_right) else {
        return Err(python
            .raise(python.api.PyExc_TypeError, "a class method needs the class, or one that extends it"));
    };
    let instance = instance::empty(python, class)?;
    // SAFETY: there is one argument more.
    let args = unsafe { args.add(1) };
    // SAFETY: the caller's contract.
    unsafe { function.call_raw(args, count - 1, names, Some(instance.borrow())) }?;
    Ok(instance)
}

/// `method.__get__`
unsafe extern "C" fn bind(method: *mut PyObject, object: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: Python's contract: the object is a method.
    let python = unsafe { export_object::function(method) }.python;
    if object.is_null() {
        // SAFETY: the method is live.
        unsafe { python.api.Py_IncRef(method) };
        return method;
    }
    // SAFETY: both objects are live.
    unsafe { python.api.PyMethod_New(method, object) }
}

/// Makes a getter of a method from what gives its text.
macro_rules! texts {
    ($($name:ident, |$function:ident| $text:expr;)*) => {$(
        unsafe extern "C" fn $name(method: *mut PyObject, _: *mut c_void) -> *mut PyObject {
            // SAFETY: Python's contract: the object is a method.
            let $function = unsafe { export_object::function(method) };
            guarded($function.python, || $function.python.text($text.as_bytes()))
        }
    )*};
}

texts! {
    name, |function| function.short_name();
    qualified_name, |function| {
        let class = function.record.class.map_or("", |class| class().record().key);
        format!("{}.{}", class.rsplit('.').next().unwrap_or_default(), function.short_name())
    };
    doc, |function| function.record.doc();
    text_signature, |function| format!("({})", signature::parameters(function.record));
}
