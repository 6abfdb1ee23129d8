#[tvm_ffi::object("stats.Mean", init)]
pub struct Mean {
    #[field(defualt = 0)]
    a: i64,
    #[field(name = "b")]
    b: i64,
    #[field(default = 1, default = 2)]
    c: i64,
    #[field(default)]
    d: i64,
    #[field(default = 1, default_factory = || 2)]
    e: i64,
    #[field(repr)]
    f: i64,
    #[field(hash = 0)]
    g: i64,
    #[field(set = true)]
    h: i64,
    #[field(rename = i)]
    i: i64,
    #[field(structural(skip))]
    j: i64,
    #[field = 1]
    k: i64,
    #[field(default = )]
    l: i64,
    #[field(default = 1 doc = "no comma")]
    m: i64,
    #[field("n")]
    n: i64,
}

fn main() {}
