//! Phases that look at each tensor by itself.

use super::*;

fn violation(function: &Function, arg: Arg<'_>) -> String {
    function.diagnose(&[arg]).expect("it is refused")
}

#[test]
fn a_value_of_another_type_is_named() {
    let [text, none] = [Any::new("text"), Any::none()];
    let one = functions!(x: TensorView<'_> = "");
    assert_eq!(violation(&one, raw(&text)), "TypeError #0 `x`: expected Tensor, got str");
    assert_eq!(violation(&one, raw(&none)), "TypeError #0 `x`: expected Tensor, got None");
    let optional = functions!(x: Option<CpuViewMut<'_, f32, 1>> = "");
    assert_eq!(violation(&optional, raw(&text)), "TypeError #0 `x`: expected Optional[Tensor], got str");
    assert_eq!(optional.diagnose(&[raw(&none)]), None);
    let list = functions!(x: Vec<TensorView<'_>> = "");
    assert_eq!(violation(&list, raw(&text)), "TypeError #0 `x`: expected Array[Tensor], got str");
    let mixed = Any::new((zeros(DType::F32, &[2]), 3));
    assert_eq!(violation(&list, raw(&mixed)), "TypeError #0 `x`[1]: expected Tensor, got int");
    let number = functions!(n: u8 = "", x: TensorView<'_> = "");
    assert_eq!(
        number.diagnose(&[raw(&Any::new(300)), raw(&text)]).as_deref(),
        Some("ValueError #0 `n`: 300 is out of range for u8, expected 0 to 255")
    );
}

#[test]
fn null_pointers_are_found() {
    let f = functions!(x: TensorView<'_> = "");
    let null = violation(&f, pointer(null_mut()));
    assert_eq!(null, "ValueError #0 `x`: expected Tensor, got a null DLTensor*");
    let no_shape = Dl::new(&[2, 3]).raw(|tensor| tensor.shape = null_mut());
    assert_eq!(violation(&f, no_shape.arg()), "ValueError #0 `x`: shape is null, expected 2 extents");
    let no_data = Dl::new(&[2, 3]).raw(|tensor| tensor.data = null_mut());
    assert_eq!(
        violation(&f, no_data.arg()),
        "ValueError #0 `x`: data is null, expected memory for 6 elements"
    );
    assert_eq!(f.diagnose(&[Dl::new(&[0]).raw(|tensor| tensor.data = null_mut()).arg()]), None);
}

#[test]
fn ranks_are_those_of_the_type_or_of_the_contract() {
    let typed = functions!(x: CpuView<'_, f32, 2> = "");
    assert_eq!(
        violation(&typed, Dl::new(&[2, 3, 4]).arg()),
        "ValueError #0 `x`: ndim is 3, expected 2 (shape is [2, 3, 4])"
    );
    let negative = Dl::new(&[]).raw(|tensor| tensor.ndim = -1);
    assert_eq!(violation(&typed, negative.arg()), "ValueError #0 `x`: ndim is -1, expected 0 or more");
    let shaped = functions!(x: TensorView<'_> = "shape(n, m)");
    assert_eq!(
        violation(&shaped, Dl::new(&[4]).arg()),
        "ValueError #0 `x`: ndim is 1, expected 2 (shape is [4])"
    );
    let rest = functions!(x: TensorView<'_> = "shape(n, .., m)");
    assert_eq!(
        violation(&rest, Dl::new(&[4]).arg()),
        "ValueError #0 `x`: ndim is 1, expected 2 or more (shape is [4])"
    );
    assert_eq!(rest.diagnose(&[Dl::new(&[4, 5]).arg()]), None);
    let strides = functions!(x: TensorView<'_> = "strides(_, 1)");
    assert_eq!(
        violation(&strides, Dl::new(&[4]).arg()),
        "ValueError #0 `x`: ndim is 1, expected 2 (shape is [4])"
    );
    let scalar = functions!(x: TensorView<'_> = "shape()");
    assert_eq!(
        violation(&scalar, Dl::new(&[4]).arg()),
        "ValueError #0 `x`: ndim is 1, expected 0 (shape is [4])"
    );
}

#[test]
fn dtypes_are_those_of_the_type_the_list_or_the_variable() {
    let int = Dl::new(&[2]).dtype(DType::I64);
    let typed = functions!(x: CpuView<'_, f32, 1> = "");
    assert_eq!(violation(&typed, int.arg()), "TypeError #0 `x`: dtype is int64, expected float32");
    let one = functions!(x: TensorView<'_> = "dtype(float32)");
    assert_eq!(violation(&one, int.arg()), "TypeError #0 `x`: dtype is int64, expected float32");
    let two = functions!(x: TensorView<'_> = "dtype(float32, float16)");
    assert_eq!(
        violation(&two, int.arg()),
        "TypeError #0 `x`: dtype is int64, expected one of float32, float16"
    );
    assert_eq!(two.diagnose(&[Dl::new(&[2]).dtype(DType::F16).arg()]), None);
}

#[test]
fn a_variable_is_bound_by_the_first_tensor() {
    let f = functions!(
        x: Option<CpuView<'_, f32, 1>> = "var(T)",
        y: CpuView<'_, f32, 1> = "var(T)",
        z: TensorView<'_> = "dtype(int8)",
    )
    .variables(&[("T", &[DType::F32, DType::F64])]);
    let tensors = [DType::F32, DType::F64, DType::I64, DType::I8].map(|dtype| Dl::new(&[2]).dtype(dtype));
    let [single, double, int, byte] = tensors.each_ref().map(Dl::arg);
    let none = Any::none();
    let none = raw(&none);
    assert_eq!(f.diagnose(&[single, single, byte]), None);
    assert_eq!(f.diagnose(&[none, double, byte]), None);
    assert_eq!(
        f.diagnose(&[single, double, byte]).as_deref(),
        Some("TypeError #1 `y`: dtype is float64, expected T = float32 (from `x`)")
    );
    assert_eq!(
        f.diagnose(&[none, int, byte]).as_deref(),
        Some("TypeError #1 `y`: dtype is int64, expected one of float32, float64")
    );
}

#[test]
fn devices_are_those_of_the_type_or_of_the_list() {
    let on_gpu = Dl::new(&[2]).device(Device::cuda(1));
    let cpu = functions!(x: CpuView<'_, f32, 1> = "");
    assert_eq!(violation(&cpu, on_gpu.arg()), "ValueError #0 `x`: device is cuda:1, expected cpu");
    let cuda = functions!(x: CudaView<'_, f32, 1> = "");
    assert_eq!(violation(&cuda, Dl::new(&[2]).arg()), "ValueError #0 `x`: device is cpu:0, expected cuda");
    let listed = functions!(x: TensorView<'_> = "device(cpu, rocm)");
    assert_eq!(
        violation(&listed, on_gpu.arg()),
        "ValueError #0 `x`: device is cuda:1, expected one of cpu, rocm"
    );
    assert_eq!(listed.diagnose(&[Dl::new(&[2]).device(Device::rocm(3)).arg()]), None);
    let unknown = Dl::new(&[2]).device(Device::new(99, 0));
    assert_eq!(
        violation(&listed, unknown.arg()),
        "ValueError #0 `x`: device is unknown(99):0, expected one of cpu, rocm"
    );
}

#[test]
fn addresses_are_aligned_for_the_type_and_the_contract() {
    let f = functions!(x: CpuView<'_, f32, 1> = "align(16)");
    assert_eq!(
        violation(&f, Dl::new(&[2]).at(2).arg()),
        "ValueError #0 `x`: data + byte_offset is 0x100002, expected a multiple of 4 (alignment of float32)"
    );
    assert_eq!(
        violation(&f, Dl::new(&[2]).at(8).arg()),
        "ValueError #0 `x`: data + byte_offset is 0x100008, expected a multiple of 16 (align)"
    );
    assert_eq!(f.diagnose(&[Dl::new(&[0]).at(2).arg()]), None);
    let constant = functions!(x: TensorView<'_> = "align({LINE})").constants(&[64]);
    assert_eq!(
        violation(&constant, Dl::new(&[2]).at(2).arg()),
        "ValueError #0 `x`: data + byte_offset is 0x100002, expected a multiple of 64 (align)"
    );
    // The type that is written is the first of the list; the alignment is that of the type in the call.
    let dispatched =
        functions!(x: CpuView<'_, f32, 1> = "var(T)").variables(&[("T", &[DType::F32, DType::F64])]);
    assert_eq!(
        violation(&dispatched, Dl::new(&[2]).dtype(DType::F64).at(4).arg()),
        "ValueError #0 `x`: data + byte_offset is 0x100004, expected a multiple of 8 (alignment of float64)"
    );
    assert_eq!(dispatched.diagnose(&[Dl::new(&[2]).at(4).arg()]), None);
}

#[test]
fn elements_of_lists_have_their_place() {
    let list = functions!(x: Vec<TensorView<'_>> = "dtype(float32); align(16)");
    let value = Any::new(vec![zeros(DType::F32, &[2]), zeros(DType::I64, &[2])]);
    assert_eq!(violation(&list, raw(&value)), "TypeError #0 `x`[1]: dtype is int64, expected float32");
    let typed = functions!(x: Vec<CpuView<'_, f32, 2>> = "");
    assert_eq!(violation(&typed, raw(&value)), "ValueError #0 `x`[0]: ndim is 1, expected 2 (shape is [2])");
}

#[test]
fn strides_are_those_of_the_type() {
    let contiguous = functions!(x: CpuViewD<'_, f32> = "");
    assert_eq!(
        violation(&contiguous, Dl::new(&[2]).strides(&[2]).arg()),
        "ValueError #0 `x`: strides are [2], expected [1] (contiguous, shape is [2])"
    );
    let strided = functions!(x: CpuView<'_, f32, 1, Strided> = "");
    assert_eq!(strided.diagnose(&[Dl::new(&[2]).strides(&[2]).arg()]), None);
    assert_eq!(
        violation(&strided, Dl::new(&[3]).strides(&[i64::MAX]).arg()),
        "ValueError #0 `x`: strides are [9223372036854775807], which reach beyond memory (shape is [3])"
    );
    // A tensor without a contract has no requirements.
    assert_eq!(
        functions!(x: TensorView<'_> = "").diagnose(&[Dl::new(&[3]).strides(&[i64::MAX]).arg()]),
        None
    );
}
