struct Config {
    width: i64,
}

#[derive(tvm_ffi::Union)]
enum Scale {
    Number(f64),
    Config(Config),
}

#[tvm_ffi::export]
fn scaled(scale: Scale) -> f64 {
    match scale {
        Scale::Number(number) => number,
        Scale::Config(config) => config.width as f64,
    }
}

fn main() {}
