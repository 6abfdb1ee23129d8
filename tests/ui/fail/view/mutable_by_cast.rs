use tvm_ffi::prelude::*;

fn cast(value: AnyView<'_>) -> Result<()> {
    let mut x: CpuViewMut<'_, f32, 1> = value.cast()?;
    x[[0]] = 1.0;
    Ok(())
}

fn main() {}
