//! Arrays, maps, lists, and dicts of the real runtime, converted in both directions.

mod arrays;
mod changes;
mod layouts;
mod maps;
mod references;
mod snapshots;
mod tuples;

use tvm_ffi_core::{Any, AnyView, Error, FromAnyView, Function, IntoAny, Shape};

/// Around the runtime's initial capacities and growth, and the blocks in which elements are checked.
const LENGTHS: [usize; 9] = [0, 1, 3, 4, 5, 8, 16, 17, 1000];

/// Calls a global function of the runtime with any number of values.
fn make(name: &str, args: impl IntoIterator<Item = impl IntoAny>) -> Any {
    let args: Vec<Any> = args.into_iter().map(Any::new).collect();
    let views: Vec<AnyView<'_>> = args.iter().map(Any::as_view).collect();
    Function::get_global(name).unwrap().call_packed(&views).unwrap()
}

fn array<T: IntoAny>(elements: impl IntoIterator<Item = T>) -> Any {
    make("ffi.Array", elements)
}

fn list<T: IntoAny>(elements: impl IntoIterator<Item = T>) -> Any {
    make("ffi.List", elements)
}

fn interleaved<K: IntoAny, V: IntoAny>(entries: impl IntoIterator<Item = (K, V)>) -> Vec<Any> {
    entries.into_iter().flat_map(|(key, value)| [Any::new(key), Any::new(value)]).collect()
}

fn map<K: IntoAny, V: IntoAny>(entries: impl IntoIterator<Item = (K, V)>) -> Any {
    make("ffi.Map", interleaved(entries))
}

fn dict<K: IntoAny, V: IntoAny>(entries: impl IntoIterator<Item = (K, V)>) -> Any {
    make("ffi.Dict", interleaved(entries))
}

fn shape(extents: &[i64]) -> Any {
    Any::new(Shape::new(extents))
}

/// Numbers of which none is its own index.
fn numbers(length: usize) -> Vec<i64> {
    (0..length).map(|index| index as i64 * 7 - 3).collect()
}

fn error_of<T>(value: &Any) -> Error
where
    T: for<'a> FromAnyView<'a>,
{
    match value.as_view().cast::<T>() {
        Ok(_) => panic!("{value:?} converts"),
        Err(error) => error,
    }
}

fn message_of<T>(value: &Any) -> String
where
    T: for<'a> FromAnyView<'a>,
{
    error_of::<T>(value).to_string()
}

/// The number of references to the object in a value.
fn references(value: &Any) -> usize {
    value.clone().try_into_object().unwrap().strong_count() - 1
}
