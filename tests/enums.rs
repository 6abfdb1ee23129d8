//! `#[derive(tvm_ffi::Union)]` and `#[derive(tvm_ffi::StrEnum)]`: what values become, and what is said of those that become nothing.

#![forbid(unsafe_code)]

#[path = "enums/calls.rs"]
mod calls;
#[path = "enums/str_enum.rs"]
mod str_enum;
#[path = "enums/union.rs"]
mod union;
