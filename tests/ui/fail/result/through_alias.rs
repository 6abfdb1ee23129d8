struct Config {
    width: i64,
}

type Answer<T> = std::io::Result<T>;

#[tvm_ffi::export]
fn config(width: i64) -> Answer<Config> {
    Ok(Config { width })
}

fn main() {}
