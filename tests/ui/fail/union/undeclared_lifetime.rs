#[derive(tvm_ffi::Union)]
enum Text {
    Characters(&'a str),
}

fn main() {}
