//! `#[derive(tvm_ffi::Union)]` and `#[derive(tvm_ffi::StrEnum)]`: decoding, encoding, and messages.

mod calls;
mod nearest;
mod reasons;
mod str_enum;
mod union;
