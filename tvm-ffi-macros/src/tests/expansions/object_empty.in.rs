#[tvm_ffi::object("tags.Tag", crate = "my::ffi")]
#[cfg(unix)]
struct Tag;
