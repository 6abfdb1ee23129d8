// Empty.
#[derive(tvm_ffi::StrEnum)] enum Mode {}

// Holds values.
#[derive(tvm_ffi::StrEnum)] enum Mode { Fast, Exact(f64), Bounded { by: f64 } }
#[tvm_ffi::export] fn run(mode: Mode) -> Mode {}

// Rename.
#[derive(tvm_ffi::StrEnum)] enum Mode {
    #[rename] Fast,
    #[rename = 1] Slow,
    #[rename("exact")] Exact,
    #[rename = "a"] #[rename = "b"] Other,
}

// Same name.
#[derive(tvm_ffi::StrEnum)] enum Mode {
    FastMode,
    #[rename = "fast_mode"] Quick,
    #[rename = "exact"] Slow,
    Exact,
}

// Struct item.
#[derive(tvm_ffi::StrEnum)] struct Mode;
#[derive(tvm_ffi::StrEnum)] union Bits { a: u32 }
