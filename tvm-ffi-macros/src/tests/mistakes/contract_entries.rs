// Call.
#[tvm_ffi::export]
fn total(#[shape(n, max(n, 4))] x: CpuView<'_, f32, 2>) -> f32 {
    x.iter().sum()
}

// Constant function.
#[tvm_ffi::export]
const fn extent(#[shape(n)] x: CpuView<'_, f32, 1>) -> usize {
    let _ = x;
    1
}

// Constant without braces.
#[tvm_ffi::export]
fn total(#[shape(n, n * HEADS)] x: CpuView<'_, f32, 2>) -> f32 {
    x.iter().sum()
}

// Division by zero.
#[tvm_ffi::export]
fn total(#[shape(n, n / 0, (n % 0))] x: CpuView<'_, f32, 3>) -> f32 {
    x.iter().sum()
}

// Empty braces.
#[tvm_ffi::export]
fn total(#[shape({})] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

// Empty entry.
#[tvm_ffi::export]
fn total(#[shape(n, , d)] x: CpuView<'_, f32, 3>) -> f32 {
    x.iter().sum()
}

// Keyword.
#[tvm_ffi::export]
fn total(#[shape(type, self)] x: CpuView<'_, f32, 2>) -> f32 {
    x.iter().sum()
}

// Large literal.
#[tvm_ffi::export]
fn total(#[shape(9223372036854775808)] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

// Literal.
#[tvm_ffi::export]
fn total(#[shape(4usize, 1.5, "n")] x: CpuView<'_, f32, 3>) -> f32 {
    x.iter().sum()
}

// Method.
#[tvm_ffi::export]
fn dot(#[shape(_)] x: CpuView<'_, f32, 1>, #[shape(x.dim(0))] y: CpuView<'_, f32, 1>) -> f32 {
    x.iter().zip(y.iter()).map(|(x, y)| x * y).sum()
}

// Missing comma.
#[tvm_ffi::export]
fn total(#[shape(n d)] x: CpuView<'_, f32, 2>) -> f32 {
    x.iter().sum()
}

// Multiple of zero.
#[tvm_ffi::export]
fn total(#[shape(n % 0)] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

// Negative extent.
#[tvm_ffi::export]
fn total(#[shape(-1, 2 - 3)] x: CpuView<'_, f32, 2>) -> f32 {
    x.iter().sum()
}

// Operator.
#[tvm_ffi::export]
fn total(#[shape(n, n << 1, n == 4)] x: CpuView<'_, f32, 3>) -> f32 {
    x.iter().sum()
}

// Path.
#[tvm_ffi::export]
fn total(#[shape(model::HEADS)] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

// Range.
#[tvm_ffi::export]
fn total(#[shape(n..4, ..=4)] x: CpuView<'_, f32, 2>) -> f32 {
    x.iter().sum()
}

// Remainder.
#[tvm_ffi::export]
fn total(#[shape(m, n % m, 2 * n % 4, n % 4 + 1)] x: CpuView<'_, f32, 4>) -> f32 {
    x.iter().sum()
}

// Reserved symbol.
#[tvm_ffi::export]
fn total(#[shape(__n)] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

// Rest and number.
#[tvm_ffi::export]
fn total(#[shape(s..)] x: CpuViewD<'_, f32>, #[shape(s)] y: CpuView<'_, f32, 1>) -> f32 {
    x.iter().chain(y.iter()).sum()
}

// Rest in expression.
#[tvm_ffi::export]
fn total(#[shape(s..)] x: CpuViewD<'_, f32>, #[shape(2 * s)] y: CpuView<'_, f32, 1>) -> f32 {
    x.iter().chain(y.iter()).sum()
}

// Two rests.
#[tvm_ffi::export]
fn total(#[shape(batch.., n, ..)] x: CpuViewD<'_, f32>) -> f32 {
    x.iter().sum()
}

// Unfinished expression.
#[tvm_ffi::export]
fn total(#[shape(n, 2 *, ())] x: CpuView<'_, f32, 3>) -> f32 {
    x.iter().sum()
}

// Without entries.
#[tvm_ffi::export]
fn without_parentheses(#[shape] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

#[tvm_ffi::export]
fn assigned(#[shape = n] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

#[tvm_ffi::export]
fn in_brackets(#[strides[_, 1]] x: CpuView<'_, f32, 2, Strided>) -> f32 {
    x.iter().sum()
}
