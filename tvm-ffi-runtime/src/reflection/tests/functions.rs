//! The global functions for types, and the attributes of the runtime's own types.

use core::cell::RefCell;
use core::ffi::c_void;
use std::sync::Arc;

use tvm_ffi_abi::{TVMFFIFieldSetter, TVMFFIObjectHandle};

use super::*;
use crate::bigint;
use crate::catch::Result;
use crate::container;
use crate::function;
use crate::key;
use crate::testing::{done, failure};

const MAKE: &str = "ffi.MakeObjectFromPackedArgs";

fn string(text: &str) -> Value {
    text::string(text.as_bytes())
}

/// Two values after the header.
type Pair = [Value; 2];

unsafe extern "C" fn new_pair(result: *mut TVMFFIObjectHandle) -> c_int {
    let index = types().index_of(b"types.Pair").unwrap_or_else(|_| panic!("the type is registered"));
    // SAFETY: the result is writable.
    unsafe { result.write(Object::new(index, [Value::NONE, Value::NONE]).into_handle()) };
    0
}

/// Sets a value, which must be an integer.
unsafe extern "C" fn set_int(field: *mut c_void, value: *const TVMFFIAny) -> c_int {
    // SAFETY: the caller lends the value.
    let value = unsafe { *value };
    if value.type_index != TypeIndex::INT {
        return catch::raise(fail!(TypeError, "not an int"));
    }
    // SAFETY: the caller passes the place of a value; integers own nothing.
    unsafe { field.cast::<TVMFFIAny>().write(value) };
    0
}

fn pair_field(name: &str, number: i64) -> TVMFFIFieldInfo {
    let setter = set_int as TVMFFIFieldSetter;
    TVMFFIFieldInfo { offset: 24 + 16 * number, setter: setter as *mut c_void, ..field(name) }
}

/// A type with a required field, and a field that another function makes.
fn register_pair() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let index = add("types.Pair");
        let metadata = TVMFFITypeMetadata {
            doc: TVMFFIByteArray::of(b""),
            creator: Some(new_pair),
            total_size: 56,
            structural_eq_hash_kind: 0,
        };
        // SAFETY: the metadata is readable.
        assert_eq!(unsafe { register_metadata(index, &metadata) }, 0);
        let factory = function::closure(|_| Ok(Value::int(7)));
        let mut second = pair_field("b", 1);
        second.flags |= FieldFlag::HAS_DEFAULT | FieldFlag::DEFAULT_FROM_FACTORY;
        second.default_value_or_factory = factory.view();
        for field in [pair_field("a", 0), second] {
            // SAFETY: the field is readable.
            assert_eq!(unsafe { register_field(index, &field) }, 0);
        }
    });
}

#[test]
fn an_object_is_made_of_the_values_of_its_fields() {
    register_pair();
    let ints = |object: &Value| {
        // SAFETY: the object is a pair.
        let pair = unsafe { crate::object::body_of::<Pair>(object.view().payload.ptr()) };
        pair.each_ref().map(|value| value.view().payload.int())
    };
    let key = string("types.Pair");
    let index = Value::int(types().index_of(b"types.Pair").ok().unwrap().into());
    let (a, b) = (string("a"), string("b"));
    let object = done(MAKE, &[&key, &a, &Value::int(1)]);
    assert_eq!(ints(&object), [1, 7], "the default is made");
    let object = done(MAKE, &[&index, &b, &Value::int(3), &a, &Value::int(2)]);
    assert_eq!(ints(&object), [2, 3]);
}

