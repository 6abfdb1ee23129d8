use tvm_ffi::CpuView;

#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn push(&self, #[shape(2 * n)] values: CpuView<'_, f32, 1>) {
        let _ = values;
    }

    fn pull(&self, #[shape(n, m)] values: CpuView<'_, f32, 1>) {
        let _ = values;
    }

    fn other(&self, #[shape(n)] other: &Mean) {
        let _ = other;
    }
}

fn main() {}
