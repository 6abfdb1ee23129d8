#[tvm_ffi::export(nmae = "add")]
fn add_one(x: i64) -> i64 {
    x + 1
}

#[tvm_ffi::export(stable, dispatch(T = [f32, f64]))]
fn add_two(x: i64) -> i64 {
    x + 2
}

fn main() {}
