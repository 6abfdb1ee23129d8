//! Gives the shared library the name by which other libraries ask for it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    let options: &[&str] = match target.as_str() {
        // -Bsymbolic: calls from one of its functions to another do not go through other libraries.
        "linux" | "android" | "freebsd" => &["-Wl,-soname,libtvm_ffi.so", "-Wl,-Bsymbolic"],
        "macos" => &["-Wl,-install_name,@rpath/libtvm_ffi.dylib"],
        _ => &[],
    };
    for option in options {
        println!("cargo::rustc-cdylib-link-arg={option}");
    }
}
