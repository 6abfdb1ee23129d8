//! Tests of several modules together.

mod threads;
