#[tvm_ffi::export(cpu = seen_on_cpu)]
fn seen(x: Image<'_>) {}
