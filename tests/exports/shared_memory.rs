//! Exports whose contracts hide shared memory. Without the check, each of them would see an element change
//! through a shared reference of Rust.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Once, OnceLock, RwLock};

use tvm_ffi::{
    Any, Arguments, CpuCells, CpuView, CpuViewMut, Element, ErrorKind, FromAnyView, Function, Ref,
    SliceTensorMut, Tensor, TensorView,
};

/// Names of types that usually contain no tensors.
mod named {
    pub(super) type Bytes<'a> = tvm_ffi::CpuView<'a, f32, 1>;
    pub(super) type Error<'a> = tvm_ffi::CpuViewMut<'a, f32, 1>;
    pub(super) type Str = tvm_ffi::Tensor;
    pub(super) type Vec<T> = Option<T>;
}

/// The first element of `x`, before and after all of `y` is written.
fn first_of(x: &CpuView<'_, f32, 1>, y: &mut CpuViewMut<'_, f32, 1>) -> (f32, f32) {
    let before = x[[0]];
    y.as_mut_slice().fill(7.0);
    (before, x[[0]])
}

#[tvm_ffi::export(global = "shared_memory.read")]
fn read(x: named::Bytes<'_>, mut y: CpuViewMut<'_, f32, 1>) -> (f32, f32) {
    first_of(&x, &mut y)
}

#[tvm_ffi::export(global = "shared_memory.written")]
fn written(x: CpuView<'_, f32, 1>, mut y: named::Error<'_>) -> (f32, f32) {
    first_of(&x, &mut y)
}

#[tvm_ffi::export(global = "shared_memory.owned")]
fn owned(x: named::Str, mut y: CpuViewMut<'_, f32, 1>) -> tvm_ffi::Result<(f32, f32)> {
    Ok(first_of(&x.view().try_cpu()?, &mut y))
}

#[tvm_ffi::export(global = "shared_memory.optional")]
fn optional(x: named::Vec<CpuView<'_, f32, 1>>, mut y: CpuViewMut<'_, f32, 1>) -> Option<(f32, f32)> {
    Some(first_of(&x?, &mut y))
}

#[tvm_ffi::export(global = "shared_memory.untyped")]
fn untyped(x: named::Vec<TensorView<'_>>, mut y: named::Error<'_>) -> tvm_ffi::Result<(f32, f32)> {
    let Some(x) = x else { return Ok((0.0, 0.0)) };
    Ok(first_of(&x.try_cpu()?, &mut y))
}

/// A parser that takes the raw string for a string literal would see the brace end early.
#[tvm_ffi::export(global = "shared_memory.in_raw_string")]
fn in_raw_string(
    x: CpuView<'_, f32, 1>,
    #[shape({ let _ = r"\"; { let _ = "});alias(x);shape({"; } 4 })] mut y: CpuViewMut<'_, f32, 1>,
) -> (f32, f32) {
    first_of(&x, &mut y)
}

/// A parser that takes the text between two labels for a character literal would see the brace end early.
#[tvm_ffi::export(global = "shared_memory.in_label")]
#[rustfmt::skip]
#[allow(unused_braces)]
fn in_label(
    x: CpuView<'_, f32, 1>,
    #[shape({
        const fn alias(_: i64) {}
        const fn shape(x: i64) -> i64 { x }
        let x = 1;
        #[allow(unused_labels, unused_must_use, clippy::unnecessary_operation)] 'a:{('b:{0},);} ;alias(x);shape({4})
    })] mut y: CpuViewMut<'_, f32, 1>,
) -> (f32, f32) {
    first_of(&x, &mut y)
}

/// A number or a tensor, as the type of a parameter of a generic function.
trait First {
    fn first(&self) -> f32;
}

impl First for i64 {
    fn first(&self) -> f32 {
        *self as f32
    }
}

impl First for TensorView<'_> {
    fn first(&self) -> f32 {
        self.try_cpu::<f32, 1>().map_or(0.0, |view| view[[0]])
    }
}

trait Chooses: Element {
    type Value<'a>: FromAnyView<'a> + First;
}

impl Chooses for f32 {
    type Value<'a> = i64;
}

impl Chooses for f64 {
    type Value<'a> = TensorView<'a>;
}

