// Other items.
#[derive(tvm_ffi::SearchTensors)] union Word { int: i64, float: f64 }

// Misplaced, and not a promise.
#[derive(tvm_ffi::SearchTensors)] #[no_tensors(unsafe)] struct Weights {
    #[no_tensors] first: Box<dyn Fn()>,
}
#[derive(tvm_ffi::SearchTensors)] enum Source {
    #[no_tensors(unsafe)] Thread(Box<dyn Fn()>),
    Named { #[no_tensors(safe)] thread: Box<dyn Fn()> },
}

// The path.
#[derive(tvm_ffi::SearchTensors)] #[tvm_ffi(crate = "a-b")] struct Renamed { first: i64 }
