#[tvm_ffi::export(gil = "released")]
fn wait(seconds: f64) {
    std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
}
