//! Views of GPU memory in every form of parameter. Each function returns the GPU and the stream of the call.

use std::collections::{BTreeMap, HashMap};

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;
use tvm_ffi::view::{self, Rank, Shared, View};

use crate::fixture::device_tensor;

type X<'a> = CudaView<'a, f32, 1>;
type On<'a, D> = View<'a, D, Shared, f32, Rank<1>>;
type Place = (Device, usize);

fn place(cx: Cuda<'_>) -> Place {
    (cx.device(), cx.raw_stream().addr())
}

/// Functions of one parameter, which get its type as it is written.
macro_rules! places {
    ($($name:ident($($parameter:tt)*))*) => {$(
        #[tvm_ffi::export]
        fn $name(cx: Cuda<'_>, $($parameter)*) -> Place {
            place(cx)
        }
    )*};
}

places! {
    of_pair(_x: (CudaView<'_, f32, 1>, CudaView<'_, f32, 1>))
    of_map(_x: HashMap<String, X<'_>>)
    of_nested_map(_x: BTreeMap<i64, Vec<(f64, X<'_>)>>)
    of_map_ref(_x: MapRef<'_, &str, X<'_>>)
    of_rows(_x: Vec<Vec<X<'_>>>)
    of_array_ref(_x: ArrayRef<'_, X<'_>>)
    of_array(_x: [X<'_>; 2])
    of_options(_x: Vec<Option<CudaView<'_, f32, 1>>>)
    of_optional_list(#[default(None)] _x: Option<Vec<X<'_>>>)
    of_views_of_any_kind(#[device(cuda)] _x: Vec<TensorView<'_>>)
    of_written(_x: (f64, CudaView<'_, f32, 1>), _y: CudaViewMut<'_, f32, 1>)
    of_default(_x: X<'_>, #[default((elsewhere(), 1))] _y: (X<'_>, i64))
    of_managed(_x: Vec<On<'_, view::CudaManaged>>, #[default(None)] _y: Option<X<'_>>)
    of_owned(_x: HashMap<String, Tensor>, #[default(None)] _y: Option<X<'_>>)
    of_any(_x: AnyView<'_>)
}

/// What holds views.
#[derive(tvm_ffi::Union)]
enum Input<'a> {
    One(CudaView<'a, f32, 1>),
    Many(Vec<CudaView<'a, f32, 1>>),
    Number(f64),
}

#[tvm_ffi::export]
fn of_unions(cx: Cuda<'_>, x: Input<'_>, #[default(Input::Number(0.0))] y: Input<'_>) -> (Place, f64) {
    let size = |input| match input {
        Input::One(view) => view.numel() as f64,
        Input::Many(views) => views.len() as f64,
        Input::Number(number) => number,
    };
    (place(cx), size(x) + size(y))
}

#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn of_typed<T: Element>(cx: Cuda<'_>, _x: CudaView<'_, T, 1>, _y: (X<'_>, i64)) -> Place {
    place(cx)
}

/// On cuda:1, until the process ends.
fn elsewhere() -> X<'static> {
    let tensor = device_tensor(vec![4], DType::F32, Device::cuda(1), 0x900000, None, 0);
    let tensor = Box::leak(Box::new(tensor.expect("it is valid")));
    tensor.view().try_into().expect("it is of that type")
}

/// Without a token.
#[tvm_ffi::export]
fn together(_x: (CudaView<'_, f32, 1>, CudaView<'_, f32, 1>)) -> i64 {
    2
}

/// The same for another maker.
#[tvm_ffi::export]
fn together_on_rocm(_x: Vec<(On<'_, view::Rocm>, i64)>, _y: On<'_, view::Rocm>) -> i64 {
    2
}

/// The GPUs of tensors of which views are made in the call.
#[tvm_ffi::object("e2e_cuda.Model")]
struct Model {
    weight: Tensor,
}

fn made(tensor: &Tensor) -> Result<Device> {
    Ok(X::try_from(tensor.view())?.device())
}

#[tvm_ffi::methods]
impl Model {
    #[init]
    fn new(weight: Tensor) -> Self {
        Self { weight }
    }

    fn forward(&self, cx: Cuda<'_>, _x: CudaView<'_, f32, 1>) -> Result<(Place, Device)> {
        Ok((place(cx), made(&self.weight)?))
    }
}

#[tvm_ffi::export]
fn made_of_result(cx: Cuda<'_>, _x: X<'_>, f: Function) -> Result<(Place, Device)> {
    let tensor: Tensor = f.call(())?.cast()?;
    Ok((place(cx), made(&tensor)?))
}

#[tvm_ffi::export]
fn made_of_any(cx: Cuda<'_>, _x: X<'_>, y: AnyView<'_>) -> Result<(Place, Device)> {
    Ok((place(cx), y.cast_ref::<X<'_>>()?.device()))
}

#[tvm_ffi::export]
fn made_of_rows(cx: Cuda<'_>, _x: X<'_>, y: AnyView<'_>) -> Result<(Place, usize)> {
    let mut holder = Default::default();
    Ok((place(cx), y.cast_in::<Vec<Vec<X<'_>>>>(&mut holder)?.len()))
}

/// With a token for another GPU.
#[tvm_ffi::export]
fn made_elsewhere(cx: Cuda<'_>, _x: X<'_>, y: Tensor) -> Result<(Place, Device)> {
    let device = y.view().device().device_id;
    Ok((place(cx), tvm_ffi::cuda::with_device(device, |_| made(&y))?))
}

/// Without a token.
#[tvm_ffi::export]
fn made_anywhere(y: Tensor) -> Result<Device> {
    made(&y)
}
