#[derive(tvm_ffi::Union)]
enum Either<A, B> {
    Left(A),
    Right(B),
}

#[derive(tvm_ffi::Union)]
enum Sized<const N: usize> {
    Array([f64; N]),
}

#[derive(tvm_ffi::Union)]
enum Text<'a, 'b> {
    Left(&'a str),
    Right(&'b [u8]),
}

fn main() {}
