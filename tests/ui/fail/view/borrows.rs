use std::cell::RefCell;
use std::sync::Mutex;

use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn borrowed_twice(mut x: CpuViewMut<'_, f32, 1>) {
    let first = x.as_mut_slice();
    let second = x.as_mut_slice();
    first.swap_with_slice(second);
}

#[tvm_ffi::export]
fn elements_outlive_call(x: CpuView<'_, f32, 1>) -> usize {
    let elements: &'static [f32] = x.as_slice();
    std::thread::spawn(move || elements.len()).join().unwrap()
}

static ROW: Mutex<Option<CpuView<'static, f32, 1>>> = Mutex::new(None);

#[tvm_ffi::export]
fn kept_in_static(#[shape(n)] x: CpuView<'_, f32, 1>) {
    *ROW.lock().unwrap() = Some(x);
}

fn fill(mut x: CpuViewMut<'_, f32, 1>) {
    x[[0]] = 1.0;
}

#[tvm_ffi::export]
fn twice(#[shape(n)] x: CpuViewMut<'_, f32, 1>) {
    fill(x);
    fill(x);
}

#[tvm_ffi::export]
fn not_declared_mutable(#[shape(n)] x: CpuViewMut<'_, f32, 1>) {
    x[[0]] = 1.0;
}

#[tvm_ffi::export]
fn read_while_written(mut x: CpuViewMut<'_, f32, 1>) {
    let shared = x.as_shared();
    x[[0]] = 2.0;
    assert_eq!(shared[[0]], 1.0);
}

#[tvm_ffi::export]
fn shared_is_written(mut x: CpuView<'_, f32, 1>) {
    x[[0]] = 1.0;
}

type Row = CpuView<'static, f32, 1>;

thread_local! {
    static LAST_ROW: RefCell<Option<Row>> = const { RefCell::new(None) };
}

#[tvm_ffi::export]
fn static_by_alias(x: Row) {
    LAST_ROW.set(Some(x));
}

fn main() {}
