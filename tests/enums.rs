//! `#[derive(tvm_ffi::Union)]` and `#[derive(tvm_ffi::StrEnum)]`: decoding, encoding, and messages.

#![forbid(unsafe_code)]

#[path = "enums/calls.rs"]
mod calls;
#[path = "enums/str_enum.rs"]
mod str_enum;
#[path = "enums/union.rs"]
mod union;
