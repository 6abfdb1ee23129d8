use core::mem::offset_of;

use super::*;
use crate::testing::Toolkit;

type Rows = (T2<i32, K<256>>, T2<i64, K<1>>);

fn error<S: Modes, D: Modes, const N: usize>(dims: [i64; N], strides: [i64; N]) -> String {
    let error = pack::<S, D, N>(dims, strides).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ValueError);
    error.message().to_string()
}

#[test]
fn dynamic_modes_are_stored() {
    let (shape, stride): Rows = pack([7, 256], [300, 1]).unwrap();
    assert_eq!((shape, stride), (T2(7, K), T2(300, K)));
    let (shape, stride) = pack::<T2<T2<i32, i64>, i32>, T3<i64, i64, i32>, 3>([1, 2, 3], [6, 3, 1]).unwrap();
    assert_eq!((shape, stride), (T2(T2(1, 2), 3), T3(6, 3, 1)));
    let (shape, stride): (i32, K<1>) = pack([5], [1]).unwrap();
    assert_eq!((shape, stride), (5, K));
}

#[test]
fn mismatches_are_named() {
    assert_eq!(
        error::<T2<i32, K<256>>, T2<i64, K<1>>, 2>([7, 128], [128, 1]),
        "shape[1] is 128, expected 256, as the kernel's tensor is declared"
    );
    assert_eq!(
        error::<T2<i32, K<256>>, T2<i64, K<1>>, 2>([1 << 31, 256], [256, 1]),
        "shape[0] is 2147483648, which does not fit an `i32`, as the kernel's tensor is declared"
    );
    assert_eq!(
        error::<T3<i32, i32, i32>, T2<i64, T2<i32, K<1>>>, 3>([2, 2, 2], [1, 1 << 40, 1]),
        "strides[1] is 1099511627776, which does not fit an `i32`, as the kernel's tensor is declared"
    );
    assert_eq!(
        error::<T3<i32, i32, i32>, T2<i64, T2<i32, K<1>>>, 3>([2, 2, 2], [1, 1, 2]),
        "strides[2] is 2, expected 1, as the kernel's tensor is declared"
    );
}

#[test]
fn irrelevant_strides_are_accepted() {
    let (_, stride): (T2<i32, i32>, T2<i32, K<1>>) = pack([1, 0], [1 << 40, 7]).unwrap();
    assert_eq!(stride, T2(0, K));
    // Extents are never irrelevant, unlike strides.
    assert!(pack::<T1<K<2>>, T1<i64>, 1>([1], [1]).is_err());
}

