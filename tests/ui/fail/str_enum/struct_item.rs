#[derive(tvm_ffi::StrEnum)]
struct Mode;

#[derive(tvm_ffi::StrEnum)]
union Bits {
    a: u32,
}

fn main() {}
