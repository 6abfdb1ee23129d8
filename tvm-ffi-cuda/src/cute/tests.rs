use core::mem::offset_of;

use super::*;

type Rows = (T2<i32, K<256>>, T2<i64, K<1>>);

fn error<S: Modes, D: Modes, const N: usize>(dims: [i64; N], strides: [i64; N]) -> String {
    let error = pack::<S, D, N>(dims, strides).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ValueError);
    error.message().to_string()
}

#[test]
fn what_is_known_at_run_time_goes_into_slots() {
    let (shape, stride): Rows = pack([7, 256], [300, 1]).unwrap();
    assert_eq!((shape, stride), (T2(7, K), T2(300, K)));
    let (shape, stride): (T2<T2<i32, i64>, i32>, T3<i64, i64, i32>) = pack([1, 2, 3], [6, 3, 1]).unwrap();
    assert_eq!((shape, stride), (T2(T2(1, 2), 3), T3(6, 3, 1)));
    let (shape, stride): (i32, K<1>) = pack([5], [1]).unwrap();
    assert_eq!((shape, stride), (5, K));
}

#[test]
fn what_does_not_fit_is_named() {
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
fn strides_that_lead_nowhere_may_be_anything() {
    let (_, stride): (T2<i32, i32>, T2<i32, K<1>>) = pack([1, 0], [1 << 40, 7]).unwrap();
    assert_eq!(stride, T2(0, K));
    // An extent is never without meaning.
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
