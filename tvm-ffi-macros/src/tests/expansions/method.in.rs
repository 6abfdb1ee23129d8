#[tvm_ffi::methods]
impl super::Scale {
    /// Scales a number.
    #[inline(never)]
    fn apply(&self, by: f64) {}
}
