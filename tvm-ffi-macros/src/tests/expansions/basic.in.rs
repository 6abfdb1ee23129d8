/// Adds one.
///
/// The sum wraps.
#[tvm_ffi::export]
pub fn add_one(x: i64) -> i64 {
    x.wrapping_add(1)
}
