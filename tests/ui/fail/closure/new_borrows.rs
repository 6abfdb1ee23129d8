use tvm_ffi::Function;

fn main() {
    let offset = 1_i64;
    let _ = Function::new(|x: i64| x + offset);
}
