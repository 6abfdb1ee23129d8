#[tvm_ffi::export(name = "text.greet", global, system_lib)]
fn greet(name: String) {
    println!("hello, {name}");
}

#[tvm_ffi::export(global = "my_ext.bye")]
fn bye() {}

#[tvm_ffi::export(global(override, name = "my_ext.hello"))]
fn hello() {}
