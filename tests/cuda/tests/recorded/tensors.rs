//! Tensors by value: in CuTe's layout, and as descriptors for the tensor memory accelerator.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;
use tvm_ffi_cuda_tests::calls::Call;
use tvm_ffi_cuda_tests::{GpuTensor, call, fake};

type Rows<'a> = CuTe<'a, f32, T2<i32, i32>, T2<i64, K<1>>>;

tvm_ffi::cuda::kernels! {
    cubin "../../images/kernels.sm90.cubin";
    static CUTE: fn(Rows<'_>, PtrMut<f32>) = "cute";
    static MAPPED: fn(TensorMap, TensorMap, PtrMut<f32>) = "mapped";
}

#[tvm_ffi::export(global = "tensors.cute")]
fn cute(cx: Cuda<'_>, x: CudaView<'_, f32, 2, Strided>, mut y: CudaViewMut<'_, f32, 1>) -> Result<()> {
    // SAFETY: the driver runs nothing.
    unsafe { CUTE.launch(&cx, &Launch::grid(1)?.block(32), (x.cute()?, y.ptr_mut())) }
}

#[tvm_ffi::export(global = "tensors.mapped")]
fn mapped(
    cx: Cuda<'_>,
    a: CudaView<'_, bf16, 3, Strided>,
    b: CudaView<'_, f32, 2>,
    mut y: CudaViewMut<'_, f32, 1>,
) -> Result<()> {
    let a = TensorMap::tiled(&a, [1, 64, 32], Swizzle::B64)?;
    let b = TensorMap::builder(&b, [16, 8]).fill_with_nan().encode()?;
    // SAFETY: the driver runs nothing.
    unsafe { MAPPED.launch(&cx, &Launch::grid(1)?.block(32), (a, b, y.ptr_mut())) }
}

#[test]
fn a_cute_tensor_has_a_pointer_extents_and_strides() {
    let fake = fake::driver();
    let x = GpuTensor::strided::<f32>(0x12_3400, 0, &[5, 7], &[100, 1]);
    let y = GpuTensor::at::<f32>(0x20000, 0, &[32]);
    let stream = fake.stream(0);
    fake.on_stream(0, stream, || call("tensors.cute", (x.lend(), y.lend()))).expect("it is launched");
    let bytes =
        [&0x12_3400u64.to_le_bytes()[..], &5i32.to_le_bytes(), &7i32.to_le_bytes(), &100i64.to_le_bytes()];
    assert_eq!(fake.launch().parameters, [bytes.concat(), 0x20000u64.to_le_bytes().to_vec()]);
}

#[test]
fn a_tensor_that_the_kernel_is_not_compiled_for_is_refused() {
    let fake = fake::driver();
    let y = GpuTensor::at::<f32>(0x20000, 0, &[32]);
    // The last stride is compiled into the kernel as 1, and extents have 32 bits.
    for (shape, strides) in [([5, 7], [1, 100]), ([1 << 33, 1], [1, 1])] {
        let x = GpuTensor::strided::<f32>(0x10000, 0, &shape, &strides);
        let error = call("tensors.cute", (x.lend(), y.lend())).expect_err("it does not fit");
        assert!(error.starts_with("ValueError: "), "{error}");
    }
    assert!(fake.launches().is_empty());
}

/// The tensors of a call of `mapped`, the first at an address.
fn call_mapped(address: usize) -> Result<Any, String> {
    let a = GpuTensor::strided::<bf16>(address, 0, &[4, 128, 96], &[128 * 256, 256, 1]);
    let b = GpuTensor::at::<f32>(0x40000, 0, &[64, 8]);
    let y = GpuTensor::at::<f32>(0x20000, 0, &[32]);
    call("tensors.mapped", (a.lend(), b.lend(), y.lend()))
}

#[test]
fn a_tensor_map_describes_the_view_and_is_passed_by_value() {
    let fake = fake::driver();
    let first = fake.next_map();
    let stream = fake.stream(0);
    fake.on_stream(0, stream, || call_mapped(0x100_0000)).expect("it is launched");
    let calls = fake.take();
    let in_context = |call: &&Call| call.name == "cuTensorMapEncodeTiled" && call.context == "primary 0";
    assert_eq!(calls.iter().filter(in_context).count(), 2);
    let made = calls.iter().filter(|call| call.name == "cuTensorMapEncodeTiled").map(|call| &*call.arguments);
    assert_eq!(
        made.collect::<Vec<_>>(),
        [
            // The dimensions from the innermost one. Strides are in bytes, from the second dimension on.
            "9 | 3 | 0x1000000 | 96 128 4 | 512 65536 | 32 64 1 | 1 1 1 | 0 | 2 | 0 | 0",
            "7 | 2 | 0x40000 | 8 64 | 32 | 8 16 | 1 1 | 0 | 0 | 0 | 1",
        ]
    );
    let launch = calls.iter().find_map(|call| call.launch()).expect("it is launched");
    let [a, b, y] = &launch.parameters[..] else { panic!("{launch:?}") };
    for (bytes, number) in [(a, first), (b, first + 1)] {
        let words = (0..16).map(|i| 0x7a00_0000_0000_0000 | i << 32 | u64::from(number));
        assert_eq!(*bytes, words.flat_map(u64::to_le_bytes).collect::<Vec<_>>());
    }
    assert_eq!(y[..], 0x20000u64.to_le_bytes());
    assert_eq!(fake.current(), -1);
}

#[test]
fn invalid_tensor_maps_are_refused_without_a_driver_call() {
    let fake = fake::driver();
    let error = call_mapped(0x100_0008).expect_err("it is not aligned");
    assert!(error.starts_with("ValueError: ") && error.contains("a multiple of 16"), "{error}");
    assert!(!fake.names().iter().any(|name| name.starts_with("cuTensorMap")));
}

#[test]
fn a_refused_tensor_map_is_an_error_and_nothing_is_launched() {
    let fake = fake::driver();
    fake.fail("cuTensorMapEncodeTiled", 1);
    let error = call_mapped(0x100_0000).expect_err("the driver refuses");
    assert!(error.contains("CUDA_ERROR_INVALID_VALUE (1)"), "{error}");
    assert!(fake.launches().is_empty());
}
