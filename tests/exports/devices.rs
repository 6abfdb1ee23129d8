//! Views of devices other than CUDA, pinned host memory, and a program without CUDA kernels. No such device is needed: the functions only return what they were passed.

use std::ffi::c_void;
use std::ptr::NonNull;

use tvm_ffi::abi::{DLManagedTensorVersioned, DLPackVersion, DLTensor};
use tvm_ffi::dlpack::ManagedTensor;
use tvm_ffi::prelude::*;
use tvm_ffi::view::{CudaManaged, Exclusive, Metal, Rank, Rocm, Shared, View};
use tvm_ffi::{Arguments, DeviceType, FromAnyView, env};

/// The arguments of a kernel in a HIP library.
#[tvm_ffi::export(global = "devices.rocm")]
fn rocm(
    #[shape(n)] x: View<'_, Rocm, Shared, f32, Rank<1>>,
    #[out]
    #[shape(n)]
    #[align(16)]
    mut y: View<'_, Rocm, Exclusive, f32, Rank<1>>,
) -> (i64, i64, i64) {
    let stream = x.stream();
    assert_eq!(stream.device(), x.device());
    (x.ptr().addr() as i64, y.ptr_mut().addr() as i64, stream.as_raw().addr() as i64)
}

/// Buffers, whose handles are not addresses.
#[tvm_ffi::export(global = "devices.metal")]
fn metal(
    x: View<'_, Metal, Shared, f32, Rank<1>>,
    y: View<'_, Metal, Exclusive, f32, Rank<1>>,
) -> (i64, i64, i64, i64) {
    let [(a, b), (c, d)] = [(x.handle(), x.byte_offset()), (y.handle(), y.byte_offset())];
    (a.addr() as i64, b as i64, c.addr() as i64, d as i64)
}

/// Managed memory, which the host and the GPU access.
#[tvm_ffi::export(global = "devices.managed")]
fn managed(
    x: View<'_, CudaManaged, Shared, f32, Rank<1>>,
    y: CudaViewMut<'_, f32, 1>,
    z: Option<CpuViewMut<'_, f32, 1>>,
) {
    let _ = (x, y, z);
}

/// Adds one to each element, in host memory.
#[tvm_ffi::export(global = "devices.host")]
fn host(x: CpuView<'_, f32, 1>, mut y: CpuViewMut<'_, f32, 1>, #[device(cpu)] all: TensorView<'_>) -> String {
    for (y, x) in y.iter_mut().zip(x.as_slice()) {
        *y = x + 1.0;
    }
    all.device().to_string()
}

/// A tensor of `f32` at any address, allocated or not.
fn tensor(device_type: i32, data: *mut c_void, byte_offset: u64, len: i64) -> Result<Tensor> {
    unsafe extern "C" fn delete(managed: *mut DLManagedTensorVersioned) {
        // SAFETY: the deleter is called once, with the box that was made below.
        drop(unsafe { Box::from_raw(managed) });
    }
    let extents = Box::leak(Box::new([len, 1]));
    let managed = Box::new(DLManagedTensorVersioned {
        version: DLPackVersion { major: 1, minor: 0 },
        manager_ctx: std::ptr::null_mut(),
        deleter: Some(delete),
        flags: 0,
        dl_tensor: DLTensor {
            data,
            device: Device::new(device_type, 0).into(),
            ndim: 1,
            dtype: DType::F32.into(),
            shape: extents.as_mut_ptr(),
            strides: extents.as_mut_ptr().wrapping_add(1),
            byte_offset,
        },
    });
    // SAFETY: the tensor owns the box; the functions access elements only of allocated tensors.
    Tensor::from_dlpack(unsafe { ManagedTensor::from_raw(NonNull::from(Box::leak(managed))) })
}

fn at(device_type: i32, data: usize, byte_offset: u64, len: i64) -> Result<Tensor> {
    tensor(device_type, std::ptr::without_provenance_mut(data), byte_offset, len)
}

/// Elements in memory of the test.
fn on(device_type: i32, elements: &mut [f32]) -> Result<Tensor> {
    tensor(device_type, elements.as_mut_ptr().cast(), 0, elements.len() as i64)
}

fn call<R: for<'a> FromAnyView<'a>>(name: &str, args: impl Arguments) -> Result<R> {
    Function::get_global(&format!("devices.{name}"))?.call(args)?.cast()
}

fn refusal(name: &str, args: impl Arguments) -> String {
    call::<Any>(name, args).expect_err("it is refused").to_string()
}

#[test]
fn a_view_of_a_device_of_another_vendor_has_the_address_and_the_stream_of_the_call() -> Result<()> {
    let (x, y) = (at(DeviceType::ROCM, 0x1000, 32, 4)?, at(DeviceType::ROCM, 0x2000, 0, 4)?);
    let stream = std::ptr::without_provenance_mut(0x77);
    // SAFETY: nothing is launched.
    let got =
        unsafe { env::with_stream(Device::rocm(0), stream, || call::<(i64, i64, i64)>("rocm", (&x, &y))) }?;
    assert_eq!(got?, (0x1020, 0x2000, 0x77));
    assert_eq!(call::<(i64, i64, i64)>("rocm", (&x, &y))?.2, 0);
    Ok(())
}

