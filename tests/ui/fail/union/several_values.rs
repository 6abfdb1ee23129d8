#[derive(tvm_ffi::Union)]
enum Scale {
    Number(f64),
    Pair(f64, f64),
    Nothing(),
}

#[derive(tvm_ffi::Union)]
enum Named {
    Box { width: i64, height: i64 },
}

#[tvm_ffi::export]
fn scaled(scale: Scale, named: Named) {
    let _ = (scale, named);
}

fn main() {}
