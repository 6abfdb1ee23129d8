#[tvm_ffi::export(name = "text.greet", global, system_lib)]
fn greet(name: String) {
    println!("hello, {name}");
}
