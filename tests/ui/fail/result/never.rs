#[tvm_ffi::export]
fn spin() -> ! {
    loop {}
}

fn main() {}
