//! The kernels on the CPU: their sources are compiled as C++ and linked with the recording driver of `tests/cuda`. So each exported function runs from its
//! arguments to its results, which are compared with those of its CPU fallback.
//!
//! **This does not test a GPU**: not its compiler, its tensor cores, or its memory.

#[path = "emulated/library.rs"]
mod library;
#[path = "emulated/tensors.rs"]
mod tensors;

use cuda_kernels::{Float, dot_on_cpu, gemm_on_cpu, rmsnorm_on_cpu, softmax_on_cpu, vadd_on_cpu};
use library::on_the_cpu;
use tensors::{Matrix, Shim, call, try_call};
use tvm_ffi::{bf16, f16};
use tvm_ffi_cuda_tests::Fake;

/// The devices of the recording driver that the images run on: of compute capability 9.0, 8.0, and 10.3.
const DEVICES: [i32; 3] = [0, 1, 2];

/// `CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT`
const MULTIPROCESSORS: i32 = 16;

macro_rules! shim {
    ($name:literal) => {{
        unsafe extern "C" {
            #[link_name = concat!("__tvm_ffi_", $name)]
            fn shim(
                _: *mut ::core::ffi::c_void,
                _: *const ::tvm_ffi::abi::TVMFFIAny,
                _: i32,
                _: *mut ::tvm_ffi::abi::TVMFFIAny,
            ) -> ::core::ffi::c_int;
        }
        shim as Shim
    }};
}

fn rmsnorm<T: Float>(device: i32, [m, h]: [usize; 2], [x_pitch, y_pitch]: [usize; 2]) {
    let (mut x, mut weight) = (Matrix::<T>::new(1, [m, h], x_pitch), Matrix::<T>::vector(2, h));
    let mut y = Matrix::new(3, [m, h], y_pitch);
    let mut expected = y.clone();
    rmsnorm_on_cpu(x.on_cpu().view(), weight.vector_on_cpu().view(), expected.on_cpu_mut().view_mut(), 0.25)
        .unwrap();
    let (x, weight, gpu) = (x.on_gpu(device), weight.vector_on_gpu(device), y.on_gpu(device));
    call(shim!("rmsnorm"), (x.lend(), weight.lend(), gpu.lend(), 0.25));
    y.assert_close(&expected, "rmsnorm");
}

#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn rmsnorm_matches_its_fallback() {
    fn all<T: Float>(fake: &Fake) {
        // Attribute 6 lets the kernel start before the previous one has ended, on devices that support it.
        for (device, attributes) in DEVICES.into_iter().zip(["6 = 1", "", "6 = 1"]) {
            fake.take();
            rmsnorm::<T>(device, [3, 264], [272, 304]);
            assert_eq!(fake.launch().attributes, attributes);
        }
        for (dims, pitches) in [
            ([1, 8], [8, 8]),
            ([5, 2048], [2048, 2048]),
            ([2, 4104], [4112, 4104]),
            ([0, 8], [8, 8]),
            ([3, 0], [0, 0]),
        ] {
            rmsnorm::<T>(0, dims, pitches);
        }
        fake.take();
        // Rows as long as shared memory allows, and longer ones.
        for (h, smem) in [(49152, 98304), (49160, 0)] {
            rmsnorm::<T>(0, [1, h], [h, h]);
            assert_eq!(fake.launch().smem, smem);
        }
    }
    on_the_cpu("rmsnorm_matches_its_fallback", |fake| {
        all::<f16>(&fake);
        all::<bf16>(&fake);
    });
}

fn softmax<T: Float>(device: i32, [m, d]: [usize; 2], [x_pitch, y_pitch]: [usize; 2], special: &[f32]) {
    let mut x = Matrix::<T>::new(1, [m, d], x_pitch);
    for (column, value) in special.iter().enumerate() {
        x.set(m - 1, column, *value);
    }
    let mut y = Matrix::new(3, [m, d], y_pitch);
    let mut expected = y.clone();
    softmax_on_cpu(x.on_cpu().view(), expected.on_cpu_mut().view_mut()).unwrap();
    let (x, gpu) = (x.on_gpu(device), y.on_gpu(device));
    call(shim!("softmax"), (x.lend(), gpu.lend()));
    y.assert_close(&expected, "softmax");
}

