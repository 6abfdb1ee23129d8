use tvm_ffi::{ArrayRef, CpuViewMut};

type Rows<'a> = CpuViewMut<'a, f32, 1>;

#[tvm_ffi::export]
fn in_vec_of_vec(rows: Vec<Vec<Rows<'_>>>) -> usize {
    rows.len()
}

#[tvm_ffi::export]
fn in_tuple(rows: (i64, Rows<'_>)) -> i64 {
    rows.0
}

#[tvm_ffi::export]
fn in_box(rows: Box<[Rows<'_>]>) -> usize {
    rows.len()
}

#[tvm_ffi::export]
fn in_array_ref(rows: ArrayRef<'_, Rows<'_>>) {
    drop(rows);
}

fn main() {}
