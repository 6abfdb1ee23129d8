#[tvm_ffi::export(nmae = "add", global = "add")]
async unsafe fn _add<T>((x, y): (i64, i64), z: &mut i64, _: &'static str, w: impl Copy) -> impl Copy {
    let _ = (z, w);
    x + y
}

fn main() {}
