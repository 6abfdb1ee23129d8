//! Sequences, mappings, and tuples.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use tvm_ffi::{Any, Array, ArrayRef, Dict, Function, List, Map, MapRef, Result, Shape};

use crate::values::identities;

/// Tuples have at most twelve elements.
type Twelve = (i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, String);

identities! {
    id_vec_i64(Vec<i64>);
    id_vec_u8(Vec<u8>);
    id_vec_f32(Vec<f32>);
    id_vec_string(Vec<String>);
    id_vec_str(Vec<&str>);
    id_vec_any(Vec<Any>);
    id_vec_option(Vec<Option<i64>>);
    id_vec_vec(Vec<Vec<i64>>);
    id_three([i64; 3]);
    id_boxed_slice(Box<[i64]>);
    id_deque(VecDeque<i64>);
    id_btree_set(BTreeSet<String>);
    id_hash_set(HashSet<i64>);
    id_hash_map(HashMap<String, i64>);
    id_btree_map(BTreeMap<i64, String>);
    id_nested(BTreeMap<String, Vec<Option<(i64, String)>>>);
    id_tuple_1((i64,));
    id_tuple_3((i64, f64, String));
    id_tuple_12(Twelve);
    id_shape(Shape);
    id_extents(&[i64]);
    id_array(Array<i64>);
    id_array_str(Array<String>);
    id_list(List<i64>);
    id_map(Map<String, i64>);
    id_dict(Dict<String, i64>);
    id_option_vec(Option<Vec<i64>>);
}

/// The sum of borrowed integers.
#[tvm_ffi::export]
fn sum_array(values: ArrayRef<'_, i64>) -> i64 {
    values.iter().sum()
}

/// Borrowed texts of a borrowed sequence.
#[tvm_ffi::export]
fn join(parts: ArrayRef<'_, &str>, #[default(",")] separator: &str) -> String {
    parts.iter().collect::<Vec<_>>().join(separator)
}

/// One entry of a borrowed mapping.
#[tvm_ffi::export]
fn look_up(table: MapRef<'_, &str, i64>, key: &str) -> Option<i64> {
    table.get(key)
}

/// A list that is shared with the caller is read as it is now.
#[tvm_ffi::export]
fn sum_twice(values: List<i64>, between: Function) -> Result<(i64, i64)> {
    let first = values.to_vec()?.iter().sum();
    between.call(())?;
    Ok((first, values.to_vec()?.iter().sum()))
}

/// Calls back with each element of a list, and then doubles it.
#[tvm_ffi::export]
fn double_all(values: List<i64>, between: Function) -> Result<()> {
    for (index, value) in (0..).zip(&values) {
        let value = value?;
        between.call((value,))?;
        values.set(index, 2 * value)?;
    }
    Ok(())
}

/// Counts words in a dict that is shared with the caller, and removes the first word.
#[tvm_ffi::export]
fn tally(words: Vec<String>, counts: Dict<String, i64>) -> Result<Option<i64>> {
    for word in words {
        let before = counts.get(word.as_str())?.unwrap_or(0);
        counts.insert(word, before + 1)?;
    }
    counts.remove("the")
}

/// A snapshot of a list does not change when the list does.
#[tvm_ffi::export]
fn snapshot_around(values: ArrayRef<'_, i64>, between: Function) -> Result<(i64, i64)> {
    let first = values.iter().sum();
    between.call(())?;
    Ok((first, values.iter().sum()))
}

/// The number of elements of an array of arrays of texts, all of them borrowed.
#[tvm_ffi::export]
fn count_leaves(tree: ArrayRef<'_, ArrayRef<'_, &str>>) -> usize {
    tree.iter().map(|branch| branch.len()).sum()
}

/// A list of the same elements, made here.
#[tvm_ffi::export]
fn list_again(values: Vec<Any>) -> List<Any> {
    values.into_iter().collect()
}

/// A map of the same entries, made here.
#[tvm_ffi::export]
fn map_again(map: MapRef<'_, Any, Any>) -> Map<Any, Any> {
    map.iter().collect()
}

/// A dict of the same entries, made here.
#[tvm_ffi::export]
fn dict_again(map: MapRef<'_, Any, Any>) -> Dict<Any, Any> {
    map.iter().collect()
}

/// Keys and values in turn, in the order of the map, and then all of this backwards.
#[tvm_ffi::export]
fn entries_both_ways(map: MapRef<'_, Any, Any>) -> Vec<Any> {
    let forwards = map.iter().flat_map(|(key, value)| [key, value]);
    forwards.chain(map.iter().rev().flat_map(|(key, value)| [value, key])).collect()
}
