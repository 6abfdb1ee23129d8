//! The driver calls of launches, one by one.

mod attributes;
mod by_value;
mod capture;
mod context;
mod devices;
mod errors;
mod forks;
mod images;
mod launches;
mod loading;
mod nested_calls;
mod occupancy;
mod source;
mod streams;
mod tensors;
mod workspace;
