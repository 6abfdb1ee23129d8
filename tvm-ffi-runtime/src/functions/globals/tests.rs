use core::sync::atomic::{AtomicUsize, Ordering};

use tvm_ffi_abi::TVMFFIAnyPayload;

use super::*;
use crate::function;
use crate::testing::{done, raised};
use crate::value::Value;

fn number(value: i64) -> Object {
    function::closure(move |_| Ok(Value::int(value)))
}

fn call_with(function: &Object, args: &[TVMFFIAny]) -> Result<Value> {
    // SAFETY: the objects of these tests are functions.
    unsafe { crate::testing::call_function(function, args) }
}

fn call(function: &Object) -> i64 {
    call_with(function, &[]).ok().expect("the function succeeds").view().payload.int()
}

/// `TVMFFIFunctionSetGlobal`: whether it succeeds.
fn set_global_to(name: &str, function: &Object, allow_override: bool) -> bool {
    let name = TVMFFIByteArray::of(name.as_bytes());
    // SAFETY: the name and the function are alive.
    unsafe { set_global(&raw const name, function.handle(), c_int::from(allow_override)) == 0 }
}

fn get_global_of(name: &str) -> Option<Object> {
    let name = TVMFFIByteArray::of(name.as_bytes());
    let mut out = null_mut();
    // SAFETY: the name is readable and the place is writable.
    assert_eq!(unsafe { get_global(&raw const name, &raw mut out) }, 0);
    // SAFETY: the handle is NULL or owned.
    unsafe { Object::from_owned(out) }
}

fn info(name: &str, method: TVMFFIAny) -> TVMFFIMethodInfo {
    let (name, empty) = (TVMFFIByteArray::of(name.as_bytes()), TVMFFIByteArray::of(b""));
    TVMFFIMethodInfo { name, doc: empty, metadata: TVMFFIByteArray::of(b"{}"), flags: 0, method }
}

/// `TVMFFIFunctionSetGlobalFromMethodInfo`: whether it succeeds.
fn set_info(info: &TVMFFIMethodInfo, allow_override: bool) -> bool {
    // SAFETY: what the info points to is alive.
    unsafe { set_global_from_method_info(info, c_int::from(allow_override)) == 0 }
}

fn remove(name: &str) -> bool {
    done("ffi.FunctionRemoveGlobal", &[&text::string(name.as_bytes())]).view().payload.int() != 0
}

#[test]
fn a_function_is_found_until_it_is_removed() {
    let function = number(1);
    assert!(get_global_of("test.found").is_none());
    assert!(set_global_to("test.found", &function, false));
    let found = get_global_of("test.found").expect("it is registered");
    assert_eq!(found.handle(), function.handle());
    assert_eq!(call(&found), 1);
    assert!(remove("test.found"));
    assert!(!remove("test.found"));
    assert!(get_global_of("test.found").is_none());
}

#[test]
fn a_name_is_taken_once_unless_the_caller_overrides() {
    assert!(set_global_to("test.taken", &number(1), false));
    assert!(!set_global_to("test.taken", &number(2), false));
    assert!(!set_info(&info("test.taken", number(2).view()), false));
    assert_eq!(call(&get_global_of("test.taken").expect("it is registered")), 1);
    assert!(set_global_to("test.taken", &number(3), true));
    assert_eq!(call(&get_global_of("test.taken").expect("it is registered")), 3);
    let function = number(4);
    assert!(set_info(&info("test.taken", function.view()), true));
    assert_eq!(call(&get_global_of("test.taken").expect("it is registered")), 4);
}

#[test]
fn only_functions_and_null_are_registered() {
    assert!(!set_info(
        &info("test.kinds", TVMFFIAny::new(TypeIndex::INT, TVMFFIAnyPayload::from_int(1))),
        false
    ));
    assert!(!set_global_to("test.kinds", &Object::new(TypeIndex::OBJECT, 0_u64), false));
    assert!(set_info(&info("test.kinds", TVMFFIAny::NONE), false));
    assert!(get_global_of("test.kinds").is_none());
    assert!(!set_global_to("test.kinds", &number(1), false), "the name of NULL is taken");
}

