//! Every documented form of a kernel's declaration. This target does not compile if one of them has an error or a warning.

#![deny(warnings)]
#![allow(dead_code, reason = "nothing is launched")]

#[path = "pass/images.rs"]
mod images;
#[path = "pass/params.rs"]
mod params;
