use tvm_ffi::Result;

tvm_ffi::import! {
    #[global = "my_ext.a"]
    const fn constant() -> Result<i64>;

    #[global = "my_ext.b"]
    async fn asynchronous() -> Result<i64>;

    #[global = "my_ext.c"]
    extern "C" fn foreign() -> Result<i64>;

    #[global = "my_ext.d"]
    fn generic<T>(x: T) -> Result<i64>;

    #[global = "my_ext.e"]
    fn closure(f: impl Fn(i64) -> i64) -> Result<i64>;

    #[global = "my_ext.f"]
    fn pattern((a, b): (i64, i64)) -> Result<i64>;

    #[global = "my_ext.g"]
    fn method(&self) -> Result<i64>;

    #[global = "my_ext.h"]
    fn default(#[default(1)] x: i64) -> Result<i64>;

    #[global = "my_ext.i"]
    fn keyword(#[keyword] x: i64) -> Result<i64>;
}

fn main() {}
