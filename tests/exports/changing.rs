//! Lists and dicts that change while the arguments of a call are decoded, after the list was decoded and before memory is compared. Without a copy
//! that does not change, each export here would see an element change through a shared reference of Rust.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tvm_ffi::prelude::*;
use tvm_ffi::{Any, AnyView, Array, ArrayRef, FfiType, FromAnyView, List, Map, MapRef, Mismatch, Union};

/// An argument whose type a user wrote: it calls a function to decode the argument.
struct Calls;

impl FfiType for Calls {
    const TAG: &'static tvm_ffi::TypeTag = &tvm_ffi::TypeTag::Named("Calls");
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
    const TAG: &'static tvm_ffi::TypeTag = &tvm_ffi::TypeTag::Named("Never");
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

/// Views out of a list, as a type of the user's borrows them.
struct Listed<'a>(Vec<CpuView<'a, f32, 1>>);

impl FfiType for Listed<'_> {
    const TAG: &'static tvm_ffi::TypeTag = &tvm_ffi::TypeTag::Named("Listed");
}

impl<'a> FromAnyView<'a> for Listed<'a> {
    type Holder = <Vec<CpuView<'a, f32, 1>> as FromAnyView<'a>>::Holder;

    fn decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
        FromAnyView::decode(view, holder).map(Self)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        <Vec<CpuView<'_, f32, 1>>>::explain(view)
    }
}

/// A view of what a function returns when the argument is decoded.
struct Returned<'a>(CpuView<'a, f32, 1>);

impl FfiType for Returned<'_> {
    const TAG: &'static tvm_ffi::TypeTag = &tvm_ffi::TypeTag::Named("Returned");
}

impl<'a> FromAnyView<'a> for Returned<'a> {
    type Holder = Option<Tensor>;

    fn decode(view: AnyView<'a>, holder: &'a mut Option<Tensor>) -> Option<Self> {
        let function = Function::decode(view, Box::leak(Box::new(())))?;
        holder.insert(function.call(()).ok()?.cast().ok()?).view().try_cpu().ok().map(Self)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        Function::explain(view)
    }
}

#[tvm_ffi::export(global = "changing.own_views")]
fn own_views(mut y: CpuViewMut<'_, f32, 1>, x: Listed<'_>, _calls: Calls) -> Pair {
    first_of(x.0.first().copied(), &mut y)
}

#[tvm_ffi::export(global = "changing.own_views_first")]
fn own_views_first(x: Option<Listed<'_>>, _calls: Calls, mut y: CpuViewMut<'_, f32, 1>) -> Pair {
    first_of(x?.0.first().copied(), &mut y)
}

#[tvm_ffi::export(global = "changing.own_returned")]
fn own_returned(mut y: CpuViewMut<'_, f32, 1>, x: Returned<'_>) -> Pair {
    first_of(Some(x.0), &mut y)
}

/// A list that a user's type shares with the caller.
struct Log(List<i64>);

impl FfiType for Log {
    const TAG: &'static tvm_ffi::TypeTag = &tvm_ffi::TypeTag::Named("Log");
}

impl<'a> FromAnyView<'a> for Log {
    type Holder = ();

    fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
        List::decode(view, holder).map(Self)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        List::<i64>::explain(view)
    }
}

