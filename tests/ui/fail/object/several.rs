// All mistakes are reported at once.
#[tvm_ffi::object("Mean", rper, eq)]
#[repr(u8)]
pub struct Mean<T> {
    #[field(set, defualt = 1)]
    count: i64,
    #[base]
    base: T,
    #[field(rename = "count")]
    mean: f64,
}

fn main() {}
