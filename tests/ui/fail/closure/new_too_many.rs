use tvm_ffi::Function;

fn main() {
    let _ = Function::new(
        |a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64, i: i64, j: i64, k: i64, l: i64, m: i64| {
            a + b + c + d + e + f + g + h + i + j + k + l + m
        },
    );
}
