//! References to values as arguments of a call, without a copy if the callee can share the value.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::path::PathBuf;

use crate::any::{Any, AnyView};
use crate::container::build::{Container, container, from_entries};
use crate::container::{Array, Dict, List, Map};
use crate::convert::IntoAny;
use crate::device::Device;
use crate::dtype::DType;
use crate::error::Error;
use crate::function::{Argument, Function, IntoArgument, TypedFunction};
use crate::module::Module;
use crate::object::{ObjectType, Ref};
use crate::object_ref::ObjectRef;
use crate::shape::Shape;
use crate::string::{Bytes, Str};
use crate::tensor::Tensor;
use crate::tuples::for_tuples;

/// Implements [`IntoArgument`] for references: generics, the types of the parts if there are some, the type, and an expression that makes the
/// argument.
macro_rules! references {
    ($([$($generics:tt)*] $({$($part:ty),*})? $type:ty, |$value:ident| $argument:expr;)*) => {$(
        impl<'r, $($generics)*> IntoArgument for &'r $type
        where
            $($(&'r $part: IntoArgument,)*)?
        {
            #[inline]
            fn into_argument<'a>(self) -> Argument<'a>
            where
                Self: 'a,
            {
                let $value = self;
                $argument
            }
        }
    )*};
}

/// The argument of a reference to an object, which is borrowed.
fn object(object: &ObjectRef) -> Argument<'_> {
    // SAFETY: the object lives as long as the reference to it.
    unsafe { Argument::from_raw(object.as_raw_any()) }
}

references! {
    [] Any, |value| Argument::borrowed(value.as_view());
    ['v] AnyView<'v>, |view| Argument::borrowed(*view);
    [] ObjectRef, |value| object(value);
    [] Function, |function| object(function.as_object());
    [S] TypedFunction<S>, |function| object(function.as_object());
    [] Module, |module| object(module.as_object());
    [] Tensor, |tensor| object(tensor.as_object());
    [] Shape, |shape| object(shape.as_object());
    [T: ObjectType] Ref<T>, |value| object(Ref::as_object(value));
    [T] Array<T>, |array| object(array.as_object());
    [T] List<T>, |list| object(list.as_object());
    [K, V] Map<K, V>, |map| object(map.as_object());
    [K, V] Dict<K, V>, |dict| object(dict.as_object());
    [] Str, |text| Argument::borrowed(text.as_any().as_view());
    [] Bytes, |bytes| Argument::borrowed(bytes.as_any().as_view());
    [] Error, |error| Argument::owned(error.share().into_any());
    [] String, |text| Argument::owned(text.as_str().into_any());
    [] Box<str>, |text| Argument::owned((**text).into_any());
    ['t] Cow<'t, str>, |text| Argument::owned((**text).into_any());
    [] PathBuf, |path| Argument::owned(path.to_string_lossy().into_any());
    ['t] &'t str, |text| Argument::owned((*text).into_any());
}

/// Implements [`IntoArgument`] for references to values that are copied.
macro_rules! copied {
    ($($type:ty)*) => {
        references! { $([] $type, |value| Argument::owned((*value).into_any());)* }
    };
}

copied! {
    () bool DType Device
    i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 half::f16 half::bf16
}

references! {
    [T] {T} Option<T>, |value| match value {
        Some(value) => value.into_argument(),
        None => Argument::owned(Any::none()),
    };
}

/// A new array: the argument of a reference to a sequence. If an element makes the call an error, the result is that element.
fn array<'r>(elements: impl Iterator<Item = Result<Any, Argument<'r>>>) -> Argument<'r> {
    match elements.collect() {
        Ok(elements) => Argument::owned(container(Container::Array, elements).into_any()),
        Err(refused) => refused,
    }
}

/// The value that a reference leads to: an object is shared, a number or text copied.
#[inline]
fn value<'r, T>(of: &'r T) -> Result<Any, Argument<'r>>
where
    &'r T: IntoArgument,
{
    of.into_argument().into_any()
}

macro_rules! sequences {
    ($([$($generics:tt)*] $type:ty;)*) => {
        references! { $([$($generics)*] {T} $type, |items| array(items.iter().map(value::<T>));)* }
    };
}

sequences! {
    [T] Vec<T>;
    [T] Box<[T]>;
    [T] VecDeque<T>;
    [T] BTreeSet<T>;
    [T, S] HashSet<T, S>;
    [T, const N: usize] [T; N];
}

/// A new map: the argument of a reference to a mapping.
fn map<'r, K: 'r, V: 'r>(entries: impl Iterator<Item = (&'r K, &'r V)>) -> Argument<'r>
where
    &'r K: IntoArgument,
    &'r V: IntoArgument,
{
    let entries = entries.map(|(key, of)| Ok((value::<K>(key)?, value::<V>(of)?)));
    match entries.collect::<Result<Vec<_>, _>>() {
        Ok(entries) => Argument::owned(from_entries(Container::Map, entries).into_any()),
        Err(refused) => refused,
    }
}

macro_rules! mappings {
    ($([$($generics:tt)*] $type:ty;)*) => {
        references! { $([$($generics)*] {K, V} $type, |entries| map::<K, V>(entries.iter());)* }
    };
}

mappings! {
    [K, V] BTreeMap<K, V>;
    [K, V, S] HashMap<K, V, S>;
}

#[cfg(feature = "indexmap")]
mappings! {
    [K, V, S] indexmap::IndexMap<K, V, S>;
}

/// Slices of these types are arrays. One implementation for all types would conflict with that for values: slices of `u8` are
/// bytes, and slices of `i64` are a `Shape`.
macro_rules! slices {
    ($([$($generics:tt)*] $type:ty;)*) => {
        references! { $([$($generics)*] {$type} [$type], |items| array(items.iter().map(value::<$type>));)* }
    };
}

slices! {
    [] i8; [] i16; [] i32; [] i128; [] isize; [] u16; [] u32; [] u64; [] u128; [] usize;
    [] f32; [] f64; [] half::f16; [] half::bf16; [] bool; [] DType; [] Device;
    [] Any; ['v] AnyView<'v>; [] ObjectRef; [] Function; [S] TypedFunction<S>; [] Module; [] Tensor; [] Shape;
    [T: ObjectType] Ref<T>; [T] Array<T>; [T] List<T>; [K, V] Map<K, V>; [K, V] Dict<K, V>;
    [] Str; [] Bytes; [] String; [] Box<str>; ['t] Cow<'t, str>; [] PathBuf; ['t] &'t str;
    [T] Option<T>; [T] Vec<T>; [T, const N: usize] [T; N];
}

macro_rules! tuples {
    ($($count:literal ($($part:ident $index:tt)*),)*) => {
        references! { $([$($part),*] {$($part),*} ($($part,)*), |parts| array([$(value::<$part>(&parts.$index)),*].into_iter());)* }
    };
}

for_tuples!(tuples);
