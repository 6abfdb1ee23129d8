//! Containers, and the global functions that make and read them.

use core::ffi::{c_int, c_void};
use std::sync::{Mutex, PoisonError};

use super::{error, object};
use crate::abi::{TVMFFIAny, TVMFFISafeCallType, TVMFFISeqCell, TVMFFIShapeCell, TypeIndex};
use crate::any::{Any, AnyView};
use crate::call::Args;
use crate::container::fabricated::{Difference, Fabricated, chosen};
use crate::container::in_tests::{entries_of, map_of, replace_entries};
use crate::convert::IntoAny;
use crate::error::{Error, ErrorKind, Result};
use crate::function::Function;
use crate::object_ref::ObjectRef;

/// A body that begins with the cell that readers know, and owns what that points to.
#[repr(C)]
struct Owning<C, T> {
    cell: C,
    items: *mut [T],
}

impl<C, T> Drop for Owning<C, T> {
    fn drop(&mut self) {
        // SAFETY: the box was given up in `owning`, and it is not read any more.
        drop(unsafe { Box::from_raw(self.items) });
    }
}

fn owning<C, T>(type_index: i32, items: Vec<T>, cell: impl FnOnce(*mut T, usize) -> C) -> Any {
    let items = Box::into_raw(items.into_boxed_slice());
    owned(object::new(type_index, Owning { cell: cell(items.cast(), items.len()), items }))
}

/// The value of a new object.
fn owned(handle: *mut c_void) -> Any {
    // SAFETY: the object was just made, with one reference.
    unsafe { ObjectRef::from_handle(handle) }.map_or(Any::none(), IntoAny::into_any)
}

fn sequence(type_index: i32, items: Vec<Any>) -> Any {
    owning(type_index, items, |data, size| TVMFFISeqCell {
        data: data.cast(),
        size: size as i64,
        capacity: size as i64,
        data_deleter: None,
    })
}

fn shape(items: &[Any]) -> Result<Any> {
    let extents: Result<Vec<i64>> = items.iter().map(|item| item.as_view().cast()).collect();
    Ok(owning(TypeIndex::SHAPE, extents?, |data, size| TVMFFIShapeCell { data, size }))
}

/// Entries in the order of insertion.
type Entries = Vec<(Any, Any)>;

fn mapping(type_index: i32, items: Vec<Any>) -> Any {
    let mut entries: Entries = Vec::new();
    let mut items = items.into_iter();
    while let (Some(key), Some(value)) = (items.next(), items.next()) {
        match entries.iter_mut().find(|entry| is_same(&entry.0, &key)) {
            Some(entry) => entry.1 = value,
            None => entries.push((key, value)),
        }
    }
    let map = match chosen() {
        Some(Difference::Body(change)) => Fabricated::of(type_index, entries).map(|body| {
            let map = object::new(type_index, body);
            // SAFETY: the map was just made, and nothing else uses it.
            let body = unsafe { object::body_ptr::<Fabricated>(map) };
            // SAFETY: as above.
            change(unsafe { &mut *body.as_ptr() });
            // SAFETY: as above; objects do not move.
            unsafe { Fabricated::settle(body) };
            owned(map)
        }),
        _ => map_of(type_index, entries).map(IntoAny::into_any),
    };
    match map {
        Some(map) => map,
        None => panic!("the tests have no maps of keys that cannot be hashed here"),
    }
}

/// Changes a dict: replaces the value of a key, or removes it.
fn change(dict: &Any, key: &Any, value: Option<Any>) -> Result<Any> {
    let mut entries = entries(dict)?;
    match (entries.iter().position(|entry| is_same(&entry.0, key)), value) {
        (Some(place), Some(value)) => entries[place].1 = value,
        (Some(place), None) => drop(entries.remove(place)),
        (None, _) => crate::bail!(KeyError, "the key is missing"),
    }
    if let Some(fabricated) = fabricated(dict) {
        fabricated.entries.replace(entries);
    } else if let Some(dict) = dict.as_view().object() {
        // SAFETY: `mapping` made the dict, and no other thread uses it.
        unsafe { replace_entries(dict, entries) };
    }
    Ok(Any::none())
}

fn is_same(a: &Any, b: &Any) -> bool {
    let words = |value: &Any| (value.type_index(), value.as_raw().small_len, value.as_raw().payload.uint());
    if words(a) == words(b) || a.type_index() < TypeIndex::SMALL_STR || b.type_index() < TypeIndex::SMALL_STR
    {
        return words(a) == words(b);
    }
    let text = |value: &Any| value.as_view().cast::<String>().ok();
    let bytes = |value: &Any| value.as_view().cast::<crate::Bytes>().ok();
    text(a).map_or_else(|| bytes(a).is_some_and(|a| bytes(b) == Some(a)), |a| text(b) == Some(a))
}

