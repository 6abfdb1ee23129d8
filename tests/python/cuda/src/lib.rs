//! Functions on GPUs that the end-to-end tests call from Python, with a driver that records and tensors that claim to be on a GPU. No kernel is run.

mod calls;
mod cpu_fallbacks;

mod fixture;
mod launches;
mod one_gpu;
mod shared_memory;
mod streams;
