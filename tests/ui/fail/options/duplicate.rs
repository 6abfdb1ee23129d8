#[tvm_ffi::export(name = "math.add", global, name = "add", global = "my_ext.add")]
fn add_one(x: i64) -> i64 {
    x + 1
}

fn main() {}
