// Malformed.
#[tvm_ffi::export(crate = "my crate")] fn space(x: i64) -> i64 {}
#[tvm_ffi::export(crate = "")] fn empty(x: i64) -> i64 {}
#[tvm_ffi::export(crate = "tvm_ffi<'_>")] fn with_arguments(x: i64) -> i64 {}

// Duplicate.
#[tvm_ffi::export(name = "math.add", global, name = "add", global = "my_ext.add")]
fn add_one(x: i64) -> i64 {}

// Global.
#[tvm_ffi::export(global())] fn nothing(x: i64) -> i64 {}
#[tvm_ffi::export(global(name = "my_ext.add"))] fn only_a_name(x: i64) -> i64 {}
#[tvm_ffi::export(global(replace))] fn another_word(x: i64) -> i64 {}
#[tvm_ffi::export(global(override, override))] fn twice(x: i64) -> i64 {}
#[tvm_ffi::export(global(override = true))] fn with_a_value(x: i64) -> i64 {}
#[tvm_ffi::export(global(override, name = "add"))] fn no_dot(x: i64) -> i64 {}

// Syntax.
#[tvm_ffi::export("add")] fn only_a_string(x: i64) -> i64 {}
#[tvm_ffi::export(name: "add")] fn colon(x: i64) -> i64 {}
#[tvm_ffi::export(name = "add" global)] fn no_comma(x: i64) -> i64 {}

// Twice.
#[tvm_ffi::export] #[tvm_ffi::export(name = "plus_one")] fn add_one(x: i64) -> i64 {}

// Unknown.
#[tvm_ffi::export(nmae = "add")] fn add_one(x: i64) -> i64 {}
#[tvm_ffi::export(stable, dispatch(T = [f32, f64]))] fn add_two(x: i64) -> i64 {}

// Values.
#[tvm_ffi::export(name)] fn no_value(x: i64) -> i64 {}
#[tvm_ffi::export(name =)] fn no_value_after(x: i64) -> i64 {}
#[tvm_ffi::export(name = add)] fn bare(x: i64) -> i64 {}
#[tvm_ffi::export(name = NAME, global = 3)] fn constant(x: i64) -> i64 {}
#[tvm_ffi::export(name("add"))] fn in_parentheses(x: i64) -> i64 {}
#[tvm_ffi::export(gil = "free")] fn f() {}
#[tvm_ffi::export(gil)] fn f() {}
#[tvm_ffi::export(gil = held)] fn f() {}
#[tvm_ffi::export(system_lib = true)] fn boolean(x: i64) -> i64 {}
#[tvm_ffi::export(crate = my_crate::tvm_ffi)] fn bare_path(x: i64) -> i64 {}
#[tvm_ffi::export(name = concat!("a", "b"))] fn expression(x: i64) -> i64 {}

// Empty global prefix.
#[tvm_ffi::export(global = ".f")] fn f() {}

// All at once.
#[tvm_ffi::export(nam = "f", global = "g")] async fn _f(_: i64) {}
