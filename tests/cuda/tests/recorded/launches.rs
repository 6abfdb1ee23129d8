//! Plain launches: order, arguments, and bytes.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;
use tvm_ffi_cuda_tests::{GpuTensor, call, fake};

tvm_ffi::cuda::kernels! {
    cubin "../../images/kernels.sm90.cubin";
    static VADD: fn(Ptr<f32>, Ptr<f32>, PtrMut<f32>, i64) = "vadd";
    static NOTHING: fn() = "nothing";
    static SCALARS: fn(PtrMut<f32>, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64, bool) = "scalars";
    static COPY<T in [f32, i32]>: fn(Ptr<T>, PtrMut<T>, i32) = "copy_{T}";
}

#[tvm_ffi::export(global = "launches.vadd")]
fn vadd(
    cx: Cuda<'_>,
    #[shape(n)] a: CudaView<'_, f32, 1>,
    #[shape(n)] b: CudaView<'_, f32, 1>,
    #[out]
    #[shape(n)]
    mut c: CudaViewMut<'_, f32, 1>,
) -> Result<()> {
    let n = a.dim(0);
    // SAFETY: the driver runs nothing.
    unsafe { VADD.launch(&cx, &Launch::linear(n, 256)?, (a.ptr(), b.ptr(), c.ptr_mut(), n.try_into()?)) }
}

#[tvm_ffi::export(name = "typed_copy", global = "launches.copy", dispatch(T = [f32, i32]))]
fn copy<T: Element>(
    cx: Cuda<'_>,
    #[shape(n)] from: CudaView<'_, T, 1>,
    #[out]
    #[shape(n)]
    mut to: CudaViewMut<'_, T, 1>,
) -> Result<()> {
    let n = from.dim(0);
    // SAFETY: the driver runs nothing.
    unsafe { COPY.of::<T>().launch(&cx, &Launch::linear(n, 128)?, (from.ptr(), to.ptr_mut(), n.try_into()?)) }
}

/// Adds to a vector in place.
#[tvm_ffi::export(global = "launches.add_to")]
fn add_to(
    cx: Cuda<'_>,
    #[shape(n)] x: CudaView<'_, f32, 1>,
    #[shape(n)] mut y: CudaViewMut<'_, f32, 1>,
) -> Result<()> {
    let n = x.dim(0);
    let to = y.ptr_mut();
    // SAFETY: the driver runs nothing.
    unsafe { VADD.launch(&cx, &Launch::linear(n, 256)?, (x.ptr(), to, to, n.try_into()?)) }?;
    // SAFETY: the driver runs nothing.
    unsafe { COPY.of::<f32>().launch(&cx, &Launch::linear(n, 256)?, (to.offset(1), to, n.try_into()?)) }
}

fn vectors(n: i64) -> [std::pin::Pin<Box<GpuTensor>>; 3] {
    [0x10000, 0x20000, 0x30000].map(|address| GpuTensor::at::<f32>(address, 0, &[n]))
}

/// Calls `vadd` on vectors of a given length.
fn call_vadd(n: i64) -> Result<(), String> {
    let [a, b, c] = vectors(n);
    call("launches.vadd", (a.lend(), b.lend(), c.lend())).map(drop)
}

fn little(number: u64) -> Vec<u8> {
    number.to_le_bytes().to_vec()
}

#[test]
fn a_launch_on_a_stream_is_one_call_with_the_bytes_of_its_arguments() {
    let fake = fake::driver();
    let stream = fake.stream(0);
    fake.on_stream(0, stream, || {
        call_vadd(1000).expect("it is launched");
        fake.take();
        call_vadd(1000).expect("it is launched");
    });
    assert_eq!(
        fake.lines(),
        ["cuLaunchKernelEx(vadd | 4 1 1 | 256 1 1 | 0 | user 0 | | \
          0000010000000000 0000020000000000 0000030000000000 e803000000000000)"]
    );
}

#[test]
fn the_first_launch_loads_the_kernel_in_order() {
    tvm_ffi::cuda::kernels! {
        cubin "../../images/kernels.sm90.cubin";
        static FIRST: fn(Ptr<f32>, Ptr<f32>, PtrMut<f32>, i64) = "vadd";
    }
    let fake = fake::driver();
    let stream = fake.stream(0);
    fake.on_stream(0, stream, || {
        tvm_ffi::cuda::with_device(0, |cx| {
            cx.compute_capability()?;
            cx.with_context(|| Ok(()))?;
            fake.take();
            // SAFETY: the driver runs nothing.
            unsafe {
                FIRST.launch(cx, &Launch::grid(1)?.block(32), (Ptr::null(), Ptr::null(), PtrMut::null(), 0))
            }
        })
        .expect("it is launched");
    });
    let calls = fake.take();
    let of_loading =
        |name: &str| calls.iter().position(|call| call.name == name).unwrap_or_else(|| panic!("no `{name}`"));
    let order = [
        "cuThreadExchangeStreamCaptureMode",
        "cuLibraryLoadData",
        "cuLibraryGetKernel",
        "cuKernelGetFunction",
        "cuLaunchKernelEx",
    ]
    .map(of_loading);
    assert!(order.is_sorted(), "{calls:#?}");
    let infos = calls.iter().filter(|call| call.name == "cuKernelGetParamInfo").map(|call| &*call.arguments);
    assert_eq!(infos.collect::<Vec<_>>(), ["vadd, 0", "vadd, 1", "vadd, 2", "vadd, 3", "vadd, 4"]);
    // A thread that has not used CUDA has no context, and the code of a kernel belongs to a context.
    let mut of_kernel = calls.iter().filter(|call| call.name.starts_with("cuKernel"));
    assert!(of_kernel.all(|call| call.context == "primary 0"), "{calls:#?}");
    let loads = &calls[order[1]..=order[3]];
    assert!(loads.iter().all(|call| call.mode == "relaxed"), "{loads:#?}");
    let launch = &calls[order[4]];
    assert_eq!((&*launch.mode, &*launch.context), ("global", "none"), "the previous state is restored");
    assert_eq!(calls.len(), order[4] + 1, "nothing comes after it: {calls:#?}");
}

