fn main() {
    #[tvm_ffi::export]
    let add_one = |x: i64| x + 1;
    let _ = add_one(1);
}
