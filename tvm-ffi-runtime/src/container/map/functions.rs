//! The global functions for maps and dicts.

use core::marker::PhantomData;
use std::sync::OnceLock;

use tvm_ffi_abi::{TVMFFIAny, TypeIndex};

use super::{Map, iterator, new_map};
use crate::builtin::{Function, Parameter, Type, builtins, type_of};
use crate::catch::{Failure, Result, fail};
use crate::key;
use crate::object::Object;
use crate::value::{Value, lent_object};

/// A map to read, as an argument.
#[derive(Clone, Copy)]
struct MapArgument<'a>(Map, PhantomData<&'a TVMFFIAny>);

/// A dict to read, as an argument.
#[derive(Clone, Copy)]
struct DictArgument<'a>(Map, PhantomData<&'a TVMFFIAny>);

/// A dict to change, as an argument. A map is converted to a new dict, as in C++.
#[derive(Clone, Copy)]
struct DictOfAny<'a> {
    map: Map,
    is_dict: bool,
    marker: PhantomData<&'a TVMFFIAny>,
}

/// The map or dict in a view.
#[inline(always)]
fn lent(view: &TVMFFIAny, type_index: i32) -> Option<Map> {
    // SAFETY: the caller lends the object.
    Some(unsafe { Map::of(lent_object(view, type_index)?) })
}

impl<'a> Parameter<'a> for MapArgument<'a> {
    const TYPE: Type = type_of!("ffi.Map");

    #[inline(always)]
    fn read(view: &'a TVMFFIAny) -> Option<Self> {
        lent(view, TypeIndex::MAP).map(|map| Self(map, PhantomData))
    }
}

impl<'a> Parameter<'a> for DictArgument<'a> {
    const TYPE: Type = type_of!("ffi.Dict");

    #[inline(always)]
    fn read(view: &'a TVMFFIAny) -> Option<Self> {
        lent(view, TypeIndex::DICT).map(|map| Self(map, PhantomData))
    }
}

impl<'a> Parameter<'a> for DictOfAny<'a> {
    const TYPE: Type = Type {
        name: "Dict<Any, Any>",
        schema: r#"{"type":"ffi.Dict","args":[{"type":"Any"},{"type":"Any"}]}"#,
    };

    #[inline(always)]
    fn read(view: &'a TVMFFIAny) -> Option<Self> {
        let is_dict = view.type_index == TypeIndex::DICT;
        let map = lent(view, if is_dict { TypeIndex::DICT } else { TypeIndex::MAP })?;
        Some(Self { map, is_dict, marker: PhantomData })
    }
}

impl DictOfAny<'_> {
    /// Changes the dict, or the new one.
    #[inline(always)]
    fn change(self, change: impl FnOnce(Map) -> Result) -> Result {
        let dict = if self.is_dict { self.map.hold() } else { Some(copy(self.map, TypeIndex::DICT)?) };
        let Some(dict) = dict else { return Ok(()) };
        // SAFETY: `dict` keeps the object.
        let map = unsafe { Map::of(dict.header()) };
        let _lock = map.lock()?;
        change(map)
    }
}

/// The map or the dict in a view as a dict or a map.
pub(in crate::container) fn converted(view: &TVMFFIAny, type_index: i32) -> Result<Option<Object>> {
    let Some(map) = lent(view, view.type_index) else { return Ok(None) };
    let _lock = map.lock()?;
    copy(map, type_index).map(Some)
}

/// A new map or dict with the entries of another.
#[cold]
fn copy(map: Map, type_index: i32) -> Result<Object> {
    let _held = map.hold();
    let new = new_map(type_index)?;
    // SAFETY: the map is new.
    let copy = unsafe { Map::of(new.header()) };
    let mut position = map.first();
    while let Some(entry) = map.view(position) {
        // SAFETY: the map holds its entries.
        let key = unsafe { Value::copy_of(&entry.key) };
        // SAFETY: as above.
        let value = unsafe { Value::copy_of(&entry.value) };
        copy.set(key, value, map.size())?;
        position = map.next(position);
    }
    Ok(new)
}

/// A new map or dict of keys and values in turn. The last of equal keys counts.
fn new_map_of(type_index: i32, args: &[TVMFFIAny]) -> Result<Value> {
    let (pairs, rest) = args.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(fail!(InternalError, "Check failed: args.size() % 2 == 0 (1 vs. 0) : "));
    }
    let new = new_map(type_index)?;
    // SAFETY: the map is new.
    let map = unsafe { Map::of(new.header()) };
    for (index, pair) in pairs.iter().enumerate() {
        if may_run_code(pair) {
            set_held(map, &pairs[index..], pairs.len())?;
            break;
        }
        set_pair(map, pair, pairs.len())?;
    }
    Ok(new.into())
}

/// Sets the entry of a key and a value. If the map becomes dense, it gets room for so many entries.
#[inline(always)]
fn set_pair(map: Map, [key, value]: &[TVMFFIAny; 2], expected: usize) -> Result {
    let (key, value) = (Value::of_view(key)?, Value::of_view(value)?);
    map.set(key, value, expected as u64)
}

