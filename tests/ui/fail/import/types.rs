use tvm_ffi::Result;

struct Config {
    width: i64,
}

tvm_ffi::import! {
    #[global = "my_ext.resize"]
    fn resize(config: Config) -> Result<i64>;

    #[global = "my_ext.config"]
    fn config(x: i64) -> Result<Config>;

    #[global = "my_ext.add_one"]
    fn no_result(x: i64) -> i64;

    #[type_key = "my_ext.Window"]
    type Window {
        config: Config,
    }
}

fn main() {}
