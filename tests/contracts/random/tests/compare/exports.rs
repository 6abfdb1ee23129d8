//! The source that the build script wrote: exports, and tables of functions that call them.

#![allow(clippy::too_many_arguments, reason = "random contracts have any number of parameters")]

use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};

use contracts_random::abi::Shim;
use contracts_random::rust_arguments::{Direct, RustArgument};
use contracts_random::touch::*;
use tvm_ffi::abi::TVMFFIAny;
use tvm_ffi::prelude::*;
use tvm_ffi::{Complex, F4E2M1FNx2, F8E4M3FN, F8E5M2};

/// The constants in braces.
const HEADS: i64 = 4;
const WIDTH: usize = 3;

include!(concat!(env!("OUT_DIR"), "/contracts.rs"));
