//! The global functions for types, and the attributes of the runtime's own types.

use core::cell::RefCell;
use core::ffi::c_void;
use std::sync::Arc;

use tvm_ffi_abi::TVMFFIFieldSetter;

use super::*;
use crate::function;
use crate::testing::{done, failure};

const MAKE: &str = "ffi.MakeObjectFromPackedArgs";

fn string(text: &str) -> Value {
    text::string(text.as_bytes())
}

fn pair_field(name: &str, number: i64) -> TVMFFIFieldInfo {
    TVMFFIFieldInfo { offset: 24 + 16 * number, ..field(name) }
}

#[test]
fn an_attribute_makes_objects_of_its_type_only() {
    let index = add("types.New");
    let other = add("types.Other");
    for (index, made) in [(index, index), (other, index)] {
        let new = function::closure(move |_| Ok(Object::new(made, ()).into()));
        // SAFETY: the name is readable, and the value is lent.
        let code = unsafe { register_attr(index, &TVMFFIByteArray::of(b"__ffi_new__"), &new.view()) };
        assert_eq!(code, 0);
    }
    assert_eq!(done(MAKE, &[&string("types.New")]).type_index(), index);
    assert_eq!(
        failure(MAKE, &[&string("types.Other")]),
        "TypeError: The creator of type `types.Other` gives an object of another type"
    );
}

thread_local! {
    /// What the setter below gives away.
    static LENT: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

/// Gives the arguments away, and sets a value.
unsafe extern "C" fn give_away_and_set(field: *mut c_void, value: *const TVMFFIAny) -> c_int {
    drop(LENT.take());
    // SAFETY: the caller lends the value.
    let value = Value::of_object(unsafe { &*value }).unwrap_or(Value::NONE);
    // SAFETY: the caller passes the place of a value.
    drop(unsafe { field.cast::<Value>().replace(value) });
    0
}

#[test]
fn a_setter_may_give_the_arguments_away() {
    let index = add("types.Given");
    let new = function::closure(move |_| Ok(Object::new(index, [Value::NONE, Value::NONE]).into()));
    // SAFETY: the name is readable, and the value is lent.
    let code = unsafe { register_attr(index, &TVMFFIByteArray::of(b"__ffi_new__"), &new.view()) };
    assert_eq!(code, 0);
    let setter = give_away_and_set as TVMFFIFieldSetter as *mut c_void;
    let names = ["the first field", "the second field"];
    for (name, number) in names.into_iter().zip(0..) {
        let field = TVMFFIFieldInfo { setter, ..pair_field(name, number) };
        // SAFETY: the field is readable.
        assert_eq!(unsafe { register_field(index, &field) }, 0);
    }
    let token = Arc::new(());
    let value = Value::from(Object::new(TypeIndex::OBJECT, Arc::clone(&token)));
    let [first, second] = names.map(string);
    let args = [Value::int(index.into()), first, value.clone(), second, value];
    let views: Vec<TVMFFIAny> = args.iter().map(|arg| *arg.view()).collect();
    LENT.set(args.into());
    let function = crate::functions::globals::globals().get(MAKE.as_bytes()).unwrap();
    // SAFETY: the object is a function, and the arguments are held when the call begins.
    let object = unsafe { crate::testing::call_function(&function, &views) };
    assert!(object.is_ok(), "{}", raised());
    assert_eq!(Arc::strong_count(&token), 2, "the object holds the value");
}

#[test]
fn a_setter_that_is_no_function_is_refused() {
    let object = Object::new(TypeIndex::OBJECT, [0u64; 2]);
    let setters =
        [("types.NoSetter", core::ptr::null_mut(), "None"), ("types.Setter", object.handle(), "ffi.Object")];
    for (key, setter, got) in setters {
        let index = add(key);
        let new = function::closure(move |_| Ok(Object::new(index, [Value::NONE, Value::NONE]).into()));
        // SAFETY: the name is readable, and the value is lent.
        let code = unsafe { register_attr(index, &TVMFFIByteArray::of(b"__ffi_new__"), &new.view()) };
        assert_eq!(code, 0);
        let field =
            TVMFFIFieldInfo { flags: FieldFlag::SETTER_IS_FUNCTION_OBJ, setter, ..pair_field("a", 0) };
        // SAFETY: the field is readable, and its setter NULL or an object.
        assert_eq!(unsafe { register_field(index, &field) }, 0);
        let error = failure(MAKE, &[&string(key), &string("a"), &Value::int(1)]);
        assert_eq!(error, format!("TypeError: Cannot convert from type `{got}` to `ffi.Function`"));
    }
}

#[test]
fn an_interrupt_has_a_value() {
    let object = done(MAKE, &[&string("ffi.VisitInterrupt"), &string("value"), &string("why")]);
    let field = &known(TypeIndex::VISIT_INTERRUPT).fields()[0];
    let place = object.view().payload.ptr().wrapping_byte_offset(field.offset as isize);
    let mut value = TVMFFIAny::NONE;
    // SAFETY: the place is that of the field.
    assert_eq!(unsafe { field.getter.unwrap()(place, &mut value) }, 0);
    assert_eq!(text::string_content(&value), Some(&b"why"[..]));
}

#[test]
fn a_type_without_a_creator_is_refused() {
    assert_eq!(failure(MAKE, &[&Value::NONE]), "TypeError: Cannot convert from type `None` to `str`");
    assert!(failure(MAKE, &[&Value::int(99_999)]).ends_with("Cannot find type info for type_index=99999"));
    assert_eq!(
        failure(MAKE, &[&string("ffi.Array")]),
        "RuntimeError: Type `ffi.Array` does not support reflection creation (no native creator or __ffi_new__ type attr)"
    );
}
