// Empty.
#[derive(tvm_ffi::Union)] enum Never {}

// Generic.
#[derive(tvm_ffi::Union)] enum Either<A, B> { Left(A), Right(B) }
#[derive(tvm_ffi::Union)] enum Sized<const N: usize> { Array([f64; N]) }
#[derive(tvm_ffi::Union)] enum Text<'a, 'b> { Left(&'a str), Right(&'b [u8]) }

// Option.
#[derive(tvm_ffi::Union)] #[tvm_ffi(name = "Scale")] enum Scale { Number(f64) }
#[derive(tvm_ffi::Union)] #[tvm_ffi] enum Other { Number(f64) }
#[derive(tvm_ffi::Union)] #[tvm_ffi(crate = "not a path")] enum Third { Number(f64) }
#[derive(tvm_ffi::Union)] enum Fourth { #[tvm_ffi(name = "number")] Number(f64) }

// Several values.
#[derive(tvm_ffi::Union)] enum Scale { Number(f64), Pair(f64, f64), Nothing() }
#[derive(tvm_ffi::Union)] enum Named { Box { width: i64, height: i64 } }
#[tvm_ffi::export] fn scaled(scale: Scale, named: Named) {}

// Struct item.
#[derive(tvm_ffi::Union)] struct Scale { number: f64 }

// Two nones.
#[derive(tvm_ffi::Union)] enum Scale { Default, Number(f64), Automatic }
#[tvm_ffi::export] fn scaled(scale: Scale) {}
