//! Functions and classes of C++, declared with `import!` and seen through reflection: those of the runtime's testing library.

#![forbid(unsafe_code)]

#[path = "imported/declared.rs"]
mod declared;
#[path = "imported/reflected.rs"]
mod reflected;
#[path = "imported/shown.rs"]
mod shown;
#[path = "imported/testing.rs"]
mod testing;
