//! Identity functions, one for each row of the conversion table.

use core::ffi::c_void;
use std::borrow::Cow;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use half::{bf16, f16};
use tvm_ffi::{Any, AnyView, Bytes, Complex, DType, Device, Error, Module, ObjectRef, Result, Str};

/// Exports functions that return their argument.
macro_rules! identities {
    ($($name:ident($type:ty);)*) => {$(
        #[tvm_ffi::export]
        fn $name(x: $type) -> $type {
            x
        }
    )*};
}
pub(crate) use identities;

/// A pointer is a result as a value of any type, which safe code does not make.
#[tvm_ffi::export]
fn id_pointer(x: *mut c_void) -> Any {
    // SAFETY: the pointer is that of the caller.
    unsafe { Any::from_pointer(x) }
}

identities! {
    id_i8(i8);
    id_i16(i16);
    id_i32(i32);
    id_i64(i64);
    id_isize(isize);
    id_i128(i128);
    id_u8(u8);
    id_u16(u16);
    id_u32(u32);
    id_u64(u64);
    id_usize(usize);
    id_u128(u128);
    id_f32(f32);
    id_f64(f64);
    id_f16(f16);
    id_bf16(bf16);
    id_bool(bool);
    id_unit(());
    id_dtype(DType);
    id_device(Device);
    id_str(&str);
    id_string(String);
    id_box_str(Box<str>);
    id_cow(Cow<'_, str>);
    id_path(PathBuf);
    id_str_object(Str);
    id_byte_slice(&[u8]);
    id_bytes(Bytes);
    id_any(Any);
    id_object(ObjectRef);
    id_module(Module);
    id_error(Error);
    id_complex(Complex<f64>);
    id_vec_complex(Vec<Complex<f32>>);
    id_duration(Duration);
    id_time(SystemTime);
    id_option_i64(Option<i64>);
    id_option_f32(Option<f32>);
    id_option_str(Option<&str>);
    id_option_object(Option<ObjectRef>);
    id_option_unit(Option<()>);
}

/// A view cannot be returned, but a copy can.
#[tvm_ffi::export]
fn id_view(x: AnyView<'_>) -> Result<Any> {
    x.to_any()
}

/// Text that Rust makes.
#[tvm_ffi::export]
fn repeat(text: &str, times: usize) -> String {
    text.repeat(times)
}

/// The bytes of a text in Rust.
#[tvm_ffi::export]
fn utf8(text: &str) -> Bytes {
    Bytes::from(text.as_bytes())
}

/// The bits of a float in Rust, for NaN.
#[tvm_ffi::export]
fn float_bits(x: f64) -> u64 {
    x.to_bits()
}

/// Text that lives as long as the library.
#[tvm_ffi::export]
fn static_text(short: bool) -> &'static str {
    if short { "static" } else { "a static text of more than seven bytes" }
}
