//! Exports with a `cpu =` fallback: all tensors are in CUDA memory, or all in host memory.

use super::*;

fn function() -> Function {
    functions!(
        a: Option<CudaView<'_, f32, 1>> = "",
        x: CudaView<'_, f32, 1> = "",
        any: TensorView<'_> = "",
        y: CudaViewMut<'_, f32, 1> = "",
        host: CpuView<'_, f32, 1> = "",
    )
}

fn on(device: Device, offset: i64) -> Dl {
    Dl::new(&[4]).device(device).at(offset)
}

#[test]
fn all_are_in_the_memory_that_the_first_is_in() {
    let (f, none) = (function().with_fallback(), Any::none());
    let (cpu, cuda, rocm) = (Device::cpu(), Device::cuda(0), Device::new(10, 0));
    let diagnosed = |[a, x, any, y, host]: [Option<Device>; 5]| {
        let tensors = [a, x, any, y, host].map(|device| device.map(|device| on(device, 0)));
        let args = tensors.each_ref().map(|tensor| tensor.as_ref().map_or_else(|| raw(&none), Dl::arg));
        f.diagnose(&args)
    };
    let here = |device: Device| [Some(device), Some(device), Some(cuda), Some(device), Some(cpu)];
    let cases = [
        (
            [None, Some(cuda), Some(cpu), Some(cpu), Some(cpu)],
            "#3 `y`: device is cpu:0, expected cuda:0 (from `x`)",
        ),
        (
            [Some(cpu), Some(cuda), Some(cpu), Some(cuda), Some(cpu)],
            "#1 `x`: device is cuda:0, expected cpu:0 (from `a`)",
        ),
        (
            [None, Some(rocm), Some(cpu), Some(cpu), Some(cpu)],
            "#1 `x`: device is rocm:0, expected one of cuda, cpu",
        ),
        (
            [None, Some(cpu), Some(cpu), Some(rocm), Some(cpu)],
            "#3 `y`: device is rocm:0, expected one of cuda, cpu",
        ),
        ([None, Some(cuda), Some(cpu), Some(cuda), Some(cuda)], "#4 `host`: device is cuda:0, expected cpu"),
    ];
    for (devices, said) in cases {
        assert_eq!(diagnosed(devices), Some(format!("ValueError {said}")));
    }
    let shares = "ValueError #3 `y`: shares memory with argument #0 `a`, expected memory of its own";
    for device in [cpu, cuda] {
        assert_eq!(diagnosed(here(device)).as_deref(), Some(shares));
    }
}

#[test]
fn without_a_fallback_host_memory_is_refused() {
    let f = function();
    let [cpu, cuda] = [on(Device::cpu(), 0), on(Device::cuda(0), 64)];
    let args = [cpu.arg(), cuda.arg(), cpu.arg(), cuda.arg(), cpu.arg()];
    assert_eq!(f.diagnose(&args).as_deref(), Some("ValueError #0 `a`: device is cpu:0, expected cuda"));
}
