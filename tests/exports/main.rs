//! Exports, called by Rust through the real runtime. It is one program, because each takes seconds to build.

#[forbid(unsafe_code)]
mod changing;
mod cpu_fallbacks;
mod devices;
#[forbid(unsafe_code)]
mod enums;
mod fabricated;
#[forbid(unsafe_code)]
mod field_search;
#[forbid(unsafe_code)]
mod imported;
mod integers;
#[forbid(unsafe_code)]
mod late_tensors;
#[forbid(unsafe_code)]
mod parents;
mod returns;
mod shared_memory;
mod soundness;
mod tokens;
