// In the wrong order.
#[tvm_ffi::export]
fn late(#[keyword_only] x: i64, #[positional_only] y: i64, #[args] rest: Vec<i64>) {}

#[tvm_ffi::export]
fn last(#[kwargs] named: HashMap<String, i64>, x: i64, #[kwargs] more: BTreeMap<String, i64>) {}

#[tvm_ffi::export]
fn twice(#[args] one: Vec<i64>, #[args] other: Vec<i64>) {}

// Two at once.
#[tvm_ffi::export]
fn both(#[args] #[keyword_only] rest: Vec<i64>) {}

// The wrong types.
#[tvm_ffi::export]
fn types(#[args] rest: &[i64], #[kwargs] named: Vec<i64>) {}

// With a default.
#[tvm_ffi::export]
fn default(#[default(vec![])] #[args] rest: Vec<i64>) {}

// With a value.
#[tvm_ffi::export]
fn value(#[keyword_only(x)] x: i64) {}

// On the packed form, and on a function.
#[tvm_ffi::export]
fn packed(#[args] args: &[AnyView<'_>]) {}

#[tvm_ffi::export]
#[keyword_only]
fn function(x: i64) {}

// Right: those by name have defaults or not in any order.
#[tvm_ffi::export]
fn right(#[default(1)] x: i64, #[args] rest: Vec<i64>, y: i64, #[default(2)] z: i64, #[kwargs] named: HashMap<String, i64>) {}
