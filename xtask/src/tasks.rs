//! The commands.

pub(crate) mod aarch64;
pub(crate) mod bench;
pub(crate) mod ci;
pub(crate) mod deny;
pub(crate) mod gpu;
pub(crate) mod minimum;
pub(crate) mod miri;
pub(crate) mod package;
pub(crate) mod platforms;
pub(crate) mod quickstart;
pub(crate) mod runtimes;
pub(crate) mod sanitize;
pub(crate) mod setup;
pub(crate) mod test;
pub(crate) mod torch;
pub(crate) mod versions;
