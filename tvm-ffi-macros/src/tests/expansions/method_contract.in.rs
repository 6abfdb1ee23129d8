#[tvm_ffi::methods]
impl super::Scale {
    /// Scales a vector.
    #[inline(never)]
    #[method(gil = "held")]
    fn apply(&self, #[shape({ Self::WIDTH })] mut out: CpuViewMut<'_, f32, 1>) {}
}
