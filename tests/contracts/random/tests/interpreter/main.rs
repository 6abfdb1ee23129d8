//! Tests of the interpreter itself.

mod early;
mod memory;
mod shapes;
mod strides;
mod support;
