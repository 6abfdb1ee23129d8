//! Only here because Cargo wants a build script beside `links`, which makes two versions of this crate in one program a
//! readable error: they would define the same symbols.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
