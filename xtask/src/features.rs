//! The features that the checks and tests enable.

/// All features except `cust`, which needs a CUDA toolkit to build. So the checks cannot use `--all-features`.
const FEATURES: [(&str, &[&str]); 6] = [
    (
        "tvm-ffi-rs",
        &[
            "cuda", "cudarc", "embedded", "indexmap", "jax", "log", "ndarray", "nvrtc", "python", "serde",
            "stubs", "torch",
        ],
    ),
    ("tvm-ffi-rs-core", &["embedded", "indexmap", "ndarray"]),
    ("tvm-ffi-rs-cuda", &["cudarc", "nvrtc"]),
    ("tvm-ffi-rs-frameworks", &["jax", "torch"]),
    ("tvm-ffi-rs-macros", &["cuda", "nvrtc"]),
    ("tvm-ffi-rs-python", &["embedded", "log"]),
];

/// The arguments for the whole workspace.
pub(crate) fn of_workspace() -> [String; 3] {
    ["--workspace".to_owned(), "--features".to_owned(), list(|_| true)]
}

/// The arguments for `packages` of the workspace. Other arguments select them, and cargo refuses features of packages that are not selected.
pub(crate) fn of_packages(packages: &[&str]) -> Vec<String> {
    let features = list(|package| packages.contains(&package));
    if features.is_empty() { Vec::new() } else { vec!["--features".to_owned(), features] }
}

fn list(is_wanted: impl Fn(&str) -> bool) -> String {
    let of_package = |(package, features): &(&'static str, &'static [&'static str])| {
        let package = *package;
        features.iter().map(move |feature| format!("{package}/{feature}"))
    };
    let wanted = FEATURES.iter().filter(|(package, _)| is_wanted(package));
    wanted.flat_map(of_package).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    /// The names in the table `[features]`, and the optional dependencies, which are features unless a feature names them with `dep:`.
    fn features(manifest: &str) -> Vec<&str> {
        let mut table = "";
        let mut found = Vec::new();
        for line in manifest.lines().filter(|line| !line.starts_with('#')) {
            if line.starts_with('[') {
                table = line;
            } else if let Some((name, value)) = line.split_once(" = ") {
                let is_optional = value.contains("optional = true");
                let is_hidden = manifest.contains(&format!("\"dep:{name}\""));
                if table == "[features]" || is_optional && !is_hidden {
                    found.push(name);
                }
            }
        }
        found.retain(|name| *name != "cust");
        found.sort_unstable();
        found
    }

    #[test]
    fn every_feature_is_listed() {
        let workspace = Workspace::locate().expect("the tests run in the workspace");
        for (package, listed) in FEATURES {
            let folder = if package == "tvm-ffi-rs" { ".".to_owned() } else { package.replace("-rs-", "-") };
            let manifest = workspace.join(&folder).join("Cargo.toml");
            let manifest = std::fs::read_to_string(manifest).expect("every package has a manifest");
            assert_eq!(features(&manifest), listed, "{package}");
        }
    }

    #[test]
    fn packages_get_their_own_features() {
        assert_eq!(of_packages(&["quickstart"]), [""; 0]);
        let core = of_packages(&["quickstart", "tvm-ffi-rs-core"]);
        assert_eq!(
            core,
            ["--features", "tvm-ffi-rs-core/embedded,tvm-ffi-rs-core/indexmap,tvm-ffi-rs-core/ndarray"]
        );
    }
}
