// Returned captures.
#[tvm_ffi::export] fn offset(text: &str) -> impl Fn(i64) -> i64 + Send + Sync {}

// Returned mutates.
#[tvm_ffi::export] fn counter(start: i64) -> impl FnMut(i64) -> i64 + Send + Sync {}

// Impl trait.
#[tvm_ffi::export] fn numbers(count: i64) -> impl Iterator<Item = i64> {}
#[tvm_ffi::export] fn adders(by: i64) -> Vec<impl Fn(i64) -> i64> {}

// Never.
#[tvm_ffi::export] fn spin() -> ! {}

// Returned captures nothing.
#[tvm_ffi::export] fn f(x: &str) -> impl Fn() + Send + 'static {}

// Returned captures precisely.
#[tvm_ffi::export] fn f(x: &str) -> impl Fn() + use<> {}

// Returned without borrows.
#[tvm_ffi::export] fn f(x: Vec<i64>) -> impl Fn() {}
