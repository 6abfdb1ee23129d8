struct Config {
    width: i64,
}

#[tvm_ffi::export]
impl Config {
    fn width(&self) -> i64 {
        self.width
    }
}

#[tvm_ffi::export]
trait Resize {
    fn resize(&self, width: i64);
}

#[tvm_ffi::export]
mod kernels {
    pub fn add_one(x: i64) -> i64 {
        x + 1
    }
}

#[tvm_ffi::export]
unsafe extern "C" {
    fn abs(x: i32) -> i32;
}

fn main() {}
