// Call.
#[tvm_ffi::export] fn total(#[shape(n, max(n, 4))] x: CpuView<'_, f32, 2>) -> f32 {}

// Constant function.
#[tvm_ffi::export] const fn extent(#[shape(n)] x: CpuView<'_, f32, 1>) -> usize {}

// Constant without braces.
#[tvm_ffi::export] fn total(#[shape(n, n * HEADS)] x: CpuView<'_, f32, 2>) -> f32 {}

// Division by zero.
#[tvm_ffi::export] fn total(#[shape(n, n / 0, (n % 0))] x: CpuView<'_, f32, 3>) -> f32 {}

// Empty braces.
#[tvm_ffi::export] fn total(#[shape({})] x: CpuView<'_, f32, 1>) -> f32 { x.iter().sum() }

// Empty entry.
#[tvm_ffi::export] fn total(#[shape(n, , d)] x: CpuView<'_, f32, 3>) -> f32 {}

// Keyword.
#[tvm_ffi::export] fn total(#[shape(type, self)] x: CpuView<'_, f32, 2>) -> f32 {}

// Large literal.
#[tvm_ffi::export] fn total(#[shape(9223372036854775808)] x: CpuView<'_, f32, 1>) -> f32 {}

// Literal.
#[tvm_ffi::export] fn total(#[shape(4usize, 1.5, "n")] x: CpuView<'_, f32, 3>) -> f32 {}

// Method.
#[tvm_ffi::export]
fn dot(#[shape(_)] x: CpuView<'_, f32, 1>, #[shape(x.dim(0))] y: CpuView<'_, f32, 1>) -> f32 {}

// Missing comma.
#[tvm_ffi::export] fn total(#[shape(n d)] x: CpuView<'_, f32, 2>) -> f32 {}

// Multiple of zero.
#[tvm_ffi::export] fn total(#[shape(n % 0)] x: CpuView<'_, f32, 1>) -> f32 {}

// Negative extent.
#[tvm_ffi::export] fn total(#[shape(-1, 2 - 3)] x: CpuView<'_, f32, 2>) -> f32 {}

// Operator.
#[tvm_ffi::export] fn total(#[shape(n, n << 1, n == 4)] x: CpuView<'_, f32, 3>) -> f32 {}

// Path.
#[tvm_ffi::export] fn total(#[shape(model::HEADS)] x: CpuView<'_, f32, 1>) -> f32 {}

// Range.
#[tvm_ffi::export] fn total(#[shape(n..4, ..=4)] x: CpuView<'_, f32, 2>) -> f32 {}

// Remainder.
#[tvm_ffi::export]
fn total(#[shape(m, n % m, 2 * n % 4, n % 4 + 1)] x: CpuView<'_, f32, 4>) -> f32 {}

// Reserved symbol.
#[tvm_ffi::export] fn total(#[shape(__n)] x: CpuView<'_, f32, 1>) -> f32 {}

// Rest and number.
#[tvm_ffi::export]
fn total(#[shape(s..)] x: CpuViewD<'_, f32>, #[shape(s)] y: CpuView<'_, f32, 1>) -> f32 {}

// Rest in expression.
#[tvm_ffi::export]
fn total(#[shape(s..)] x: CpuViewD<'_, f32>, #[shape(2 * s)] y: CpuView<'_, f32, 1>) -> f32 {}

// Two rests.
#[tvm_ffi::export] fn total(#[shape(batch.., n, ..)] x: CpuViewD<'_, f32>) -> f32 {}

// Unfinished expression.
#[tvm_ffi::export] fn total(#[shape(n, 2 *, ())] x: CpuView<'_, f32, 3>) -> f32 {}

// Without entries.
#[tvm_ffi::export] fn without_parentheses(#[shape] x: CpuView<'_, f32, 1>) -> f32 {}
#[tvm_ffi::export] fn assigned(#[shape = n] x: CpuView<'_, f32, 1>) -> f32 {}
#[tvm_ffi::export] fn in_brackets(#[strides[_, 1]] x: CpuView<'_, f32, 2, Strided>) -> f32 {}
