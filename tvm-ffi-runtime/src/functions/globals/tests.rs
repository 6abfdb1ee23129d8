use core::sync::atomic::{AtomicUsize, Ordering};

use tvm_ffi_abi::TVMFFIAnyPayload;

use super::*;
use crate::function;
use crate::testing::{done, raised};
use crate::value::Value;

fn number(value: i64) -> Object {
    function::closure(move |_| Ok(Value::int(value)))
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
