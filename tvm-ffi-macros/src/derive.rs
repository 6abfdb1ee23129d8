//! `#[derive(tvm_ffi::Union)]` and `#[derive(tvm_ffi::StrEnum)]`: parse, model, check, expand.

mod item;
mod snake;
mod str_enum;
mod union;

pub(crate) use str_enum::str_enum;
pub(crate) use union::union;
