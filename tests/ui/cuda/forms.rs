//! Every documented form of a kernel's declaration: one that stops compiling stops this target, one that draws a warning too.

#![deny(warnings)]
#![allow(dead_code, reason = "nothing is launched")]

#[path = "pass/images.rs"]
mod images;
#[path = "pass/params.rs"]
mod params;