fn entries(map: &Any) -> Result<Entries> {
    match (map.type_index(), map.as_view().object()) {
        (TypeIndex::MAP | TypeIndex::DICT, Some(object)) => Ok(match fabricated(map) {
            Some(fabricated) => fabricated.entries.borrow().clone(),
            // SAFETY: the map has the known layout.
            None => unsafe { entries_of(object) },
        }),
        _ => crate::bail!(TypeError, "expected a map"),
    }
}

/// The body of a map that was made while this thread has maps of another layout.
fn fabricated(map: &Any) -> Option<&Fabricated> {
    let object = map.as_view().object().filter(|_| matches!(chosen(), Some(Difference::Body(_))))?;
    // SAFETY: `mapping` made the map, on this thread.
    Some(unsafe { object::body(object.as_ptr().cast()) })
}

/// An iterator of the runtime: 0 asks for the key, 1 for the value, 2 moves on.
fn iterator(entries: Entries) -> Any {
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

fn find(map: &Any, key: &Any) -> Result<Option<Any>> {
    if matches!(chosen(), Some(Difference::Hash)) {
        return Ok(None);
    }
    Ok(entries(map)?.into_iter().find(|entry| is_same(&entry.0, key)).map(|entry| entry.1))
}

/// Defines functions over owned arguments: the table of their names, and a C function for each.
macro_rules! functions {
    ($($name:literal $function:ident($args:ident) $body:block)*) => {
        $(unsafe extern "C" fn $function(
            _: *mut c_void,
            args: *const TVMFFIAny,
            num_args: i32,
            result: *mut TVMFFIAny,
        ) -> c_int {
            fn body($args: Vec<Any>) -> Result<Any> $body
            // SAFETY: the SafeCall contract.
            let args = unsafe { Args::new(args, num_args) };
            let args = args.with_views(|views| views.iter().copied().map(AnyView::to_any).collect());
            finish(Result::and_then(args, body), result)
        })*

        /// The function of a name.
        pub(super) fn function(name: &[u8]) -> Option<TVMFFISafeCallType> {
            match core::str::from_utf8(name).ok()? {
                $($name => Some($function),)*
                _ => None,
            }
        }
    };
}

functions! {
    "ffi.Array" array(args) { Ok(sequence(TypeIndex::ARRAY, args)) }
    "ffi.List" list(args) { Ok(sequence(TypeIndex::LIST, args)) }
    "ffi.Shape" make_shape(args) { shape(&args) }
    "ffi.Map" map(args) { Ok(mapping(TypeIndex::MAP, args)) }
    "ffi.Dict" dict(args) { Ok(mapping(TypeIndex::DICT, args)) }
    "ffi.MapSize" map_size(args) { Ok(entries(&args[0])?.len().into_any()) }
    "ffi.DictSize" dict_size(args) { Ok(entries(&args[0])?.len().into_any()) }
    "ffi.MapForwardIterFunctor" map_iterator(args) { Ok(iterator(entries(&args[0])?)) }
    "ffi.DictForwardIterFunctor" dict_iterator(args) { Ok(iterator(entries(&args[0])?)) }
    "ffi.MapCount" map_count(args) { Ok(i64::from(find(&args[0], &args[1])?.is_some()).into_any()) }
    "ffi.DictCount" dict_count(args) { Ok(i64::from(find(&args[0], &args[1])?.is_some()).into_any()) }
    "ffi.DictSetItem" dict_set(args) { change(&args[0], &args[1], Some(args[2].clone())) }
    "ffi.DictErase" dict_erase(args) { change(&args[0], &args[1], None) }
    "ffi.MapGetItem" map_get(args) { get(&args) }
    "ffi.DictGetItem" dict_get(args) { get(&args) }
}

fn get(args: &[Any]) -> Result<Any> {
    let missing = || Error::new(ErrorKind::KeyError, "the key is missing");
    find(&args[0], &args[1])?.ok_or_else(missing)
}

fn finish(value: Result<Any>, result: *mut TVMFFIAny) -> c_int {
    match value {
        Ok(value) => {
            // SAFETY: the SafeCall contract is the caller's.
            unsafe { result.write(value.into_raw()) };
            0
        }
        Err(failed) => {
            error::raise(failed.kind().name(), &failed.message());
            -1
        }
    }
}
