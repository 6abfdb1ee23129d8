//! Classes as the macros make them, used as the runtime does.

mod classes;
mod constructors;
mod fields;
mod given;
mod hooks;
mod registration;
mod support;
