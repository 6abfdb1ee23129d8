#[tvm_ffi::methods]
impl super::Scale {
    /// Scales a vector.
    #[inline(never)]
    fn apply(&self, #[shape({ Self::WIDTH })] mut out: CpuViewMut<'_, f32, 1>) {}
}
