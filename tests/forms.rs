//! Every documented form of an export: if a form does not compile, or draws a warning, this target does not build. The macros in edition 2021 are in
//! `hygiene/edition-2021`.

#![forbid(unsafe_code)]
#![deny(warnings)]
#![allow(
    clippy::boxed_local,
    clippy::too_many_arguments,
    clippy::unused_unit,
    reason = "the forms are those that users may write, not those that they should"
)]

#[path = "ui/pass/attributes.rs"]
mod attributes;
#[path = "ui/pass/borrowed.rs"]
mod borrowed;
#[path = "ui/pass/closures.rs"]
mod closures;
#[path = "ui/pass/contracts.rs"]
mod contracts;
#[path = "ui/pass/defaults.rs"]
mod defaults;
#[path = "ui/pass/dispatch.rs"]
mod dispatch;
#[path = "ui/pass/imported.rs"]
mod imported;
#[path = "ui/pass/macros.rs"]
mod macros;
#[path = "ui/pass/methods.rs"]
mod methods;
#[path = "ui/pass/objects.rs"]
mod objects;
#[path = "ui/pass/options.rs"]
mod options;
#[path = "ui/pass/own_types.rs"]
mod own_types;
#[path = "ui/pass/packed.rs"]
mod packed;
#[path = "ui/pass/results.rs"]
mod results;
#[path = "ui/pass/spelling.rs"]
mod spelling;
#[path = "ui/pass/views.rs"]
mod views;