#[test]
fn numbers_are_passed_with_their_bytes() {
    let fake = fake::driver();
    let stream = fake.stream(0);
    let args = (
        PtrMut::from_address(0x7f12_3456_7800),
        -2i8,
        250u8,
        -300i16,
        60_000u16,
        -70_000i32,
        4_000_000_000u32,
        -5_000_000_000i64,
        u64::MAX - 1,
        1.5f32,
        -2.25f64,
        true,
    );
    fake.on_stream(0, stream, || {
        // SAFETY: the driver runs nothing.
        tvm_ffi::cuda::with_device(0, |cx| unsafe { SCALARS.launch(cx, &Launch::grid(1)?.block(1), args) })
            .expect("it is launched");
    });
    assert_eq!(
        fake.launch().parameters,
        [
            little(0x7f12_3456_7800),
            (-2i8).to_le_bytes().to_vec(),
            vec![250],
            (-300i16).to_le_bytes().to_vec(),
            60_000u16.to_le_bytes().to_vec(),
            (-70_000i32).to_le_bytes().to_vec(),
            4_000_000_000u32.to_le_bytes().to_vec(),
            (-5_000_000_000i64).to_le_bytes().to_vec(),
            (u64::MAX - 1).to_le_bytes().to_vec(),
            1.5f32.to_le_bytes().to_vec(),
            (-2.25f64).to_le_bytes().to_vec(),
            vec![1],
        ]
    );
}

#[test]
fn a_mutable_pointer_is_passed_where_the_kernel_reads() {
    let fake = fake::driver();
    let [x, y, _] = vectors(10);
    let stream = fake.stream(0);
    fake.on_stream(0, stream, || call("launches.add_to", (x.lend(), y.lend()))).expect("it is launched");
    let launches = fake.launches();
    assert_eq!(launches[0].parameters, [0x10000, 0x20000, 0x20000, 10].map(little));
    assert_eq!(launches[1].parameters[..2], [0x20004, 0x20000].map(little));
}

#[test]
fn untyped_null_pointers_get_the_parameters_type() {
    let fake = fake::driver();
    let stream = fake.stream(0);
    let bytes = PtrMut::<u8>::from_address(0x100);
    let args = (Ptr::null(), bytes.cast(), bytes.cast(), 0);
    fake.within(0, stream, |cx| {
        // SAFETY: the driver runs nothing.
        unsafe { VADD.launch(cx, &Launch::grid(1)?.block(1), args) }
    })
    .expect("it is launched");
    assert_eq!(fake.launch().parameters, [0, 0x100, 0x100, 0].map(little));
}

#[test]
fn a_kernel_without_parameters_gets_none() {
    let fake = fake::driver();
    let stream = fake.stream(0);
    fake.on_stream(0, stream, || {
        // SAFETY: the driver runs nothing.
        tvm_ffi::cuda::with_device(0, |cx| unsafe {
            NOTHING.launch(cx, &Launch::grid((2, 3, 4))?.block((8, 4, 2)), ())
        })
        .expect("it is launched");
    });
    let launch = fake.launch();
    assert_eq!((launch.grid, launch.block), ([2, 3, 4], [8, 4, 2]));
    assert!(launch.parameters.is_empty());
}

#[test]
fn the_variant_is_the_one_of_the_elements() {
    let fake = fake::driver();
    let stream = fake.stream(0);
    fake.on_stream(0, stream, || {
        let [from, to] = [0x10000, 0x20000].map(|address| GpuTensor::at::<i32>(address, 0, &[5]));
        call("launches.copy", (from.lend(), to.lend())).expect("it is launched");
        let [from, to] = [0x30000, 0x40000].map(|address| GpuTensor::at::<f32>(address, 0, &[300]));
        call("launches.copy", (from.lend(), to.lend())).expect("it is launched");
    });
    let launches = fake.launches();
    let seen = launches.iter().map(|launch| (&*launch.kernel, launch.grid[0], &launch.parameters[2][..]));
    assert_eq!(
        seen.collect::<Vec<_>>(),
        [("copy_i32", 1, &5i32.to_le_bytes()[..]), ("copy_f32", 3, &300i32.to_le_bytes()[..])]
    );
}

#[test]
fn an_empty_grid_is_not_launched_and_nothing_is_loaded_for_it() {
    tvm_ffi::cuda::kernels! {
        cubin "../../images/kernels.sm90.cubin";
        static UNUSED: fn() = "nothing";
    }
    let fake = fake::driver();
    let stream = fake.stream(0);
    fake.on_stream(0, stream, || {
        call_vadd(0).expect("there is nothing to do");
        tvm_ffi::cuda::with_device(0, |cx| {
            fake.take();
            for grid in [(0, 1, 1), (1, 0, 1), (1, 1, 0)] {
                // SAFETY: the driver runs nothing.
                unsafe { UNUSED.launch(cx, &Launch::grid(grid)?.block(32), ()) }?;
            }
            // SAFETY: as above.
            unsafe { UNUSED.launch(cx, &Launch::linear(0, 256)?, ()) }
        })
        .expect("there is nothing to do");
    });
    assert_eq!(fake.lines(), [""; 0]);
}