#[tvm_ffi::export(global = "shared_memory.by_instance", dispatch(T = [f32, f64]))]
fn by_instance<T: Chooses>(
    chooses: CpuView<'_, T, 0>,
    x: <T as Chooses>::Value<'_>,
    mut y: CpuViewMut<'_, f32, 1>,
) -> (f32, f32) {
    let (before, _) = (x.first(), chooses);
    y.as_mut_slice().fill(7.0);
    (before, x.first())
}

/// Fields of objects that are not values of the ABI.
#[derive(Clone, tvm_ffi::Union)]
enum Entry {
    Number(f64),
    Tensor(Tensor),
}

#[tvm_ffi::object("shared_memory.Layer", init)]
struct Layer {
    #[field]
    weights: Tensor,
}

#[tvm_ffi::object("shared_memory.Cache")]
struct Cache {
    last: Mutex<Option<Tensor>>,
    entries: Arc<RwLock<HashMap<String, Vec<Entry>>>>,
    layer: Mutex<Vec<Layer>>,
    /// Held by a method while it calls others.
    scratch: Mutex<Vec<f32>>,
}

impl Cache {
    fn first(&self) -> Option<f32> {
        let first = |tensor: &Tensor| Some(tensor.view().try_cpu::<f32, 1>().ok()?[[0]]);
        if let Some(last) = &*self.last.lock().ok()? {
            return first(last);
        }
        if let Some(layer) = self.layer.lock().ok()?.first() {
            return first(&layer.weights);
        }
        match self.entries.read().ok()?.get("x")?.last()? {
            Entry::Tensor(tensor) => first(tensor),
            Entry::Number(number) => Some(*number as f32),
        }
    }
}

#[tvm_ffi::methods]
impl Cache {
    /// The first element of the kept tensor, before and after all of `y` is written.
    fn read(&self, mut y: CpuViewMut<'_, f32, 1>) -> Option<(f32, f32)> {
        let _scratch = self.scratch.lock();
        let before = self.first()?;
        y.as_mut_slice().fill(7.0);
        Some((before, self.first()?))
    }
}

#[tvm_ffi::export(global = "shared_memory.cached")]
fn cached(x: &Cache, y: CpuViewMut<'_, f32, 1>) -> Option<(f32, f32)> {
    x.read(y)
}

/// Cells that may not share memory.
#[tvm_ffi::export(global = "shared_memory.cells")]
fn cells(a: CpuCells<'_, f32, 1>, b: CpuCells<'_, f32, 1>) {
    let _ = (a, b);
}

#[tvm_ffi::export]
fn alias(a: CpuCells<'_, f32, 1>, #[alias(a)] b: CpuCells<'_, f32, 1>) {
    let _ = (a, b);
}

/// Several tensors to write.
#[tvm_ffi::export(global = "shared_memory.lists")]
fn lists(x: CpuView<'_, f32, 1>, mut ys: Vec<CpuViewMut<'_, f32, 1>>) -> (f32, f32) {
    let before = x[[0]];
    for y in &mut ys {
        y.as_mut_slice().fill(7.0);
    }
    (before, x[[0]])
}

/// A type alias of a list.
type Several<'a> = Vec<CpuViewMut<'a, f32, 1>>;

#[tvm_ffi::export(global = "shared_memory.only_a_list")]
fn only_a_list(mut ys: Several<'_>) -> (f32, f32) {
    let before = ys[0][[0]];
    ys[1].as_mut_slice().fill(7.0);
    (before, ys[0][[0]])
}

/// The default is not a tensor, but contains one.
#[tvm_ffi::export(global = "shared_memory.list_left_out")]
fn list_left_out(
    mut y: CpuViewMut<'_, f32, 1>,
    #[default(vec![KEPT.get().expect("a tensor").clone()])] xs: Vec<Tensor>,
) -> tvm_ffi::Result<(f32, f32)> {
    Ok(first_of(&xs[0].view().try_cpu()?, &mut y))
}

#[tvm_ffi::export(global = "shared_memory.beside_a_list")]
fn beside_a_list(
    mut ys: Vec<CpuViewMut<'_, f32, 1>>,
    #[default(KEPT.get().expect("a tensor").view().try_cpu().expect("of float32"))] x: CpuView<'_, f32, 1>,
) -> (f32, f32) {
    first_of(&x, &mut ys[0])
}

