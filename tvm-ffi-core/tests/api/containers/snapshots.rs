//! Lists and dicts that change while a function has them.

use std::collections::HashMap;

use super::*;
use tvm_ffi_core::{ArrayRef, ErrorKind, MapRef, Result};

fn global(name: &str) -> Function {
    Function::get_global(name).unwrap()
}

/// A callback that changes a list beyond recognition.
fn spoil_list(list: &Any) -> Function {
    let list = list.clone();
    Function::new(move || -> Result<()> {
        global("ffi.ListClear").call((&list,))?;
        for _ in 0..100 {
            global("ffi.ListAppend").call((&list, "spoiled"))?;
        }
        Ok(())
    })
}

#[test]
fn a_list_stays_as_it_was_decoded() {
    let value = list(["one", "a long text on the heap"]);
    let read =
        Function::new(|texts: ArrayRef<'_, &str>, vector: Vec<&str>, spoil: Function| -> Result<usize> {
            let borrowed: Vec<&str> = texts.iter().collect();
            spoil.call(())?;
            assert_eq!(borrowed, vector);
            assert_eq!(texts.to_vec(), ["one", "a long text on the heap"]);
            Ok(texts.len())
        });
    let spoil = spoil_list(&value);
    assert_eq!(read.call((&value, &value, spoil)).unwrap().cast::<i64>().unwrap(), 2);
    assert_eq!(value.cast::<Vec<String>>().unwrap(), ["spoiled"; 100]);
}

#[test]
fn a_dict_stays_as_it_was_decoded() {
    let value = dict([("key", "a long text on the heap")]);
    let read = Function::new(
        |map: MapRef<'_, &str, &str>, hashed: HashMap<&str, &str>, spoil: Function| -> Result<()> {
            let before = map.get("key");
            spoil.call(())?;
            assert_eq!(before, Some("a long text on the heap"));
            assert_eq!((map.get("key"), map.len(), hashed["key"]), (before, 1, "a long text on the heap"));
            Ok(())
        },
    );
    let clear = global("ffi.DictClear");
    let cleared = value.clone();
    let spoil = Function::new(move || clear.call((&cleared,)).map(drop));
    read.call((&value, &value, spoil)).unwrap();
    assert_eq!(value.cast::<HashMap<String, String>>().unwrap().len(), 0);
}

#[test]
fn a_list_inside_is_read_when_it_is_asked_for() {
    let inner = list([1, 2]);
    let value = array([inner.clone()]);
    let read = Function::new(|rows: ArrayRef<'_, ArrayRef<'_, i64>>, change: Function| -> Result<i64> {
        let before = rows.get(0).map_or(0, |row| row.len());
        change.call(())?;
        Ok((before * 100 + rows.get(0).map_or(0, |row| row.len())) as i64)
    });
    let (append, grown) = (global("ffi.ListAppend"), inner.clone());
    let grow = Function::new(move || append.call((&grown, 3)).map(drop));
    assert_eq!(read.call((&value, grow)).unwrap().cast::<i64>().unwrap(), 203);
    // What was accepted and converts no more is an error, and never a value of another type.
    let error = read.call((&value, spoil_list(&inner))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RuntimeError);
    assert!(error.message().contains("an element of a container changed during the call"), "{error}");
}

#[test]
fn a_list_that_contains_itself() {
    let value = list([1]);
    global("ffi.ListAppend").call((&value, &value)).unwrap();
    let mut holder = Default::default();
    let elements: ArrayRef<'_, Any> = value.as_view().cast_in(&mut holder).unwrap();
    assert_eq!(elements.get(1).unwrap().cast::<Vec<Any>>().unwrap().len(), 2);
    assert_eq!(message_of::<Vec<Vec<i64>>>(&value), "TypeError: element [0]: expected Array[int], got int");
    // Without this the list would keep itself alive.
    global("ffi.ListClear").call((&value,)).unwrap();
}