#[tvm_ffi::export(global = "changing.own_list")]
fn own_list(mut y: CpuViewMut<'_, f32, 1>, log: Log) {
    y.as_mut_slice().fill(7.0);
    log.0.push(7);
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

/// For a view that a user's type made, and that the arguments do not lead to when they are compared.
#[track_caller]
fn refused_as_read(name: &str, outcome: Result<Any>) {
    let error = outcome.expect_err(name);
    let expected = format!(
        "{name}: argument `y` shares memory with a tensor that was read while the arguments were decoded"
    );
    assert!(error.message().starts_with(&expected), "{name}: {error}");
}

#[test]
fn views_that_a_users_type_borrows_are_compared() {
    drop(tvm_ffi::runtime());
    let shared = tensor();
    let export = |name: &str| Function::get_global(&format!("changing.{name}")).expect("it is registered");
    let list: List<Tensor> = List::new();
    let clears = Function::new({
        let list = list.clone();
        move || list.clear()
    });
    list.push(shared.clone());
    refused_as_read("own_views", export("own_views").call((&shared, &list, &clears)));
    list.push(shared.clone());
    refused_as_read("own_views_first", export("own_views_first").call((&list, &clears, &shared)));
    // What is still in the list has its place in the message.
    list.push(shared.clone());
    refused("own_views", export("own_views").call((&shared, &list, Function::new(|| ()))));
    let returns = Function::new({
        let shared = shared.clone();
        move || shared.clone()
    });
    refused_as_read("own_returned", export("own_returned").call((&shared, returns)));
    // A call within the decoding has its own memory, and leaves that of the call that is decoded.
    let calls = Function::new({
        let (list, call, other) = (list.clone(), export("own_views"), tensor());
        move || {
            list.clear();
            let arguments = [tensor()].into_iter().collect::<List<_>>();
            call.call((&other, arguments, Function::new(|| ()))).is_ok()
        }
    });
    refused_as_read("own_views", export("own_views").call((&shared, &list, &calls)));
    list.push(tensor());
    let outcome = export("own_views").call((&shared, &list, &calls)).and_then(Any::cast::<Pair>);
    assert_eq!(outcome.expect("they share nothing"), Some((1.0, 1.0)));
}

#[test]
fn a_list_in_a_users_type_is_that_of_the_caller() {
    drop(tvm_ffi::runtime());
    let list: List<i64> = List::new();
    let export = Function::get_global("changing.own_list").expect("it is registered");
    export.call((&tensor(), &list)).expect("it converts");
    assert_eq!(list.to_vec().expect("they are numbers"), [7]);
}

thread_local! {
    static ON_EXPLAIN: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// A type that asks the function of its thread whether it takes an object.
#[derive(tvm_ffi::SearchTensors)]
struct Asks;

impl FfiType for Asks {
    const TAG: &'static tvm_ffi::TypeTag = &tvm_ffi::TypeTag::Named("Asks");
}

impl<'a> FromAnyView<'a> for Asks {
    type Holder = ();

    fn decode(view: AnyView<'a>, (): &'a mut ()) -> Option<Self> {
        Self::explain(view).is_none().then_some(Self)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        let function = ON_EXPLAIN.with_borrow(Clone::clone);
        let takes = |function: Function| function.call(()).and_then(Any::cast).expect("an answer");
        let is_taken = ObjectRef::explain(view).is_none() && function.is_some_and(takes);
        (!is_taken).then(|| Mismatch::expected::<Self>(view))
    }
}

impl tvm_ffi::IntoAny for Asks {
    fn into_any(self) -> Any {
        Any::none()
    }
}

#[derive(Union)]
enum Tree<'a> {
    #[allow(dead_code)]
    Asks(Asks),
    Number(f64),
    Leaf(CpuView<'a, f32, 1>),
    Nodes(Vec<Tree<'a>>),
}

impl Tree<'_> {
    fn leaves(&self) -> usize {
        match self {
            Self::Asks(_) => 0,
            Self::Number(number) => *number as usize,
            Self::Leaf(leaf) => usize::from(leaf.dim(0) > 0),
            Self::Nodes(nodes) => nodes.iter().map(Tree::leaves).sum(),
        }
    }
}

#[tvm_ffi::export(global = "changing.leaves")]
fn leaves(tree: Tree<'_>) -> usize {
    tree.leaves()
}

#[test]
fn a_type_that_changes_its_mind_ends_the_call() {
    drop(tvm_ffi::runtime());
    let inner = || List::from_iter([Any::new(1)]);
    let innermost = inner();
    let list: List<Any> = [Any::new(1), innermost.to_any()].into_iter().collect();
    // How many lists are refused the next time, and until one is taken.
    let (state, asked) = (Mutex::new((innermost, 1, 1)), Arc::new(AtomicUsize::new(0)));
    let count = asked.clone();
    // Each time, one more is to be copied. The type itself copies nothing.
    ON_EXPLAIN.set(Some(Function::new(move || {
        count.fetch_add(1, Ordering::Relaxed);
        let mut state = state.lock().expect("no panic");
        let (innermost, refused, left) = &mut *state;
        let is_taken = *left == 0;
        if is_taken {
            let next = inner();
            innermost.push(next.to_any());
            *innermost = next;
            *refused += 1;
            *left = *refused;
        } else {
            *left -= 1;
        }
        is_taken
    })));
    let export = Function::get_global("changing.leaves").expect("it is registered");
    let error = export.call((&list,)).expect_err("it is never the same twice");
    ON_EXPLAIN.set(None);
    assert!(error.message().starts_with("leaves: an argument changed during decoding"), "{error}");
    let asked = asked.load(Ordering::Relaxed);
    assert!(asked < 1000, "{asked}");
}

#[test]
fn a_call_while_a_union_is_decoded_has_its_own_memory() {
    drop(tvm_ffi::runtime());
    let list: List<Any> = [Any::new(tensor()), Any::new(0)].into_iter().collect();
    let export = Function::get_global("changing.leaves").expect("it is registered");
    let seen = Arc::new(AtomicUsize::new(0));
    ON_EXPLAIN.set(Some(Function::new({
        let (list, export, seen) = (list.clone(), export.clone(), seen.clone());
        move || -> Result<bool> {
            if let Some(_function) = ON_EXPLAIN.take() {
                list.push(Any::new(tensor()));
                seen.store(export.call((&list,))?.cast()?, Ordering::Relaxed);
            }
            Ok(false)
        }
    })));
    let leaves = export.call((&list,)).and_then(Any::cast::<usize>);
    assert_eq!((seen.load(Ordering::Relaxed), leaves.expect("they are leaves")), (2, 2));
}
