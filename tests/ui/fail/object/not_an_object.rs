use tvm_ffi::Ref;

pub struct Plain {
    pub x: i64,
}

#[tvm_ffi::export]
fn take(plain: Ref<Plain>) -> i64 {
    1
}

#[tvm_ffi::export]
fn borrow(plain: &Plain) -> i64 {
    plain.x
}

#[tvm_ffi::export]
fn give() -> Plain {
    Plain { x: 1 }
}

fn main() {}
