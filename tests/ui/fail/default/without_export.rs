fn scale(x: f64, #[default(1.0)] factor: f64) -> f64 {
    x * factor
}

fn main() {}
