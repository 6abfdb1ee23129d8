#[tvm_ffi::methods]
impl Solver {
    fn step(&self, cx: Cuda<'_>, dt: f64) -> Result<()> {
        self.launch(&cx, dt)
    }
}
