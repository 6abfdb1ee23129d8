use tvm_ffi::Ref;

pub struct Plain {
    pub x: i64,
}

#[tvm_ffi::export]
fn take(plain: Ref<Plain>) -> i64 {
    1
}

fn main() {}
