//! Maps that differ from those of the runtime, for threads that choose a difference.

use std::sync::{Mutex, PoisonError};

use super::{object, replacement};
use crate::abi::{TVMFFIByteArray, TVMFFIObjectHandle, TypeIndex};
use crate::any::{Any, AnyView};
use crate::container::build::Container;
use crate::container::fabricated::{Difference, Fabricated, chosen};
use crate::convert::IntoAny;
use crate::error::{Error, ErrorKind, Result};
use crate::function::Function;
use crate::object_ref::ObjectRef;

replacement! {
    fn replace as original(name: *const TVMFFIByteArray, out: *mut TVMFFIObjectHandle) -> i32 {
        // SAFETY: the caller's contract is the same.
        let code = unsafe { original(name, out) };
        // SAFETY: the caller gives the name.
        let name = unsafe { &*name };
        // SAFETY: the bytes are readable.
        let name = core::str::from_utf8(unsafe { name.bytes() }).unwrap_or_default();
        if let Some((_, own)) = FUNCTIONS.iter().find(|(known, _)| *known == name) {
            // SAFETY: the runtime has written the handle of its function to the place.
            let function = unsafe { out.read() };
            // SAFETY: the reference is owned here.
            let function = unsafe { ObjectRef::from_handle(function) };
            let function = function.and_then(|object| object.into_any().cast().ok());
            let function = differing(function.expect("the runtime has the function"), *own);
            // SAFETY: the caller gives a place for the handle.
            unsafe { out.write(function.as_object().clone().into_raw().as_ptr().cast()) };
        }
        code
    }
}

/// A function that replaces the runtime's where maps differ.
type Own = fn(&[Any]) -> Result<Any>;

const FUNCTIONS: &[(&str, Own)] = &[
    ("ffi.Map", |args| Ok(mapping(Container::Map, args))),
    ("ffi.Dict", |args| Ok(mapping(Container::Dict, args))),
    ("ffi.MapSize", size),
    ("ffi.DictSize", size),
    ("ffi.MapForwardIterFunctor", |args| Ok(iterator(entries(&args[0])))),
    ("ffi.DictForwardIterFunctor", |args| Ok(iterator(entries(&args[0])))),
    ("ffi.MapCount", |args| Ok(i64::from(find(&args[0], &args[1]).is_some()).into_any())),
    ("ffi.DictCount", |args| Ok(i64::from(find(&args[0], &args[1]).is_some()).into_any())),
    ("ffi.MapGetItem", item),
    ("ffi.DictGetItem", item),
    ("ffi.DictSetItem", |args| change(&args[0], &args[1], Some(args[2].clone()))),
    ("ffi.DictErase", |args| change(&args[0], &args[1], None)),
];

fn differing(function: Function, own: Own) -> Function {
    Function::from_packed(move |args: &[AnyView<'_>]| match chosen() {
        Some(Difference::Body(_)) => {
            own(&args.iter().map(|view| view.to_any()).collect::<Result<Vec<_>>>()?)
        }
        _ => function.call_packed(args),
    })
}

/// Entries in the order of insertion.
type Model = Vec<(Any, Any)>;

fn mapping(kind: Container, items: &[Any]) -> Any {
    let mut entries: Model = Vec::new();
    for pair in items.chunks_exact(2) {
        match entries.iter_mut().find(|entry| is_same(&entry.0, &pair[0])) {
            Some(entry) => entry.1 = pair[1].clone(),
            None => entries.push((pair[0].clone(), pair[1].clone())),
        }
    }
    let Some(Difference::Body(change)) = chosen() else { panic!("only maps that differ are made here") };
    let map = object::new(kind.type_index(), Fabricated::of(kind, entries));
    // SAFETY: the map was just made, and nothing else uses it.
    let body = unsafe { object::body_ptr::<Fabricated>(map) };
    // SAFETY: as above.
    change(unsafe { &mut *body.as_ptr() });
    // SAFETY: as above; objects do not move.
    unsafe { Fabricated::settle(body) };
    // SAFETY: the object was just made, with one reference.
    unsafe { ObjectRef::from_handle(map) }.map_or(Any::none(), IntoAny::into_any)
}

/// The body of a map, which [`mapping`] made on this thread.
fn fabricated(map: &Any) -> &Fabricated {
    let object = map.as_view().object().expect("a map is an object");
    // SAFETY: the map was made here.
    unsafe { object::body(object.as_ptr().cast()) }
}

fn entries(map: &Any) -> Model {
    fabricated(map).entries.borrow().clone()
}

fn size(args: &[Any]) -> Result<Any> {
    Ok(entries(&args[0]).len().into_any())
}

fn find(map: &Any, key: &Any) -> Option<Any> {
    entries(map).into_iter().find(|entry| is_same(&entry.0, key)).map(|entry| entry.1)
}

fn item(args: &[Any]) -> Result<Any> {
    find(&args[0], &args[1]).ok_or_else(|| Error::new(ErrorKind::KeyError, "the key is missing"))
}

/// Changes a dict: replaces the value of a key, or removes it.
fn change(dict: &Any, key: &Any, value: Option<Any>) -> Result<Any> {
    let mut entries = entries(dict);
    match (entries.iter().position(|entry| is_same(&entry.0, key)), value) {
        (Some(place), Some(value)) => entries[place].1 = value,
        (Some(place), None) => drop(entries.remove(place)),
        (None, _) => crate::bail!(KeyError, "the key is missing"),
    }
    fabricated(dict).entries.replace(entries);
    Ok(Any::none())
}

fn is_same(a: &Any, b: &Any) -> bool {
    let words = |value: &Any| (value.type_index(), value.as_raw().small_len, value.as_raw().payload.uint());
    let text = |value: &Any| value.as_view().cast::<String>().ok();
    let bytes = |value: &Any| value.as_view().cast::<crate::Bytes>().ok();
    let is_plain = a.type_index() < TypeIndex::SMALL_STR || b.type_index() < TypeIndex::SMALL_STR;
    if words(a) == words(b) || is_plain {
        return words(a) == words(b);
    }
    text(a).map_or_else(|| bytes(a).is_some_and(|a| bytes(b) == Some(a)), |a| text(b) == Some(a))
}

/// An iterator as the runtime's: 0 asks for the key, 1 for the value, 2 moves on.
fn iterator(entries: Model) -> Any {
    let position = Mutex::new(0usize);
    let next = Function::new(move |command: i64| {
        let mut position = position.lock().unwrap_or_else(PoisonError::into_inner);
        match command {
            0 => entries[*position].0.clone(),
            1 => entries[*position].1.clone(),
            _ => {
                *position += 1;
                (*position < entries.len()).into_any()
            }
        }
    });
    next.into_any()
}
