#[tvm_ffi::object("stats.Mean", init)]
pub struct Mean {
    #[field(default = "none")]
    count: i64,
    #[field(default_factory = String::new)]
    mean: f64,
    #[field(default_factory = Vec::with_capacity)]
    all: Vec<f64>,
}

fn main() {}
