//! Quickstart.
