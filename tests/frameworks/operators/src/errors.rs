//! Exports that fail, each in another way.

use tvm_ffi::{Error, ErrorKind, prelude::*};

/// An error of a kind; nothing for an empty one.
#[tvm_ffi::export]
fn raises(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    kind: &str,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
) -> Result<()> {
    y.as_mut_slice().copy_from_slice(x.as_slice());
    match kind {
        "" => Ok(()),
        kind => Err(Error::new(ErrorKind::from_name(kind), format!("it is\nan '{kind}'"))),
    }
}

/// The vector in that many rows.
#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn rows<T: Element + Copy>(
    #[shape(n)] x: CpuView<'_, T, 1>,
    rows: i64,
    #[out]
    #[shape(rows, n)]
    mut y: CpuViewMut<'_, T, 2>,
) {
    let _ = rows;
    for row in 0..y.dim(0) {
        y.row_mut(row).copy_from_slice(x.as_slice());
    }
}

/// Adds to a vector in place, that many times.
#[tvm_ffi::export]
fn add_(#[shape(n)] mut x: CpuViewMut<'_, f64, 1>, by: f64, times: u8, kind: &str) -> Result<()> {
    for x in x.as_mut_slice() {
        *x += by * f64::from(times);
    }
    match kind {
        "" => Ok(()),
        kind => Err(Error::new(ErrorKind::from_name(kind), format!("it is an '{kind}'"))),
    }
}
