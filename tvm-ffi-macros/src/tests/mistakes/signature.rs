// Associated self.
impl Counter {
    #[tvm_ffi::export] fn new(start: i64) -> Self {}
    #[tvm_ffi::export] fn sum(of: Vec<Self>) -> i64 {}
}

// Asynchronous.
#[tvm_ffi::export] async fn fetch(url: &str) -> i64 {}

// Const generic.
#[tvm_ffi::export] fn total<const N: usize>(values: [i64; N]) -> i64 { values.iter().sum() }

// Foreign.
#[tvm_ffi::export] extern "C" fn callback(x: i64) -> i64 {}
#[tvm_ffi::export] pub(crate) const extern "C" fn constant() -> i64 {}

// Generic.
#[tvm_ffi::export] fn largest<T: Ord>(values: Vec<T>) -> Option<T> {}

// Impl trait.
#[tvm_ffi::export] fn text(value: impl ToString) -> String {}
#[tvm_ffi::export] fn apply(f: impl Fn(i64) -> i64, x: i64) -> i64 {}
#[tvm_ffi::export] fn first(values: Vec<impl ToString>) -> String {}

// Mutable reference.
#[tvm_ffi::export] fn increment(x: &mut i64) {}
#[tvm_ffi::export] fn fill(x: &mut [f32]) {}
#[tvm_ffi::export] fn views(x: &mut TensorView<'_>, y: &mut Tensor) {}

// Pattern.
#[tvm_ffi::export] fn norm((x, y): (i64, i64)) -> i64 {}
#[tvm_ffi::export] fn norm_of(Point { x, y }: Point) -> i64 {}
#[tvm_ffi::export] fn same(ref x: i64) -> i64 {}

// Receiver.
impl Counter { #[tvm_ffi::export] fn next(&mut self, by: i64) -> i64 {} }

// Static borrow.
#[tvm_ffi::export]
fn total(
    name: &'static str,
    x: Option<TensorView<'static>>,
    y: CpuView<'static, f32, 1>,
) -> i64 {}

// Target feature.
#[tvm_ffi::export] #[target_feature(enable = "avx2")] fn sum(x: i64) -> i64 {}

// Unsafety.
#[tvm_ffi::export] unsafe fn read(address: i64) -> i64 {}

// Where clause.
#[tvm_ffi::export] fn largest<'a, T>(values: Vec<T>, name: &'a str) -> Option<T> where T: Ord + 'a {}

// Wildcard.
#[tvm_ffi::export] fn constant(_: i64) -> i64 {}

// Nothing is wrong.
#[tvm_ffi::export] fn f(x: i64, #[default(1)] y: i64) -> i64 { x + y }

// Variadics.
#[tvm_ffi::export] extern "C" fn f(_x: i64, ...) {}

// Someone elses export.
#[tvm_ffi::export] #[other::export] fn f() {}

// Patterns.
#[tvm_ffi::export] fn f((a, b): (i64, Option<&str>)) {}

// Borrowing functions.

// Functions of statics.
#[tvm_ffi::export] fn f(x: Vec<TypedFunction<fn(&'static str, Option<i64>) -> String>>) {}

// Mutable views.
#[tvm_ffi::export] fn f(x: &mut CpuViewMut<'_, f32, 1>) {}

// Mutable objects.
#[tvm_ffi::export] fn f(x: &mut Mean, y: &mut stats::Mean) {}

// Mutable values.
#[tvm_ffi::export] fn f(x: &mut i64, y: &mut Vec<i64>) {}
