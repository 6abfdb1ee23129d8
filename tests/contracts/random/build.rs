//! Writes the contracts of a seed as exports, for the tests to call. The tests make the same contracts again as data.

#![allow(unreachable_pub, dead_code, reason = "the modules are those of the library, which uses all of them")]

use std::path::Path;
use std::{env, fs};

#[path = "src"]
mod library {
    pub mod arguments;
    pub mod calls;
    pub mod contracts;
    pub mod interpret;
}
use library::{arguments, calls, contracts, interpret};

/// An integer from the environment.
fn setting(name: &str, default: u64) -> u64 {
    println!("cargo::rerun-if-env-changed={name}");
    match env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is `{text}`, expected a number")),
        Err(_) => default,
    }
}

fn main() {
    println!("cargo::rerun-if-changed=src");
    let seed = setting("TVM_FFI_CONTRACT_SEED", 1);
    let count = setting("TVM_FFI_CONTRACTS", 40);
    let contracts = contracts::generate::contracts(seed, count);
    let library = contracts::source::library(&contracts);
    let text =
        format!("pub(crate) const SEED: u64 = {seed};\npub(crate) const COUNT: u64 = {count};\n\n{library}");
    let folder = env::var_os("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&folder).join("contracts.rs"), text).expect("the folder can be written");
}
