//! What a driver is asked to do for launches, call by call.

mod attributes;
mod capture;
mod context;
mod devices;
mod images;
mod launches;
mod loading;
mod streams;
