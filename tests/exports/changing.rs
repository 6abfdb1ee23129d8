//! Lists and dicts that change while the arguments of a call are decoded, after the list was decoded and before memory is compared. Without a copy
//! that does not change, each export here would see an element change through a shared reference of Rust.

use std::collections::HashMap;

use tvm_ffi::prelude::*;
use tvm_ffi::{Any, AnyView, Array, ArrayRef, FfiType, FromAnyView, List, Map, MapRef, Mismatch, Union};

/// An argument whose type a user wrote: it calls a function to decode the argument.
struct Calls;

impl FfiType for Calls {
    fn type_name(out: &mut String) {
        out.push_str("Calls");
    }
}

impl<'a> FromAnyView<'a> for Calls {
    type Holder = ();

    fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
        Function::decode(view, holder)?.call(()).ok()?;
        Some(Self)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        Function::explain(view)
    }
}

/// A type that takes nothing, and calls a global function to say so.
#[derive(tvm_ffi::SearchTensors)]
struct Never;

impl FfiType for Never {
    fn type_name(out: &mut String) {
        out.push_str("Never");
    }
}

impl<'a> FromAnyView<'a> for Never {
    type Holder = ();

    fn decode(_: AnyView<'a>, (): &'a mut ()) -> Option<Self> {
        None
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        if let Ok(function) = Function::get_global("changing.on_explain") {
            let _ = function.call(());
        }
        Some(Mismatch::expected::<Self>(view))
    }
}

impl tvm_ffi::IntoAny for Never {
    fn into_any(self) -> Any {
        Any::none()
    }
}

/// The first element of `x`, before and after all of `y` is written.
fn first_of(x: Option<CpuView<'_, f32, 1>>, y: &mut CpuViewMut<'_, f32, 1>) -> Option<(f32, f32)> {
    let x = x?;
    let before = x[[0]];
    y.as_mut_slice().fill(7.0);
    Some((before, x[[0]]))
}

type Pair = Option<(f32, f32)>;

#[tvm_ffi::export(global = "changing.sequence")]
fn sequence(mut y: CpuViewMut<'_, f32, 1>, x: Vec<CpuView<'_, f32, 1>>, _calls: Calls) -> Pair {
    first_of(x.first().copied(), &mut y)
}

#[tvm_ffi::export(global = "changing.nested")]
fn nested(mut y: CpuViewMut<'_, f32, 1>, x: Vec<Vec<CpuView<'_, f32, 1>>>, _calls: Calls) -> Pair {
    first_of(x.first().and_then(|x| x.first()).copied(), &mut y)
}

#[tvm_ffi::export(global = "changing.in_tuple")]
fn in_tuple(mut y: CpuViewMut<'_, f32, 1>, x: (Vec<CpuView<'_, f32, 1>>,), _calls: Calls) -> Pair {
    first_of(x.0.first().copied(), &mut y)
}

#[tvm_ffi::export(global = "changing.in_map")]
fn in_map(
    mut y: CpuViewMut<'_, f32, 1>,
    x: HashMap<String, Vec<CpuView<'_, f32, 1>>>,
    _calls: Calls,
) -> Pair {
    first_of(x.get("x").and_then(|x| x.first()).copied(), &mut y)
}

#[tvm_ffi::export(global = "changing.in_borrowed_map")]
fn in_borrowed_map(
    mut y: CpuViewMut<'_, f32, 1>,
    x: Option<MapRef<'_, &str, Vec<CpuView<'_, f32, 1>>>>,
    _calls: Calls,
) -> Pair {
    let x = x.and_then(|x| x.get("x"))?;
    first_of(x.first().copied(), &mut y)
}

#[tvm_ffi::export(global = "changing.in_array")]
fn in_array(
    mut y: CpuViewMut<'_, f32, 1>,
    x: ArrayRef<'_, ArrayRef<'_, CpuView<'_, f32, 1>>>,
    _calls: Calls,
) -> Pair {
    first_of(x.get(0).and_then(|x| x.get(0)), &mut y)
}

/// What a list becomes depends on a type that a user wrote.
#[derive(Union)]
enum Either<'a> {
    Many(Vec<CpuView<'a, f32, 1>>),
    #[allow(dead_code)]
    Never(Never),
}

#[tvm_ffi::export(global = "changing.in_union")]
fn in_union(mut y: CpuViewMut<'_, f32, 1>, x: Either<'_>, _calls: Calls) -> Pair {
    let Either::Many(x) = x else { return None };
    first_of(x.first().copied(), &mut y)
}

fn tensor() -> Tensor {
    Tensor::from_vec(vec![1f32, 2.0, 3.0, 4.0], &[4]).expect("it is small")
}

/// What holds the list, as an argument of each export.
fn argument(name: &str, list: &List<Tensor>) -> Any {
    match name {
        "nested" | "in_tuple" | "in_array" => Any::new([list.clone()].into_iter().collect::<Array<_>>()),
        "in_map" | "in_borrowed_map" => Any::new([("x", list.clone())].into_iter().collect::<Map<_, _>>()),
        _ => list.to_any(),
    }
}

#[track_caller]
fn refused(name: &str, outcome: Result<Any>) {
    let error = outcome.expect_err(name);
    assert!(
        error.message().contains("argument #0 `y`: shares memory with argument #1 `x`"),
        "{name}: {error}"
    );
}

#[test]
fn what_is_compared_is_what_was_decoded() {
    drop(tvm_ffi::runtime());
    for name in ["sequence", "nested", "in_tuple", "in_map", "in_borrowed_map", "in_array", "in_union"] {
        let shared = tensor();
        let list: List<Tensor> = [shared.clone()].into_iter().collect();
        let clears = Function::new({
            let list = list.clone();
            move || list.clear()
        });
        let export = Function::get_global(&format!("changing.{name}")).expect("it is registered");
        refused(name, export.call((&shared, argument(name, &list), clears)));
    }
}

#[test]
fn a_union_is_decoded_as_what_was_copied() {
    drop(tvm_ffi::runtime());
    let shared = tensor();
    let list: List<Any> = [Any::new(shared.clone()), Any::new(1)].into_iter().collect();
    let changes = Function::new({
        let list = list.clone();
        move || {
            if list.len() == 2 {
                drop(list.pop());
            }
        }
    });
    Function::set_global("changing.on_explain", &changes).expect("it is registered");
    let clears = Function::new({
        let list = list.clone();
        move || list.clear()
    });
    let export = Function::get_global("changing.in_union").expect("it is registered");
    refused("in_union", export.call((&shared, &list, clears)));
}