#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn softmax_matches_its_fallback() {
    const INF: f32 = f32::INFINITY;
    fn all<T: Float>(fake: &Fake) {
        for device in DEVICES {
            softmax::<T>(device, [3, 257], [260, 301], &[]);
        }
        for (dims, pitches) in [
            ([1, 1], [1, 1]),
            ([4, 255], [255, 255]),
            ([2, 3001], [3001, 3002]),
            ([0, 5], [5, 5]),
            ([2, 0], [0, 0]),
        ] {
            softmax::<T>(0, dims, pitches, &[]);
        }
        fake.take();
        // Rows as long as shared memory allows, and longer ones.
        for (d, kernel, smem) in [(24576, "softmax_", 98304), (24577, "softmax_online_", 0)] {
            softmax::<T>(0, [2, d], [d + 1, d], &[]);
            let launch = fake.launch();
            assert!(launch.kernel.starts_with(kernel), "{launch:?}");
            assert_eq!(launch.smem, smem);
            for special in [&[-INF; 300][..], &[INF], &[f32::NAN], &[-INF, INF, f32::NAN]] {
                softmax::<T>(0, [2, d], [d, d], special);
            }
            softmax::<T>(0, [1, d], [d, d], &vec![-INF; d]);
            fake.take();
        }
    }
    on_the_cpu("softmax_matches_its_fallback", |fake| {
        all::<f32>(&fake);
        all::<f16>(&fake);
        all::<bf16>(&fake);
    });
}

/// The conversions of 16-bit numbers, in the headers that replace those of CUDA.
#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn conversions_are_those_of_the_types() {
    fn check<T: Float>(
        library: &libloading::Library,
        name: &str,
        of_bits: fn(u16) -> T,
        bits_of: fn(T) -> u16,
    ) {
        let (widen, narrow) = (format!("emulated_widen_{name}"), format!("emulated_narrow_{name}"));
        // SAFETY: the function has this type.
        let widen = unsafe { library.get::<extern "C" fn(u16) -> f32>(&widen) }.expect("the driver has it");
        // SAFETY: as above.
        let narrow = unsafe { library.get::<extern "C" fn(f32) -> u16>(&narrow) }.expect("the driver has it");
        for bits in 0..=u16::MAX {
            let (found, expected) = (widen(bits), of_bits(bits).widen());
            assert!(
                found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(),
                "{bits:#x}"
            );
        }
        // All numbers in steps of a prime, and those around each tie.
        let ties = (0..=u16::MAX).map(|bits| of_bits(bits).widen().to_bits());
        let ties = ties.flat_map(|bits| {
            [bits.wrapping_add(0xfff), bits.wrapping_add(0x1000), bits.wrapping_add(0x1001), bits ^ 0x8000]
        });
        for bits in (0..=u32::MAX).step_by(10007).chain(ties) {
            let value = f32::from_bits(bits);
            let (found, expected) = (of_bits(narrow(value)), T::narrow(value));
            let is_nan = found.widen().is_nan() && expected.widen().is_nan();
            assert!(bits_of(found) == bits_of(expected) || is_nan, "{value:e}");
        }
    }
    on_the_cpu("conversions_are_those_of_the_types", |_| {
        let path = std::env::var_os(tvm_ffi_cuda_tests::fake::DRIVER).expect("the parent sets it");
        // SAFETY: it is loaded already.
        let library = unsafe { libloading::Library::new(path) }.expect("it is loaded already");
        check(&library, "f16", f16::from_bits, f16::to_bits);
        check(&library, "bf16", bf16::from_bits, bf16::to_bits);
    });
}

