//! Functions and classes that `import!` declares.

use tvm_ffi::{Any, Array, ErrorKind, ForeignType, Function, Map, ObjectRef, Result};

use super::testing::{
    AllTypes, AutoInit, Base, Derived, Holder, IntPair, NoMembers, Unregistered, add_one, echo, echo_text,
    load, missing, raise, use_count,
};

fn base() -> Base {
    load();
    Base::new(1, 2.5, "text").expect("it is constructed")
}

#[track_caller]
fn fails<T>(result: Result<T>) -> String {
    match result {
        Ok(_) => panic!("it should fail"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn functions_are_called_with_types() -> Result<()> {
    load();
    assert_eq!(add_one(41)?, 42);
    assert_eq!(echo_text("text")?, "text");
    assert_eq!(echo(Any::new(vec![1i64, 2]))?.cast::<Vec<i64>>()?, [1, 2]);
    Ok(())
}

#[test]
fn errors_of_calls() {
    load();
    assert_eq!(
        fails(missing()),
        "RuntimeError: there is no global function `testing.there_is_no_such_function`"
    );
    let error = raise("ValueError", "too large").unwrap_err();
    assert_eq!((error.kind(), &*error.message()), (ErrorKind::ValueError, "too large"));
    assert!(fails(missing()).contains("no global function"), "a second call looks again");
}

#[test]
fn a_function_is_looked_up_once() -> Result<()> {
    tvm_ffi::import! {
        #[global = "imported.kept"]
        fn kept() -> Result<i64>;
    }
    assert!(kept().is_err());
    Function::set_global("imported.kept", &Function::new(|| 1i64))?;
    assert_eq!(kept()?, 1);
    Function::replace_global("imported.kept", &Function::new(|| 2i64))?;
    assert_eq!(kept()?, 1);
    Function::remove_global("imported.kept")?;
    assert_eq!(kept()?, 1);
    Ok(())
}

#[test]
fn errors_convert_to_other_types() {
    struct Mine(String);
    impl From<tvm_ffi::Error> for Mine {
        fn from(error: tvm_ffi::Error) -> Self {
            Self(error.to_string())
        }
    }
    type Other<T> = Result<T, Mine>;
    tvm_ffi::import! {
        #[global = "imported.there_is_none"]
        fn other() -> Other<i64>;
    }
    let Err(Mine(text)) = other() else { panic!("it should fail") };
    assert!(text.contains("imported.there_is_none"), "{text}");
}

#[test]
fn fields_are_read_and_set() -> Result<()> {
    let base = base();
    assert_eq!((base.v_i64()?, base.v_f64()?, base.v_str()?), (1, 2.5, "text".to_owned()));
    base.set_v_i64(7)?;
    base.set_v_str("a text that does not fit the value".to_owned())?;
    assert_eq!((base.v_i64()?, base.v_str()?), (7, "a text that does not fit the value".to_owned()));
    Ok(())
}

#[test]
fn errors_of_fields() {
    let base = base();
    assert_eq!(
        fails(base.v_str_as_number()),
        "TypeError: testing.TestObjectBase.v_str: expected int, got str"
    );
    assert_eq!(fails(base.set_read_only(1.0)), "AttributeError: testing.TestObjectBase.v_f64 is read-only");
    assert_eq!(
        fails(base.no_such_field()),
        "AttributeError: testing.TestObjectBase has no field `no_such_field`, only `v_i64`, `v_f64`, `v_str`"
    );
}

#[test]
fn methods_are_called() -> Result<()> {
    let base = base();
    assert_eq!(base.add_i64(2)?, 3);
    assert_eq!(IntPair::new(3, 4)?.sum()?, 7);
    assert_eq!(
        fails(base.no_such_method()),
        "AttributeError: testing.TestObjectBase has no method `no_such_method`, only `add_i64`"
    );
    assert!(fails(Base::add_i64_badly(1)).contains("testing.TestObjectBase.add_i64 is not static"));
    Ok(())
}

#[test]
fn static_methods_need_no_object() -> Result<()> {
    load();
    let all = AllTypes::make_with(3, 1.5, "x")?;
    assert_eq!((all.v_int()?, all.add_int(4)?), (3, 7));
    assert!(fails(AllTypes::new()).contains("testing.SchemaAllTypes has no constructor"));
    Ok(())
}

#[test]
fn constructors_take_keywords() -> Result<()> {
    load();
    let made = AutoInit::new(1, 3)?;
    assert_eq!((made.a()?, made.b()?, made.c()?, made.d()?), (1, 42, 3, 99));
    assert!(
        fails(AutoInit::without_keyword(1)).contains("missing required"),
        "the runtime says what is missing"
    );
    Ok(())
}

#[test]
fn an_object_of_a_subclass_is_accepted() -> Result<()> {
    load();
    let derived = Derived::new(Map::from_iter([("a", 1i64)]).to_any().cast()?, vec![1, 2], 5, 2.0, "text")?;
    assert_eq!((derived.v_i64()?, derived.v_array()?.to_vec(), derived.v_map()?.len()), (5, vec![1, 2], 1));
    let base: Base = Any::new(derived.clone()).cast()?;
    assert_eq!((base.v_i64()?, base.add_i64(1)?), (5, 6));
    assert!(ObjectRef::ptr_eq(base.as_object(), derived.as_object()));
    let again: Derived = Any::new(base).cast()?;
    assert_eq!(again.v_i64()?, 5);
    let error = Any::new(self::base()).cast::<Derived>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "TypeError: expected testing.TestObjectDerived, got testing.TestObjectBase"
    );
    Ok(())
}

#[test]
fn references_are_counted() -> Result<()> {
    let base = base();
    assert_eq!(base.as_object().strong_count(), 1);
    let clone = base.clone();
    assert_eq!(use_count(&base)?, 2);
    drop(clone);
    let values: Array<Base> = Array::from_iter([base.clone(), base.clone()]);
    assert_eq!(use_count(&base)?, 3);
    drop(values);
    assert_eq!(base.as_object().strong_count(), 1);
    Ok(())
}

#[test]
fn fields_hold_other_objects() -> Result<()> {
    let (first, second) = (base(), base());
    let holder = Holder::new(&first)?;
    assert!(ObjectRef::ptr_eq(holder.value()?.as_object(), first.as_object()));
    assert!(holder.optional_value()?.is_none());
    holder.set_optional_value(Some(second.clone()))?;
    assert_eq!(holder.optional_value()?.expect("it was set").v_i64()?, 1);
    holder.set_value(second.clone())?;
    holder.set_optional_value(None)?;
    assert_eq!(first.as_object().strong_count(), 1, "what was replaced is dropped");
    assert_eq!(second.as_object().strong_count(), 2);
    Ok(())
}

#[test]
fn a_type_that_is_not_registered_is_an_error_at_use() {
    load();
    let said = "RuntimeError: there is no type `testing.UnregisteredRegistersThis`: no library of this process has registered it";
    assert_eq!(fails(Unregistered::new()), said);
    assert_eq!(fails(Unregistered::type_info()), said);
    let error = Any::new(base()).cast::<Unregistered>().unwrap_err().to_string();
    assert_eq!(
        error,
        "TypeError: expected testing.UnregisteredRegistersThis, got testing.TestObjectBase (no library of this process has registered `testing.UnregisteredRegistersThis`)"
    );
}

#[test]
fn objects_convert_from_and_to_object_refs() -> Result<()> {
    let base = base();
    let object: ObjectRef = base.into();
    let object = NoMembers::try_from(object).expect_err("it is of another type");
    let base = Base::try_from(object).expect("it is one");
    assert_eq!(Base::TYPE_KEY, base.as_object().type_key());
    let function = Function::new(|base: Base| base.v_i64());
    assert_eq!(function.call((&base,))?.cast::<i64>()?, 1);
    assert_eq!(
        function.call(("text",)).unwrap_err().message(),
        "<closure>: argument #0: expected testing.TestObjectBase, got str"
    );
    Ok(())
}

#[test]
fn threads_read_and_set_one_object() -> Result<()> {
    let base = base();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let base = &base;
            scope.spawn(move || {
                for step in 0..500 {
                    let text = format!("a text that lies on the heap, number {step} of {thread}");
                    base.set_v_str(text).expect("it can be set");
                    let read = base.v_str().expect("it can be read");
                    assert!(read.starts_with("a text that lies on the heap, number "), "{read}");
                }
            });
        }
    });
    Ok(())
}
