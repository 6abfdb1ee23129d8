//! Tensors in fields of any type: the search asks the types, by the path of the trait.
//!
//! Nothing here is `unsafe`. Each call would see an element change through a shared reference, if the tensor were not found.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex};

use tvm_ffi::{CpuViewMut, Function, ObjectRef, Ref, Result, SearchTensors, Tensor};

/// Functions with the names of those that expansions call, for all types. None calls them.
#[expect(dead_code)]
trait Tools {
    fn search(&self, _: &mut tvm_ffi::TensorSearch) {}
    fn search_tensors(&self, _: &mut tvm_ffi::TensorSearch) {}
    fn search_fields(&self, _: &mut tvm_ffi::TensorSearch) {}
    fn sort(self) -> bool
    where
        Self: Sized,
    {
        true
    }
}

impl<T: ?Sized> Tools for T {}

/// The name of a type without tensors.
type String = Arc<Tensor>;

#[derive(SearchTensors)]
struct Own {
    tensor: Tensor,
}

#[derive(SearchTensors)]
struct Pair(i64, Own);

#[derive(SearchTensors)]
struct Generic<'a, T: ?Sized, const N: usize>
where
    T: Send,
{
    numbers: &'a [[u8; N]],
    value: Box<T>,
}

#[derive(SearchTensors)]
enum Tree {
    #[allow(dead_code)]
    Empty,
    Leaf(i64, Tensor),
    Node {
        children: Vec<Tree>,
    },
}

/// A hasher that callers of the map's `hasher` get.
#[derive(SearchTensors)]
struct Hasher(RandomState, Tensor);

impl BuildHasher for Hasher {
    type Hasher = <RandomState as BuildHasher>::Hasher;

    fn build_hasher(&self) -> Self::Hasher {
        self.0.build_hasher()
    }
}

#[derive(tvm_ffi::Union)]
enum Entry {
    Number(f64),
    Tensor(Tensor),
}

/// Without tensors: no lock is taken.
#[derive(SearchTensors)]
struct State {
    calls: u64,
    names: BTreeMap<std::string::String, u8>,
}

fn tensor() -> Tensor {
    Tensor::from_vec(vec![1f32, 2.0, 3.0, 4.0], &[4]).expect("it is small")
}

fn first(tensor: &Tensor) -> Result<f32> {
    Ok(tensor.view().try_cpu::<f32, 1>()?[[0]])
}

/// A class with one field that keeps a tensor, and the path to the tensor.
macro_rules! keeping {
    ($($class:ident, $key:literal, $type:ty, |$tensor:ident| $make:expr, |$field:ident| $read:expr;)*) => {
        $(
            #[tvm_ffi::object($key)]
            struct $class {
                kept: $type,
                /// Held while a method runs.
                state: Mutex<State>,
            }

            #[tvm_ffi::methods]
            impl $class {
                fn write(&self, mut y: CpuViewMut<'_, f32, 1>) -> Result<(f32, f32)> {
                    self.state.lock().expect("no panic").calls += 1;
                    let $field = &self.kept;
                    let tensor: Tensor = $read;
                    let before = first(&tensor)?;
                    y.as_mut_slice().fill(7.0);
                    Ok((before, first(&tensor)?))
                }
            }
        )*

        fn all() -> Vec<(&'static str, fn(Tensor) -> ObjectRef)> {
            vec![$(($key, |$tensor| {
                let state = Mutex::new(State { calls: 0, names: BTreeMap::new() });
                Ref::new($class { kept: $make, state }).into()
            })),*]
        }
    };
}

fn leaf(tree: &Tree) -> Option<Tensor> {
    match tree {
        Tree::Empty => None,
        Tree::Leaf(_, tensor) => Some(tensor.clone()),
        Tree::Node { children } => children.iter().find_map(leaf),
    }
}

keeping! {
    OfOwn, "field_search.Own", Own, |tensor| Own { tensor }, |kept| kept.tensor.clone();
    OfPair, "field_search.Pair", Option<Box<Pair>>, |tensor| Some(Box::new(Pair(1, Own { tensor }))),
        |kept| kept.iter().map(|pair| pair.1.tensor.clone()).next().expect("a pair");
    OfGeneric, "field_search.Generic", Generic<'static, Mutex<Own>, 2>,
        |tensor| Generic { numbers: &[[1, 2]], value: Box::new(Mutex::new(Own { tensor })) },
        |kept| { let _ = kept.numbers; kept.value.lock().expect("no panic").tensor.clone() };
    OfTree, "field_search.Tree", Tree,
        |tensor| Tree::Node { children: vec![Tree::Empty, Tree::Node { children: vec![Tree::Leaf(1, tensor)] }] },
        |kept| leaf(kept).expect("a leaf");
    OfString, "field_search.String", String, |tensor| Arc::new(tensor), |kept| Tensor::clone(kept);
    OfTensor, "field_search.Tensor", Tensor, |tensor| tensor, |kept| kept.clone();
    OfHasher, "field_search.Hasher", HashMap<i64, i64, Hasher>,
        |tensor| HashMap::with_hasher(Hasher(RandomState::new(), tensor)), |kept| kept.hasher().1.clone();
    OfUnion, "field_search.Union", [Entry; 2], |tensor| [Entry::Number(1.0), Entry::Tensor(tensor)],
        |kept| match kept { [_, Entry::Tensor(tensor)] => tensor.clone(), _ => unreachable!("a tensor is last") };
    OfStatic, "field_search.Static", (&'static Tensor, &'static Pair),
        |tensor| { let pair: &Pair = Box::leak(Box::new(Pair(1, Own { tensor: tensor.clone() })));
            (&pair.1.tensor, pair) },
        |kept| kept.1.1.tensor.clone();
}

#[tvm_ffi::export(global = "field_search.untouched")]
fn untouched(x: &OfTensor, y: CpuViewMut<'_, f32, 1>) {
    let _ = (x, y);
}

fn register() {
    static FIRST: std::sync::Once = std::sync::Once::new();
    FIRST.call_once(|| drop(tvm_ffi::runtime()));
}

#[test]
fn tensors_are_found_in_fields_of_any_type() {
    register();
    for (name, make) in all() {
        let shared = tensor();
        let object = make(shared.clone());
        let apart = object.call_method("write", (&tensor(),)).expect("apart").cast::<(f32, f32)>();
        assert_eq!(apart.expect("two numbers"), (1.0, 1.0), "{name}");
        let error = object.call_method("write", (&shared,)).expect_err(name);
        assert!(error.message().contains("`y`: shares memory with the object"), "{name}: {error}");
        assert_eq!(first(&shared).expect("of float32"), 1.0, "{name}");
    }
}

#[test]
fn a_lock_around_what_has_no_tensors_is_not_taken() {
    register();
    let class =
        Ref::new(OfTensor { kept: tensor(), state: Mutex::new(State { calls: 0, names: BTreeMap::new() }) });
    let state = class.state.lock().expect("no panic");
    let function = Function::get_global("field_search.untouched").expect("it is registered");
    function.call((&class, &tensor())).expect("it is not waited for the lock");
    assert_eq!((state.calls, state.names.len()), (0, 0));
}
