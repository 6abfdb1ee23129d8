// Options.
#[tvm_ffi::export(backward_of)]
fn no_path(
    #[grad(y)] dy: CpuView<'_, f32, 1>,
    #[grad(x)]
    #[out]
    dx: CpuViewMut<'_, f32, 1>,
) {}
#[tvm_ffi::export(backward_of = "f")]
fn text(
    #[grad(y)] dy: CpuView<'_, f32, 1>,
    #[grad(x)]
    #[out]
    dx: CpuViewMut<'_, f32, 1>,
) {}
#[tvm_ffi::export(backward_of = f, backward_of = g)]
fn of_two(
    #[grad(y)] dy: CpuView<'_, f32, 1>,
    #[grad(x)]
    #[out]
    dx: CpuViewMut<'_, f32, 1>,
) {}
#[tvm_ffi::export(backwards_of = f)] fn misspelt(x: CpuView<'_, f32, 1>) {}
#[tvm_ffi::export(constant(mask))]
fn forward(mask: CpuView<'_, f32, 1>, #[out] y: CpuViewMut<'_, f32, 1>) {}
#[tvm_ffi::export(backward_of = f, constant)]
fn no_constants(
    #[grad(y)] dy: CpuView<'_, f32, 1>,
    #[grad(x)]
    #[out]
    dx: CpuViewMut<'_, f32, 1>,
) {}
#[tvm_ffi::export(backward_of = f, constant(mask, mask, "bias"))]
fn constants(
    #[grad(y)] dy: CpuView<'_, f32, 1>,
    #[grad(x)]
    #[out]
    dx: CpuViewMut<'_, f32, 1>,
) {}

// Gradients.
#[tvm_ffi::export] fn without_forward(#[grad(y)] dy: CpuView<'_, f32, 1>) {}
#[tvm_ffi::export(backward_of = f)]
fn twice(
    #[grad(y)]
    #[grad(z)]
    dy: CpuView<'_, f32, 1>,
    #[grad(x)]
    #[out]
    dx: CpuViewMut<'_, f32, 1>,
    #[grad(x)]
    #[out]
    also: CpuViewMut<'_, f32, 1>,
) {}
#[tvm_ffi::export(backward_of = f)]
fn malformed(
    #[grad] dy: CpuView<'_, f32, 1>,
    #[grad()] dz: CpuView<'_, f32, 1>,
    #[grad(x, w)] dx: CpuView<'_, f32, 1>,
) {}
#[tvm_ffi::export] #[grad(x)] fn misplaced(x: CpuView<'_, f32, 1>) {}
#[tvm_ffi::export(backward_of = of_itself)]
fn of_itself(
    #[grad(y)] dy: CpuView<'_, f32, 1>,
    #[grad(x)]
    #[out]
    dx: CpuViewMut<'_, f32, 1>,
) {}

// Saved outputs.
#[tvm_ffi::export]
fn saved_and_zeroed(
    #[out(saved, zero)] y: CpuViewMut<'_, f32, 1>,
    #[out(zero, saved)] z: CpuViewMut<'_, f32, 1>,
) {}
#[tvm_ffi::export]
fn saved_input(#[out(saved)] x: CpuView<'_, f32, 1>, #[out(keep)] y: CpuViewMut<'_, f32, 1>) {}

// Methods.
#[tvm_ffi::methods] impl Norm {
    fn apply(&self, #[grad(y)] dy: CpuView<'_, f32, 1>, #[out(saved)] y: CpuViewMut<'_, f32, 1>) {}
}

// Nothing is wrong with these.
#[tvm_ffi::export]
fn saves(x: CpuView<'_, f32, 1>, #[out] y: CpuViewMut<'_, f32, 1>, #[out(saved)] z: CpuViewMut<'_, f32, 1>) {}
#[tvm_ffi::export(backward_of = self::f, constant(mask,))]
fn backward(
    #[grad(y)] dy: Option<CpuView<'_, f32, 1>>,
    z: CpuView<'_, f32, 1>,
    #[grad(x)]
    #[out(zero)]
    dx: Option<CpuViewMut<'_, f32, 1>>,
    #[out(saved)] w: CpuViewMut<'_, f32, 1>,
) -> Result<()> {}
