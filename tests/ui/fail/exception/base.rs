// The base of an exception class is no kind.

tvm_ffi::exception!(ParseError: ValeError, "A text that is no number.");

fn main() {}