/// NVRTC compiles `vadd`, since the driver has to load an image. Without NVRTC, this test says so and ends.
#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn vadd_matches_its_fallback() {
    on_the_cpu("vadd_matches_its_fallback", |_| {
        for (device, n) in [(0, 1000), (1, 256), (0, 1), (0, 0)] {
            let [mut a, mut b] = [1, 2].map(|seed| Matrix::<f32>::vector(seed, n));
            let mut c = Matrix::vector(3, n);
            let mut expected = c.clone();
            vadd_on_cpu(
                a.vector_on_cpu().view(),
                b.vector_on_cpu().view(),
                expected.vector_on_cpu_mut().view_mut(),
            )
            .unwrap();
            let (a, b, gpu) = (a.vector_on_gpu(device), b.vector_on_gpu(device), c.vector_on_gpu(device));
            match try_call(shim!("vadd"), (a.lend(), b.lend(), gpu.lend())) {
                Ok(()) => c.assert_close(&expected, "vadd"),
                Err(message) => {
                    let is_missing = message.contains("NVRTC is needed and could not be loaded");
                    // NVRTC is installed together with the compiler.
                    assert!(is_missing && std::env::var_os("TVM_FFI_TEST_CUDA").is_none(), "{message}");
                    return eprintln!("`vadd` is left out: {message}");
                }
            }
        }
    });
}

#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn dot_matches_its_fallback() {
    on_the_cpu("dot_matches_its_fallback", |fake| {
        // The loop runs more than once, since so many blocks do not run at the same time.
        fake.attribute(1, MULTIPROCESSORS, 2);
        for (device, n) in [(0, 1000), (1, 100_000), (0, 256), (0, 1), (0, 0)] {
            let [mut a, mut b] = [1, 2].map(|seed| Matrix::<f32>::vector(seed, n));
            let mut result = Matrix::vector(3, 1);
            let mut expected = result.clone();
            dot_on_cpu(
                a.vector_on_cpu().view(),
                b.vector_on_cpu().view(),
                expected.vector_on_cpu_mut().view_mut(),
            )
            .unwrap();
            let (a, b, gpu) =
                (a.vector_on_gpu(device), b.vector_on_gpu(device), result.vector_on_gpu(device));
            call(shim!("dot"), (a.lend(), b.lend(), gpu.lend()));
            result.assert_close(&expected, "dot");
            assert_eq!(fake.live_memory(), 0, "the workspace is freed");
        }
    });
}

fn gemm<T: Float>(device: i32, [m, n, k]: [usize; 3], padding: usize) {
    let (mut a, mut b) = (Matrix::<T>::new(1, [m, k], k + padding), Matrix::<T>::new(2, [n, k], k + padding));
    let mut c = Matrix::new(3, [m, n], n + padding / 8);
    let mut expected = c.clone();
    gemm_on_cpu(a.on_cpu().view(), b.on_cpu().view(), expected.on_cpu_mut().view_mut()).unwrap();
    let (a, b, gpu) = (a.on_gpu(device), b.on_gpu(device), c.on_gpu(device));
    call(shim!("gemm"), (a.lend(), b.lend(), gpu.lend()));
    c.assert_close(&expected, "gemm");
}

#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn gemm_matches_its_fallback() {
    fn all<T: Float>() {
        for device in DEVICES {
            gemm::<T>(device, [70, 65, 40], 8);
        }
        // One tile, edges, one row and one column, several steps of which the last is not full, and empty matrices.
        for dims in [
            [64, 64, 32],
            [63, 64, 64],
            [1, 1, 8],
            [130, 3, 104],
            [5, 129, 160],
            [64, 64, 0],
            [0, 8, 8],
            [8, 0, 8],
        ] {
            gemm::<T>(0, dims, 0);
            gemm::<T>(0, dims, 24);
        }
    }
    on_the_cpu("gemm_matches_its_fallback", |_| {
        all::<f16>();
        all::<bf16>();
    });
}
