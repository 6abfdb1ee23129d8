use tvm_ffi::Result;

tvm_ffi::import! {
    #[global = "my_ext.many"]
    fn many(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64, i: i64, j: i64, k: i64, l: i64, m: i64) -> Result<i64>;
}

fn main() {}
