#[tvm_ffi::methods]
impl super::Scale {
    /// Scales a vector.
    #[inline(never)]
    fn apply(&self, #[shape(n)] x: CpuView<'_, f32, 1>, #[shape(n, { Self::WIDTH })] mut out: CpuViewMut<'_, f32, 2>) {
        out[[0, 0]] = x[[0]] * self.factor;
    }
}
