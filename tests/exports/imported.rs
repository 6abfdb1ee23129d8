//! Functions and classes of C++, declared with `import!` and seen through reflection: those of the runtime's testing library.

mod declared;
mod reflected;
mod shown;
pub(crate) mod testing;
