#[tvm_ffi::object("stats.mean")]
pub fn mean(values: Vec<f64>) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn main() {}