#[test]
fn messages_name_the_device() -> Result<()> {
    let signature = "rocm(x: Tensor([n], float32, rocm), y: Tensor([n], float32, align 16, rocm, out))";
    let (x, y) = (at(DeviceType::ROCM, 0x1000, 0, 4)?, at(DeviceType::CUDA, 0x2000, 0, 4)?);
    let said = refusal("rocm", (&x, &y));
    assert_eq!(
        said,
        format!("ValueError: rocm: argument #1 `y`: device is cuda:0, expected rocm\n  {signature}")
    );
    let y = at(DeviceType::ROCM, 0x1008, 0, 4)?;
    let said = refusal("rocm", (&x, &y));
    assert!(
        said.contains("argument #1 `y`: data + byte_offset is 0x1008, expected a multiple of 16"),
        "{said}"
    );
    let said = refusal("rocm", (&x, &x));
    assert!(said.contains("argument #1 `y`: shares memory with argument #0 `x`"), "{said}");
    Ok(())
}

#[test]
fn handles_of_buffers_are_not_addresses() -> Result<()> {
    // Handles are often small consecutive numbers.
    let (x, y) = (at(DeviceType::METAL, 5, 64, 100)?, at(DeviceType::METAL, 6, 4, 100)?);
    assert_eq!(call::<(i64, i64, i64, i64)>("metal", (&x, &y))?, (5, 64, 6, 4));
    // One buffer, with one tensor after the other.
    let (x, y) = (at(DeviceType::METAL, 5, 400, 100)?, at(DeviceType::METAL, 5, 0, 100)?);
    assert_eq!(call::<(i64, i64, i64, i64)>("metal", (&x, &y))?, (5, 400, 5, 0));
    let x = at(DeviceType::METAL, 5, 396, 100)?;
    let said = refusal("metal", (&x, &y));
    assert!(said.contains("argument #1 `y`: shares memory with argument #0 `x`"), "{said}");
    let x = at(DeviceType::METAL, 6, 2, 100)?;
    let said = refusal("metal", (&x, &y));
    assert!(
        said.contains("argument #0 `x`: byte_offset is 2, expected a multiple of 4 (alignment of float32)"),
        "{said}"
    );
    Ok(())
}

#[test]
fn managed_memory_is_that_of_the_host_and_of_the_gpu() -> Result<()> {
    let x = at(DeviceType::CUDA_MANAGED, 0x1000, 0, 4)?;
    call::<()>("managed", (&x, &at(DeviceType::CUDA, 0x2000, 0, 4)?, &at(DeviceType::CPU, 0x2000, 0, 4)?))?;
    let said = refusal("managed", (&x, &at(DeviceType::CUDA, 0x1008, 0, 4)?, ()));
    assert!(said.contains("argument #1 `y`: shares memory with argument #0 `x`"), "{said}");
    let apart = at(DeviceType::CUDA, 0x2000, 0, 4)?;
    let said = refusal("managed", (&x, &apart, &at(DeviceType::CUDA_HOST, 0x1008, 0, 4)?));
    assert!(said.contains("argument #2 `z`: shares memory with argument #0 `x`"), "{said}");
    Ok(())
}

#[test]
fn pinned_host_memory_is_host_memory() -> Result<()> {
    for pinned in [DeviceType::CUDA_HOST, DeviceType::ROCM_HOST] {
        let (mut x, mut y) = ([1.0, 2.0], [0.0, 0.0]);
        let (from, to) = (on(pinned, &mut x)?, on(pinned, &mut y)?);
        let plain = Tensor::from_vec(vec![0f32], &[1])?;
        assert_eq!(call::<String>("host", (&from, &to, &plain))?, "cpu:0");
        drop(to);
        assert_eq!(y, [2.0, 3.0]);
        let view: CpuView<'_, f32, 1> = from.view().try_cpu()?;
        assert_eq!((view.as_slice(), view.device().device_type), (&[1.0, 2.0][..], pinned));
    }
    Ok(())
}

#[test]
fn host_memory_has_several_device_types() -> Result<()> {
    let mut x = [1.0, 2.0];
    let (plain, pinned) = (on(DeviceType::CPU, &mut x)?, on(DeviceType::CUDA_HOST, &mut x)?);
    let other = Tensor::from_vec(vec![0f32, 0.0], &[2])?;
    let said = refusal("host", (&pinned, &plain, &other));
    assert!(said.contains("argument #1 `y`: shares memory with argument #0 `x`"), "{said}");
    let said = refusal("host", (&other, &plain, &pinned));
    assert!(said.contains("argument #1 `y`: shares memory with argument #2 `all`"), "{said}");
    Ok(())
}

#[test]
fn cpu_in_a_contract_means_all_host_memory() -> Result<()> {
    let (x, y) = (Tensor::from_vec(vec![1f32], &[1])?, Tensor::from_vec(vec![1f32], &[1])?);
    let mut z = [0.0];
    let pinned = on(DeviceType::ROCM_HOST, &mut z)?;
    assert_eq!(call::<String>("host", (&x, &y, &pinned))?, "rocm_host:0");
    let said = refusal("host", (&x, &y, &at(DeviceType::CUDA_MANAGED, 0x1000, 0, 4)?));
    assert!(said.contains("argument #2 `all`: device is cuda_managed:0, expected cpu"), "{said}");
    Ok(())
}

#[test]
fn preloading_a_program_without_kernels_needs_no_driver() {
    tvm_ffi::cuda::preload(0).expect("there is nothing to load");
}
