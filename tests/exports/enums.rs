//! `#[derive(tvm_ffi::Union)]` and `#[derive(tvm_ffi::StrEnum)]`: decoding, encoding, and messages.

mod calls;
mod str_enum;
mod union;
