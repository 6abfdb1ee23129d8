//! `#[derive(tvm_ffi::Union)]`, `#[derive(tvm_ffi::StrEnum)]`, and `#[derive(tvm_ffi::SearchTensors)]`: parse, model, check, expand.

mod item;
mod search_tensors;
mod snake;
mod str_enum;
mod union;

pub(crate) use search_tensors::search_tensors;
pub(crate) use str_enum::str_enum;
pub(crate) use union::union;