#[tvm_ffi::export(global = "shared_memory.value_left_out")]
fn value_left_out(
    mut y: CpuViewMut<'_, f32, 1>,
    #[default(Any::new(KEPT.get().expect("a tensor").clone()))] x: Any,
) -> tvm_ffi::Result<(f32, f32)> {
    let x: Tensor = x.cast()?;
    Ok(first_of(&x.view().try_cpu()?, &mut y))
}

static KEPT: OnceLock<Tensor> = OnceLock::new();

#[tvm_ffi::export(global = "shared_memory.left_out")]
fn left_out(
    mut y: CpuViewMut<'_, f32, 1>,
    #[default(KEPT.get().expect("a tensor").view().try_cpu().expect("of float32"))] x: CpuView<'_, f32, 1>,
) -> (f32, f32) {
    first_of(&x, &mut y)
}

fn tensor() -> Tensor {
    // The first test that uses the runtime registers all exports; the others wait for it.
    static FIRST: Once = Once::new();
    FIRST.call_once(|| drop(tvm_ffi::runtime()));
    Tensor::from_vec(vec![1f32, 2.0, 3.0, 4.0], &[4]).expect("it is small")
}

/// The result of an export, or the message of its error.
fn call(name: &str, args: impl Arguments) -> Result<(f32, f32), String> {
    let function = Function::get_global(&format!("shared_memory.{name}")).expect("it is registered");
    match function.call(args) {
        Ok(value) => Ok(value.cast().expect("two numbers")),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::ValueError, "{error}");
            Err(error.message().into_owned())
        }
    }
}

#[test]
fn neither_names_of_types_nor_texts_of_contracts_hide_a_tensor() {
    for name in ["read", "written", "owned", "optional", "untyped", "in_raw_string", "in_label"] {
        assert_eq!(call(name, (&tensor(), &tensor())), Ok((1.0, 1.0)), "{name}");
        let shared = tensor();
        let message = call(name, (&shared, &shared)).expect_err(name);
        assert!(message.contains("argument #1 `y`: shares memory with argument #0 `x`"), "{message}");
    }
}

#[test]
fn each_instance_has_its_own_check() {
    let f64s = Tensor::from_vec(vec![0f64], &[]).expect("it is small");
    let f32s = Tensor::from_vec(vec![0f32], &[]).expect("it is small");
    assert_eq!(call("by_instance", (&f32s, 3, &tensor())), Ok((3.0, 3.0)));
    assert_eq!(call("by_instance", (&f64s, &tensor(), &tensor())), Ok((1.0, 1.0)));
    // The signature is not tested here: a message shows the first instance.
    let shared = tensor();
    let function = Function::get_global("shared_memory.by_instance").expect("it is registered");
    assert!(function.call((&f64s, &shared, &shared)).is_err());
    assert_eq!(shared.view().try_cpu::<f32, 1>().expect("of float32")[[0]], 1.0, "nothing was written");
}

#[test]
fn a_default_may_not_share_memory() {
    let kept = KEPT.get_or_init(tensor);
    assert_eq!(call("left_out", (&tensor(),)), Ok((1.0, 1.0)));
    let message = call("left_out", (kept,)).expect_err("shared");
    assert!(
        message.starts_with("left_out: a default violates the contract, or shares memory with an argument\n"),
        "{message}"
    );
    for name in ["list_left_out", "value_left_out"] {
        assert_eq!(call(name, (&tensor(),)), Ok((1.0, 1.0)), "{name}");
        let message = call(name, (kept,)).expect_err(name);
        assert!(message.contains("a default violates the contract, or shares memory"), "{message}");
    }
    assert_eq!(call("beside_a_list", (vec![tensor()],)), Ok((1.0, 1.0)));
    let message = call("beside_a_list", (vec![tensor(), kept.clone()],)).expect_err("shared");
    assert!(message.contains("a default violates the contract, or shares memory"), "{message}");
    let message = call("left_out", (kept, kept)).expect_err("shared");
    assert!(message.contains("argument #0 `y`: shares memory with argument #1 `x`"), "{message}");
}

