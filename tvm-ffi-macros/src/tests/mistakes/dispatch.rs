// Const generic.
#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn count<T: Element, const N: usize>(x: CpuView<'_, T, N>) -> usize {}

// Empty list.
#[tvm_ffi::export(dispatch(T = []))] fn count<T: Element>(x: CpuView<'_, T, 1>) -> usize {}

// Malformed.
#[tvm_ffi::export(dispatch)] fn alone<T: Element>(x: CpuView<'_, T, 1>) -> usize {}
#[tvm_ffi::export(dispatch())] fn empty<T: Element>(x: CpuView<'_, T, 1>) -> usize {}
#[tvm_ffi::export(dispatch = [f32, f64])] fn assigned<T: Element>(x: CpuView<'_, T, 1>) -> usize {}
#[tvm_ffi::export(dispatch("T" = [f32, f64]))]
fn quoted<T: Element>(x: CpuView<'_, T, 1>) -> usize {}

// Misspelt variable.
#[tvm_ffi::export(dispatch(Elem = [f32, f64]))]
fn count<Elm: Element>(x: CpuView<'_, Elm, 1>) -> usize {}

// Not generic.
#[tvm_ffi::export(dispatch(T = [f32, f64]))] fn total(x: CpuView<'_, f32, 1>) -> f32 {}

// Three variables.
#[tvm_ffi::export(dispatch(T = [f32], U = [f32], V = [f32]))]
fn count<T: Element, U: Element, V: Element>(
    x: CpuView<'_, T, 1>,
    y: CpuView<'_, U, 1>,
    z: CpuView<'_, V, 1>,
) -> usize {}

// Type listed twice.
#[tvm_ffi::export(dispatch(T = [f32, f64, f32]))]
fn count<T: Element>(x: CpuView<'_, T, 1>) -> usize {}

// Type parameter without list.
#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn count<T: Element, U: Element>(x: CpuView<'_, T, 1>, y: CpuView<'_, U, 1>) -> usize {}

// Variable listed twice.
#[tvm_ffi::export(dispatch(T = [f32], T = [f64]))]
fn count<T: Element>(x: CpuView<'_, T, 1>) -> usize {}

// Without list.
#[tvm_ffi::export(dispatch(T, U = f32))]
fn count<T: Element, U: Element>(x: CpuView<'_, T, 1>, y: CpuView<'_, U, 1>) -> usize {}

// Without option.
#[tvm_ffi::export] fn count<T: Element>(x: CpuView<'_, T, 1>) -> usize {}

// Dispatched.
#[tvm_ffi::export(dispatch(T = [f32, half::f16]))]
fn f<'a, T: Element>(x: Option<Image<'a, T>>, y: T, z: Vec<T>) -> &'a [i64] where T: Copy, for<'x> &'x T: Add {}

// Dispatched by list.
#[tvm_ffi::export(dispatch(T = [f32]))] fn f<T: Element>(x: Vec<CpuView<'_, T, 1>>) {}

// Both misspelt.
#[tvm_ffi::export(dispatch(T = [f32], Elements = [i8]))]
fn f<T: Element, Element: E>(x: CpuView<'_, T, 1>, y: CpuView<'_, Element, 1>) {}

// Lists after lists.
#[tvm_ffi::export(dispatch(T = [f32] U = [f64]))] fn f() {}

// Nothing generic.
#[tvm_ffi::export(dispatch(T = [f32]))] fn f(x: i64) {}
