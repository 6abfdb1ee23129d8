//! Tests of the interpreter itself.

mod coverage;
mod early;
mod memory;
mod shapes;
mod strides;
mod support;