#[test]
fn a_function_that_is_replaced_or_removed_may_use_the_table() {
    static ENDS: AtomicUsize = AtomicUsize::new(0);
    struct UsesTable;
    impl Drop for UsesTable {
        fn drop(&mut self) {
            assert!(set_global_to("test.from_drop", &number(1), true));
            ENDS.fetch_add(1, Ordering::Relaxed);
        }
    }
    let function = || {
        let uses = UsesTable;
        function::closure(move |_| {
            let _ = &uses;
            Ok(Value::NONE)
        })
    };
    assert!(set_global_to("test.ends", &function(), false));
    assert!(set_global_to("test.ends", &function(), true));
    assert!(remove("test.ends"));
    assert_eq!(ENDS.load(Ordering::Relaxed), 2);
}

#[test]
fn builtins_are_there_and_say_when_a_second_runtime_registers_them() {
    assert!(get_global_of("ffi.FunctionRemoveGlobal").is_some());
    assert!(!set_info(&info("ffi.FunctionRemoveGlobal", number(1).view()), false));
    let message = raised();
    assert!(message.contains("second TVM-FFI runtime"), "{message}");
}

#[test]
fn metadata_is_that_of_the_registration_or_of_the_builtin() {
    let get = get_global_of("ffi.GetGlobalFuncMetadata").expect("a builtin");
    let metadata = |name: &str| {
        let value = call_with(&get, &[*text::string(name.as_bytes()).view()]).ok()?;
        text::string_content(value.view()).map(<[u8]>::to_vec)
    };
    let function = number(1);
    assert!(set_info(&info("test.m", function.view()), false));
    assert_eq!(metadata("test.m"), Some(b"{}".to_vec()));
    assert_eq!(metadata("test.n"), None);
    assert!(set_global_to("test.m", &function, true));
    assert_eq!(metadata("test.m"), Some(Vec::new()));
    let builtin = br#"{"type_schema":"{\"type\":\"ffi.Function\",\"named_args\":{\"return\":[{\"type\":\"ffi.String\"}],\"params\":[{\"type\":\"ffi.String\"}]}}"}"#;
    assert_eq!(metadata("ffi.GetGlobalFuncMetadata"), Some(builtin.to_vec()));
}

#[test]
fn names_are_listed_in_the_order_of_registration() {
    let list = get_global_of("ffi.FunctionListGlobalNamesFunctor").expect("a builtin");
    let functor = call_with(&list, &[]).ok().expect("a function");
    // SAFETY: the value holds a function.
    let functor = unsafe { Object::from_lent(functor.view().payload.ptr()) }.expect("a function");
    let int = |value| *Value::int(value).view();
    let count = call_with(&functor, &[int(-1)]).ok().expect("a number").view().payload.int();
    let first = call_with(&functor, &[int(0)]).ok().expect("a name");
    assert_eq!(text::string_content(first.view()), Some(&b"ffi.FunctionRemoveGlobal"[..]));
    assert!(call_with(&functor, &[int(count)]).is_err());

    let function = number(1);
    for name in ["test.o1", "test.o2", "test.o1"] {
        assert!(set_global_to(name, &function, true));
    }
    let functor = call_with(&list, &[]).ok().expect("a function");
    // SAFETY: the value holds a function.
    let functor = unsafe { Object::from_lent(functor.view().payload.ptr()) }.expect("a function");
    let names = (0..).map_while(|index| call_with(&functor, &[int(index)]).ok());
    let names: Vec<_> = names.collect();
    let place = |name: &[u8]| names.iter().position(|v| text::string_content(v.view()) == Some(name));
    assert!(place(b"test.o2") < place(b"test.o1"), "a replaced function goes to the end");
    assert!(place(b"test.o2").is_some());
}
