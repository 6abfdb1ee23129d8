//! The runtime in Rust does what the C++ runtime does.
//!
//! The programs and libraries are C and C++, compiled against the headers of the wheel. Each process loads one runtime by its path.

mod constants;
mod containers;
mod differential;
mod exports;
mod peers;
mod support;
mod transcript;
