//! Python: the interpreter of the machine, and the environment of the workspace.

mod environment;
mod interpreter;
pub(crate) mod library_path;

pub(crate) use environment::{Environment, Jax};
pub(crate) use interpreter::Interpreter;