/// As [`set_pair`] for each pair. Code of others may run, so all of them are held meanwhile.
#[cold]
#[inline(never)]
fn set_held(map: Map, pairs: &[[TVMFFIAny; 2]], expected: usize) -> Result {
    let _held = Value::held(pairs.as_flattened());
    pairs.iter().try_for_each(|pair| set_pair(map, pair, expected))
}

/// Whether code of others may run when an entry is set, or later because of it: a hook of its key, or the deleter of a value that only the map
/// holds, when its key is set again.
#[inline(always)]
fn may_run_code([key, value]: &[TVMFFIAny; 2]) -> bool {
    !key::is_plain(key) || value.type_index == TypeIndex::OBJECT_RVALUE_REF
}

/// The value of a key.
#[inline(always)]
fn value_of(map: Map, key: &TVMFFIAny) -> Result<Option<Value>> {
    if !key::is_plain(key) {
        return with_held_key(map, key, |key| map.get(key));
    }
    let entry = map.find_plain(key).and_then(|position| map.view(position));
    // SAFETY: the map holds the entry.
    Ok(entry.map(|entry| unsafe { Value::copy_of(&entry.value) }))
}

/// Calls a function with a key that is not plain. Code of others may run, so the key and the map are held meanwhile.
#[cold]
fn with_held_key<T>(map: Map, key: &TVMFFIAny, function: impl FnOnce(&TVMFFIAny) -> Result<T>) -> Result<T> {
    let key = Value::of_view(key)?;
    let _held = map.hold();
    function(key.view())
}

#[inline(always)]
fn get(map: Map, key: &TVMFFIAny) -> Result<Value> {
    value_of(map, key)?.ok_or_else(no_key)
}

/// The object in the place of a missing value, one for the process.
pub(crate) fn missing() -> Object {
    static MISSING: OnceLock<Object> = OnceLock::new();
    MISSING.get_or_init(|| Object::new(TypeIndex::OBJECT, ())).clone()
}

fn get_or_missing(map: Map, key: &TVMFFIAny) -> Result<Value> {
    Ok(value_of(map, key)?.unwrap_or_else(|| missing().into()))
}

fn count(map: Map, key: &TVMFFIAny) -> Result<i64> {
    let position =
        if key::is_plain(key) { map.find_plain(key) } else { with_held_key(map, key, |key| map.find(key))? };
    Ok(position.is_some().into())
}

#[cold]
fn no_key() -> Failure {
    fail!(KeyError, "key is not in Map")
}

builtins! {
    pub(crate) const BUILTINS;

    packed "ffi.Map" fn map_of(args) {
        new_map_of(TypeIndex::MAP, args)
    }

    "ffi.MapSize" fn map_size(map: MapArgument<'_>) -> i64 {
        Ok(map.0.size() as i64)
    }

    "ffi.MapGetItem" fn map_get(map: MapArgument<'_>, key: &TVMFFIAny) -> Value {
        get(map.0, key)
    }

    "ffi.MapCount" fn map_count(map: MapArgument<'_>, key: &TVMFFIAny) -> i64 {
        count(map.0, key)
    }

    "ffi.MapForwardIterFunctor" fn map_iterator(map: MapArgument<'_>) -> Function {
        iterator::iterator(map.0)
    }

    "ffi.MapGetItemOrMissing" fn map_get_or_missing(map: MapArgument<'_>, key: &TVMFFIAny) -> Value {
        get_or_missing(map.0, key)
    }

    packed "ffi.Dict" fn dict_of(args) {
        new_map_of(TypeIndex::DICT, args)
    }

    "ffi.DictSize" fn dict_size(dict: DictArgument<'_>) -> i64 {
        let _lock = dict.0.lock()?;
        Ok(dict.0.size() as i64)
    }

    "ffi.DictGetItem" fn dict_get(dict: DictArgument<'_>, key: &TVMFFIAny) -> Value {
        let _lock = dict.0.lock()?;
        get(dict.0, key)
    }

    "ffi.DictSetItem" fn dict_set(dict: DictOfAny<'_>, key: &TVMFFIAny, value: &TVMFFIAny) -> () {
        let (key, value) = (Value::of_view(key)?, Value::of_view(value)?);
        dict.change(|dict| dict.set(key, value, 0))
    }

    "ffi.DictCount" fn dict_count(dict: DictArgument<'_>, key: &TVMFFIAny) -> i64 {
        let _lock = dict.0.lock()?;
        count(dict.0, key)
    }

    "ffi.DictErase" fn dict_erase(dict: DictOfAny<'_>, key: &TVMFFIAny) -> () {
        let key = Value::of_view(key)?;
        dict.change(|dict| {
            if let Some(position) = dict.find(key.view())? {
                dict.remove(position);
            }
            Ok(())
        })
    }

    "ffi.DictClear" fn dict_clear(dict: DictOfAny<'_>) -> () {
        dict.change(|dict| {
            dict.clear();
            Ok(())
        })
    }

    "ffi.DictForwardIterFunctor" fn dict_iterator(dict: DictArgument<'_>) -> Function {
        let _lock = dict.0.lock()?;
        iterator::iterator(dict.0)
    }

    "ffi.DictGetItemOrMissing" fn dict_get_or_missing(dict: DictArgument<'_>, key: &TVMFFIAny) -> Value {
        let _lock = dict.0.lock()?;
        get_or_missing(dict.0, key)
    }
}
