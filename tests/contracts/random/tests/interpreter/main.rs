//! The interpreter itself, case by case as the design has them.

mod early;
mod memory;
mod shapes;
mod strides;
mod support;