#[test]
fn wrong_fields_are_named() {
    register_pair();
    let key = string("types.Pair");
    let (a, x, one) = (string("a"), string("x"), Value::int(1));
    assert_eq!(failure(MAKE, &[&key]), "TypeError: Required field `a` not set in type `types.Pair`");
    assert_eq!(
        failure(MAKE, &[&key, &a, &one, &x, &one]),
        "TypeError: Type `types.Pair` does not have field `x`"
    );
    assert_eq!(
        failure(MAKE, &[&key, &a, &one, &a, &one]),
        "TypeError: Type `types.Pair` does not have field `a`"
    );
    assert_eq!(failure(MAKE, &[&key, &a, &a]), "TypeError: not an int");
    assert_eq!(failure(MAKE, &[&key, &one, &one]), "TypeError: Cannot convert from type `int` to `str`");
    for args in [&[][..], &[&key, &a]] {
        assert_eq!(failure(MAKE, args), "InternalError: Check failed: (args.size() % 2 == 1) is false: ");
    }
    assert_eq!(failure(MAKE, &[&Value::NONE]), "TypeError: Cannot convert from type `None` to `str`");
    assert!(failure(MAKE, &[&Value::int(99_999)]).ends_with("Cannot find type info for type_index=99999"));
    assert_eq!(
        failure(MAKE, &[&string("ffi.Array")]),
        "RuntimeError: Type `ffi.Array` does not support reflection creation (no native creator or __ffi_new__ type attr)"
    );
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
fn keys_of_types_are_listed_by_index() {
    let keys = done("ffi.GetRegisteredTypeKeys", &[]);
    // SAFETY: the value holds the array.
    let keys = unsafe { Object::from_lent(keys.view().payload.ptr()) }.unwrap();
    // SAFETY: the test has the only reference.
    let keys: Vec<&[u8]> =
        unsafe { container::elements(&keys) }.iter().filter_map(text::string_content).collect();
    assert_eq!(keys[..2], [&b"None"[..], b"int"]);
    assert_eq!(keys[27..29], [&b"ffi.VisitInterrupt"[..], b"ffi.BigInt"]);
}

#[test]
fn the_objects_that_stand_for_nothing_are_two() {
    let [first, second] = ["ffi.GetInvalidObject", "ffi.GetKwargsObject"].map(|name| {
        let [one, again] = [(); 2].map(|()| done(name, &[]).view().payload.ptr());
        assert_eq!(one, again);
        one
    });
    assert_ne!(first, second);
}

fn big(words: [i64; 2]) -> Value {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut out = TVMFFIAny::NONE;
    // SAFETY: the bytes are readable, `out` is writable.
    assert_eq!(unsafe { bigint::from_byte_array(&TVMFFIByteArray::of(&bytes), &mut out) }, 0);
    // SAFETY: the function gives an owned value.
    unsafe { Value::from_owned(out) }
}

/// Calls the function that is the attribute of a type.
fn call_attribute(name: &str, type_index: i32, args: &[&Value]) -> Result<Value> {
    let function = types().columns.find(name.as_bytes()).unwrap().get(type_index).unwrap();
    // SAFETY: the column holds the function.
    let function = unsafe { Object::from_lent(function.payload.ptr()) }.unwrap();
    let args: Vec<TVMFFIAny> = args.iter().map(|value| *value.view()).collect();
    // SAFETY: the object is a function, and the arguments are held.
    unsafe { crate::testing::call_function(&function, &args) }
}

#[test]
fn big_integers_are_keys_by_their_value() {
    let [a, b, other] = [big([5, 1]), big([5, 1]), big([5, 2])];
    // SAFETY: the values are held.
    let hashes = [&a, &b, &other].map(|value| unsafe { key::hash(value.view()) }.ok().unwrap());
    assert_eq!(hashes[0], hashes[1]);
    assert_ne!(hashes[0], hashes[2]);
    // SAFETY: the values are held.
    let equal = |b: &Value| unsafe { key::equal(a.view(), b.view()) }.ok();
    assert_eq!([equal(&b), equal(&other)], [Some(true), Some(false)]);
    let words: Vec<u8> = [5i64, 1].iter().flat_map(|word| word.to_le_bytes()).collect();
    let content = tvm_ffi_abi::key::hash_bytes(&words);
    assert_eq!(hashes[0], tvm_ffi_abi::key::combine(TypeIndex::BIG_INT, content), "as in C++");
}

#[test]
fn big_integers_are_in_order() {
    let ordered = [big([0, -9]), big([1, -9]), big([3, -2]), big([7, 1]), big([8, 1]), big([0, 2])];
    let compare = |a: &Value, b: &Value| {
        let order = call_attribute("__ffi_compare__", TypeIndex::BIG_INT, &[a, b, &Value::NONE]);
        order.ok().unwrap().view().payload.int()
    };
    for (i, a) in ordered.iter().enumerate() {
        for (j, b) in ordered.iter().enumerate() {
            assert_eq!(compare(a, b), i.cmp(&j) as i64);
        }
    }
    let object = done("ffi.GetInvalidObject", &[]);
    for name in ["__ffi_eq__", "__ffi_compare__"] {
        assert!(call_attribute(name, TypeIndex::BIG_INT, &[&object, &ordered[0], &Value::NONE]).is_err());
        assert_eq!(raised(), "TypeError: Cannot treat type `ffi.Object` as type `BigInt`");
    }
    let hash = call_attribute("__ffi_hash__", TypeIndex::BIG_INT, &[&Value::int(3), &Value::NONE]);
    assert!(hash.is_err());
    assert_eq!(
        raised(),
        "TypeError: Mismatched type on argument #0 when calling: `ffi.BigInt.__ffi_hash__(0: ffi.Object, 1: ffi.Function) -> int`. Expected `ffi.Object` but got `int`"
    );
}

#[test]
fn conversions_give_the_value_itself() {
    let convert =
        |type_index: i32, value: &Value| call_attribute("__ffi_convert__", type_index, &[value]).ok();
    let long = string("a text of some length");
    for type_index in [TypeIndex::OBJECT, TypeIndex::STR] {
        let same = convert(type_index, &long).unwrap();
        assert_eq!(same.view().payload.ptr(), long.view().payload.ptr());
    }
    assert_eq!(convert(TypeIndex::STR, &string("short")).unwrap().type_index(), TypeIndex::SMALL_STR);
    assert_eq!(convert(TypeIndex::TENSOR, &Value::NONE).unwrap().type_index(), TypeIndex::NONE);
    let (one, text) = (Value::int(1), string("a text on the heap"));
    let array = done("ffi.Array", &[&one, &one]);
    let list = convert(TypeIndex::LIST, &array).unwrap();
    assert_eq!(list.type_index(), TypeIndex::LIST);
    for sequence in [&array, &list] {
        assert_eq!(convert(TypeIndex::SHAPE, sequence).unwrap().type_index(), TypeIndex::SHAPE);
        assert!(convert(TypeIndex::MAP, sequence).is_none());
    }
    assert_eq!(done("ffi.ArraySize", &[&convert(TypeIndex::ARRAY, &list).unwrap()]).view().payload.int(), 2);
    assert!(convert(TypeIndex::SHAPE, &done("ffi.List", &[&text])).is_none());
    let map = done("ffi.Map", &[&one, &text]);
    let dict = convert(TypeIndex::DICT, &map).unwrap();
    assert_eq!(dict.type_index(), TypeIndex::DICT);
    assert_eq!(
        done("ffi.MapCount", &[&convert(TypeIndex::MAP, &dict).unwrap(), &one]).view().payload.int(),
        1
    );
    assert!(convert(TypeIndex::ARRAY, &long).is_none());
    assert_eq!(raised(), "TypeError: Cannot cast from `ffi.String` to `Array<Any>`");
    assert!(call_attribute("__ffi_convert__", TypeIndex::DICT, &[]).is_err());
    assert_eq!(
        raised(),
        "TypeError: Mismatched number of arguments when calling: `ffi.Dict.__ffi_convert__(0: AnyView) -> Dict<Any, Any>`. Expected 1 but got 0 arguments"
    );
}
