//! The package that is being compiled.

/// What cargo tells the compiler about a package.
pub(crate) struct Package {
    /// The name of the library crate.
    pub(crate) crate_name: String,
    /// The name of the package.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
}

impl Package {
    /// Reads the environment; what is missing is empty.
    pub(crate) fn from_env() -> Self {
        let read = |name| std::env::var(name).unwrap_or_default();
        Self {
            crate_name: read("CARGO_CRATE_NAME"),
            name: read("CARGO_PKG_NAME"),
            version: read("CARGO_PKG_VERSION"),
        }
    }
}
