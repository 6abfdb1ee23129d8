struct Config;

#[tvm_ffi::export]
const CONFIG: Config = Config;

#[tvm_ffi::object("ui.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    const CONFIG: Config = Config;

    #[classmethod]
    fn of() -> i64 {
        1
    }
}

fn main() {}
