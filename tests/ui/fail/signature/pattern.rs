struct Point {
    x: i64,
    y: i64,
}

#[tvm_ffi::export]
fn norm((x, y): (i64, i64)) -> i64 {
    x * x + y * y
}

#[tvm_ffi::export]
fn norm_of(Point { x, y }: Point) -> i64 {
    x * x + y * y
}

#[tvm_ffi::export]
fn same(ref x: i64) -> i64 {
    *x
}

fn main() {}
