// Conditional.
#[tvm_ffi::export] fn scale(x: f64, #[cfg(unix)] factor: f64) -> f64 {}

// Malformed.
#[tvm_ffi::export] fn no_value(#[default] x: i64) -> i64 {}
#[tvm_ffi::export] fn assigned(#[default = 1] x: i64) -> i64 {}
#[tvm_ffi::export] fn two(#[default(1, 2)] x: i64) -> i64 {}
#[tvm_ffi::export] fn no_expression(#[default(1 +)] x: i64) -> i64 {}
#[tvm_ffi::export] fn twice(#[default(1)] #[default(2)] x: i64) -> i64 {}

// Misplaced.
#[tvm_ffi::export] #[default(1)] fn on_function(x: i64) -> i64 {}

// Misspelt.
#[tvm_ffi::export] fn scale(#[defualt(1.0)] factor: f64, #[deafult(2.0)] x: f64) -> f64 {}

// Not trailing.
#[tvm_ffi::export]
fn scale(#[default(1.0)] factor: f64, x: f64, #[default(0.0)] offset: f64, y: f64) -> f64 {}

// Default before none.
#[tvm_ffi::export] fn f(#[default(1)] x: i64, y: i64, z: i64) {}

// Someone elses attribute.
#[tvm_ffi::export] fn f(#[allow(unused)] #[wrapped] x: i64) {}
