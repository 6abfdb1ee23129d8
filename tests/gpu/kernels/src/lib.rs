//! The kernels of the tests that run on a GPU, and the functions by which Python launches them.
//!
//! One kind of launch a file. `kernels` has the sources, `images` what `images.py` made of them.

mod by_value;
mod clusters;
mod dependent;
mod forks;
mod grids;
mod images;
mod native;
mod plain;
mod scratch;
mod smem;
mod tiles;