#[test]
fn layouts_are_those_of_c() {
    type Nested<'a> = CuTe<'a, f32, T3<i64, i32, K<7>>, T2<T2<i32, K<8>>, i64>>;
    assert_eq!(offset_of!(Nested<'_>, shape), 8);
    // `struct { long long a; int b; }` has 16 bytes.
    assert_eq!(offset_of!(Nested<'_>, stride), 24);
    assert_eq!(size_of::<Nested<'_>>(), 40);
    assert_eq!(Nested::PARAMETER.size, 40);
    assert_eq!(<CuTeMut<'_, f32, K<4>, K<1>> as KernelParam>::PARAMETER.size, 8);
    assert_eq!(size_of::<CuTe<'_, f32, T3<i32, i32, i32>, T3<i64, K<1>, i64>>>(), 40);
}

/// The compared tensors in C++. A kernel has such a struct, without members for the numbers that are compiled into it.
const SOURCE: &str = r#"
struct Rows { const float *pointer; struct { struct { int a; } shape; struct { long long a; } stride; } layout; };
struct Nested {
    const float *pointer;
    struct { struct { long long a; int b; } shape; struct { struct { int a; } a; long long b; } stride; } layout;
};
struct Line { const float *pointer; struct { int shape; } layout; };
struct Block {
    const float *pointer;
    struct { struct { int a, b, c; } shape; struct { long long a, c; } stride; } layout;
};
"#;

type RowsHere = CuTe<'static, f32, T2<i32, K<256>>, T2<i64, K<1>>>;
type NestedHere = CuTe<'static, f32, T3<i64, i32, K<7>>, T2<T2<i32, K<8>>, i64>>;
type LineHere = CuTe<'static, f32, i32, K<1>>;
type BlockHere = CuTe<'static, f32, T3<i32, i32, i32>, T3<i64, K<1>, i64>>;

#[test]
fn layouts_are_those_of_a_compiler_for_cpp() {
    let Some(toolkit) = Toolkit::find("the comparison with C++") else { return };
    let rows = [
        ("sizeof(Rows)", size_of::<RowsHere>()),
        ("offsetof(Rows, layout.shape.a)", offset_of!(RowsHere, shape.0)),
        ("offsetof(Rows, layout.stride.a)", offset_of!(RowsHere, stride.0)),
        ("sizeof(Nested)", size_of::<NestedHere>()),
        ("offsetof(Nested, layout.shape.a)", offset_of!(NestedHere, shape.0)),
        ("offsetof(Nested, layout.shape.b)", offset_of!(NestedHere, shape.1)),
        ("offsetof(Nested, layout.stride.a.a)", offset_of!(NestedHere, stride.0.0)),
        ("offsetof(Nested, layout.stride.b)", offset_of!(NestedHere, stride.1)),
        ("sizeof(Line)", size_of::<LineHere>()),
        ("offsetof(Line, layout.shape)", offset_of!(LineHere, shape)),
        ("sizeof(Block)", size_of::<BlockHere>()),
        ("offsetof(Block, layout.shape.b)", offset_of!(BlockHere, shape.1)),
        ("offsetof(Block, layout.shape.c)", offset_of!(BlockHere, shape.2)),
        ("offsetof(Block, layout.stride.a)", offset_of!(BlockHere, stride.0)),
        ("offsetof(Block, layout.stride.c)", offset_of!(BlockHere, stride.2)),
    ];
    let printed: String =
        rows.iter().map(|(expression, _)| format!("    std::printf(\"%zu\\n\", {expression});\n")).collect();
    let source =
        format!("#include <cstddef>\n#include <cstdio>\n{SOURCE}int main() {{\n{printed}    return 0;\n}}\n");
    let output = toolkit.output_of("layout.cpp", &source);
    let found: Vec<usize> = output.lines().map(|line| line.parse().expect("a number a line")).collect();
    assert_eq!(found.len(), rows.len());
    for ((expression, here), there) in rows.into_iter().zip(found) {
        assert_eq!(here, there, "{expression}");
    }
}

#[test]
fn parameters_have_the_sizes_that_nvcc_gives_them() {
    let Some(toolkit) = Toolkit::find("the comparison with parameters of nvcc's") else { return };
    let kernel = r#"
extern "C" __global__ void kernel(char a, Rows rows, char b, Nested nested, char c, Line line, char d, Block block, char e, float *out) {
    *out = rows.pointer[rows.layout.stride.a] + nested.layout.shape.b + line.layout.shape + block.layout.stride.c + a + b + c + d + e;
}
"#;
    let source = toolkit.write("tensors.cu", &format!("{SOURCE}{kernel}"));
    for architecture in ["sm_80", "sm_90", "sm_100"] {
        let image = toolkit.nvcc(&source, &["-cubin", &format!("-arch={architecture}")]);
        let kernels = crate::image::kernels(&image).expect("nvcc makes cubins");
        let mut at = 0;
        for (index, parameter) in [
            char_of_c(),
            RowsHere::PARAMETER,
            char_of_c(),
            NestedHere::PARAMETER,
            char_of_c(),
            LineHere::PARAMETER,
            char_of_c(),
            BlockHere::PARAMETER,
            char_of_c(),
            <PtrMut<'_, f32> as KernelParam>::PARAMETER,
        ]
        .into_iter()
        .enumerate()
        {
            at = usize::next_multiple_of(at, parameter.align);
            assert_eq!(kernels[0].sizes[index] as usize, parameter.size, "{architecture}: {index}");
            assert_eq!(kernels[0].offsets[index] as usize, at, "{architecture}: {index}");
            at += parameter.size;
        }
    }
}

fn char_of_c() -> Parameter {
    <i8 as KernelParam>::PARAMETER
}
