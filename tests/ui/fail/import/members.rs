use tvm_ffi::Result;

tvm_ffi::import! {
    #[type_key = "my_ext.Config"]
    type Config {
        mut width: i64,
        width: i64,
        fn set_width(&self, x: i64) -> Result<()>;
        fn grow(&mut self) -> Result<()>;
        fn take(self) -> Result<()>;
        #[init]
        fn new(&self) -> Result<Self>;
        #[init]
        #[name = "create"]
        fn create() -> Result<Self>;
    }
}

fn main() {}
