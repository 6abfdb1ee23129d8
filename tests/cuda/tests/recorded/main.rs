//! What a driver is asked to do for launches, call by call.

mod attributes;
mod by_value;
mod capture;
mod context;
mod devices;
mod errors;
mod forks;
mod handed_on;
mod images;
mod launches;
mod loading;
mod occupancy;
mod source;
mod streams;
mod tensors;
mod workspace;