#[test]
fn fields_behind_locks_and_pointers_are_searched() {
    let kept = [
        |tensor: Tensor, cache: &Cache| *cache.last.lock().expect("no panic") = Some(tensor),
        |tensor: Tensor, cache: &Cache| {
            let entries = vec![Entry::Number(1.0), Entry::Tensor(tensor)];
            cache.entries.write().expect("no panic").insert("x".to_owned(), entries);
        },
        |weights: Tensor, cache: &Cache| cache.layer.lock().expect("no panic").push(Layer { weights }),
    ];
    for (number, keep) in kept.into_iter().enumerate() {
        let cache = Ref::new(Cache {
            last: Mutex::default(),
            entries: Arc::default(),
            layer: Mutex::default(),
            scratch: Mutex::default(),
        });
        let shared = tensor();
        keep(shared.clone(), &cache);
        assert_eq!(call("cached", (&cache, &tensor())), Ok((1.0, 1.0)), "number {number}");
        let message = call("cached", (&cache, &shared)).expect_err("shared");
        assert!(
            message.contains(
                "argument #1 `y`: shares memory with argument #0 `x` (in a field of shared_memory.Cache)"
            ),
            "{message}"
        );
        let read = tvm_ffi::ObjectRef::from(cache).call_method("read", (&shared,)).expect_err("shared");
        assert!(
            read.message().contains("shares memory with the object that the method is called on"),
            "{read}"
        );
    }
}

/// Types that cannot be searched, with the promise that they lead to no tensor of a caller.
mod promised {
    #[derive(tvm_ffi::SearchTensors)]
    enum Source {
        #[allow(dead_code)]
        Given {
            // SAFETY: an error of the operating system.
            #[no_tensors(unsafe)]
            error: std::io::Error,
            number: Option<Box<Source>>,
        },
        #[allow(dead_code)]
        Nothing,
    }

    #[tvm_ffi::object("shared_memory.Promised")]
    struct Promised {
        sources: Vec<Source>,
        #[field]
        number: i64,
        // SAFETY: an activation works with numbers only.
        #[no_tensors(unsafe)]
        activation: Box<dyn Fn(f32) -> f32 + Send + Sync>,
        numbers: std::sync::mpsc::SyncSender<i64>,
        operation: fn(f32, f32) -> f32,
    }

    fn used(object: &Promised) -> f32 {
        let _ = (&object.sources, object.number, &object.numbers);
        (object.operation)((object.activation)(1.0), 2.0)
    }

    const _: fn(&Promised) -> f32 = used;
}

#[test]
fn views_in_lists_are_pairwise_apart() {
    assert_eq!(call("lists", (&tensor(), vec![tensor(), tensor()])), Ok((1.0, 1.0)));
    assert_eq!(call("lists", (&tensor(), Vec::<Tensor>::new())), Ok((1.0, 1.0)));
    let (shared, other) = (tensor(), tensor());
    let message = call("lists", (&shared, vec![other.clone(), shared.clone()])).expect_err("shared");
    assert!(
        message.contains("argument #1 `ys`[1]: shares memory with argument #0 `x`, expected"),
        "{message}"
    );
    let twice = vec![other, shared.clone(), tensor(), shared];
    let message = call("lists", (&tensor(), twice.clone())).expect_err("shared");
    assert!(
        message.contains("argument #1 `ys`[3]: shares memory with argument #1 `ys`[1], expected"),
        "{message}"
    );
    assert_eq!(call("only_a_list", (vec![tensor(), tensor()],)), Ok((1.0, 1.0)));
    let message = call("only_a_list", (twice,)).expect_err("shared");
    assert!(
        message.contains("argument #0 `ys`[3]: shares memory with argument #0 `ys`[1], expected"),
        "{message}"
    );
    // A mutable list is copied before it is decoded.
    let list: tvm_ffi::List<Tensor> = [tensor(), tensor()].into_iter().collect();
    assert_eq!(call("only_a_list", (list.to_any(),)), Ok((1.0, 1.0)));
}

#[test]
fn cells_given_twice_by_a_caller_in_rust_are_refused() {
    let mut numbers = [1f32, 2.0, 3.0, 4.0];
    let mut others = [1f32];
    let mut tensor = SliceTensorMut::new(&mut numbers, [4]).expect("four numbers");
    let mut view = tensor.view_mut();
    let c = view.as_cell_view();
    alias(c, c);
    let message = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| cells(c, c))).expect_err("shared");
    let message = message.downcast_ref::<String>().expect("a message");
    assert!(message.contains("argument #1 `b`: shares memory with argument #0 `a`, expected"), "{message}");
    let mut other = SliceTensorMut::new(&mut others, [1]).expect("one number");
    cells(c, other.view_mut().as_cell_view());
}
