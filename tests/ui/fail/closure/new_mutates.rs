use tvm_ffi::Function;

fn main() {
    let mut count = 0_i64;
    let _ = Function::new(move |x: i64| {
        count += x;
        count
    });
}
