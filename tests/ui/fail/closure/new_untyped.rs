use tvm_ffi::Function;

fn main() {
    let _ = Function::new(|x, y| x + y);
}
