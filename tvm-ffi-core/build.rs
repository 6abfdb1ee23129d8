//! Cargo requires a build script for a package with `links`, which makes two versions of this crate in one program a
//! readable error: they would define the same symbols.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
