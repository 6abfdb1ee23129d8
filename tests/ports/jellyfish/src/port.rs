//! The algorithms of jellyfish, with another `rustyfish.rs`.

include!("lib.rs");

mod rustyfish;
