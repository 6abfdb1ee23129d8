#[derive(tvm_ffi::SearchTensors)]
#[tvm_ffi(crate = "my_crate::ffi")]
struct Weights<'a, T: Clone = i64, const N: usize = 2>
where
    T: Send,
{
    first: &'a [T; N],
    next: Option<Box<Self>>,
    #[no_tensors(unsafe)]
    activation: Box<dyn Fn(f32) -> f32 + Send + Sync>,
}

#[derive(tvm_ffi::SearchTensors)]
enum Source {
    Nothing,
    Tensor(#[no_tensors(unsafe)] std::io::Error, i64),
    Named { tensor: Tensor },
}

#[derive(tvm_ffi::SearchTensors)]
struct Unit;
