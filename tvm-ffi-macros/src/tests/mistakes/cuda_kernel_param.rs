// Empty.
#[derive(Clone, Copy, KernelParam)] #[repr(C)] struct Params;

// Enum.
#[derive(Clone, Copy, KernelParam)] #[repr(i32)] enum Mode { Fast, Exact }

// Options.
#[derive(Clone, Copy, KernelParam)] #[repr(C)] #[kernel_param(name = "Params")] struct A {
    scale: f32,
}
#[derive(Clone, Copy, KernelParam)] #[repr(C)] #[kernel_param(c = Params)] struct B {
    #[kernel_param(c = "float")] scale: f32,
}
#[derive(Clone, Copy, KernelParam)] #[repr(C)] #[kernel_param] struct C { scale: f32 }

// Packed.
#[derive(Clone, Copy, KernelParam)] #[repr(C, packed)] struct Params { scale: f32, extent: i64 }

// Without repr.
#[derive(Clone, Copy, KernelParam)] struct Params { scale: f32 }
