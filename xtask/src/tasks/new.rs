//! `cargo xtask new FOLDER`: a kernel crate of one's own, with a kernel, a test, and what a wheel needs.

use std::path::Path;

use crate::process::{Failure, Result, cannot};
use crate::workspace::Workspace;

/// The files of a crate, with the places for its names.
const FILES: [(&str, &str); 4] = [
    ("Cargo.toml", include_str!("new/Cargo.toml.in")),
    ("src/lib.rs", include_str!("new/lib.rs.in")),
    ("pyproject.toml", include_str!("new/pyproject.toml.in")),
    (".gitignore", "/target\n"),
];

pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<()> {
    let [folder] = args else {
        return Err(Failure::Usage(
            "`new` takes the folder of the new crate: `cargo xtask new ../my_kernels`".to_owned(),
        ));
    };
    let module = create(workspace, Path::new(folder))?;
    let python = workspace.join("python");
    let python = python.display();
    println!(
        "created `{folder}`. Next, in it:\n  \
         cargo test\n  \
         pip install {python} . numpy\n  \
         python -c \"import numpy as np, {module}; x = np.ones(3, 'f4'); y = np.empty(3, 'f4'); {module}.scale(x, y); print(y)\""
    );
    Ok(())
}

/// Writes the crate, and returns the name of its module.
fn create(workspace: &Workspace, folder: &Path) -> Result<String> {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let module = name.replace('-', "_");
    let is_name = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_lowercase())
            && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    if !is_name(&module) {
        return Err(Failure::Usage(format!(
            "`{name}` cannot be the name of a crate and of a Python module, expected lower-case letters, digits, `-` and `_`, a letter first"
        )));
    }
    if folder.exists() {
        return Err(Failure::Task(format!("`{}` exists already", folder.display())));
    }
    let facade = workspace.root().display().to_string().replace('\\', "/");
    for (file, text) in FILES {
        let place = folder.join(file);
        let parent = place.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(|error| cannot("make", parent, &error))?;
        let text = text
            .replace("PACKAGE", &format!("file://{}/python", facade.replace(' ', "%20")))
            .replace("NAME", name)
            .replace("MODULE", &module)
            .replace("FACADE", &facade);
        std::fs::write(&place, text).map_err(|error| cannot("write", &place, &error))?;
    }
    Ok(module)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_python_cannot_import_is_refused() {
        let workspace = Workspace::locate().expect("the tests run in the workspace");
        for name in ["2kernels", "My-kernels", "a.b", ".."] {
            let failed = create(&workspace, &std::env::temp_dir().join(name));
            assert!(matches!(failed, Err(Failure::Usage(_))), "{name}");
        }
    }
}
