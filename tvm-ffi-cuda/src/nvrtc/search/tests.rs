//! The order of the search, with a loader that records the requests.

use std::cell::RefCell;
use std::ffi::OsString;

use super::super::tests::Scratch;
use super::*;

/// Loads only the given libraries, and records the requests.
#[derive(Default)]
struct Fake {
    mapped: Option<&'static str>,
    loadable: Vec<OsString>,
    asked: RefCell<Vec<OsString>>,
}

impl Loader for Fake {
    type Library = OsString;

    fn already_loaded(&self, name: &str) -> Option<OsString> {
        self.mapped.filter(|mapped| *mapped == name).map(OsString::from)
    }

    fn load(&self, name: &OsStr) -> Result<OsString, String> {
        self.asked.borrow_mut().push(name.to_owned());
        if self.loadable.iter().any(|loadable| loadable == name) {
            Ok(name.to_owned())
        } else {
            Err("no such file".to_owned())
        }
    }
}

impl Fake {
    fn that_loads(paths: &[&Path]) -> Self {
        Self { loadable: paths.iter().map(|path| path.into()).collect(), ..Self::default() }
    }
}

#[test]
fn a_library_in_the_process_comes_first() {
    let loader = Fake { mapped: Some(NAMES[1]), ..Fake::default() };
    let environment = Environment::new(&[(LIBRARY, Path::new("/own/nvrtc"))], &[]);
    assert_eq!(search(&loader, &environment), Ok(OsString::from(NAMES[1])));
    assert_eq!(loader.asked.borrow().len(), 0);
}

#[test]
fn the_variable_names_the_library_or_is_an_error() {
    let own = Path::new("/own/nvrtc");
    let environment = Environment::new(&[(LIBRARY, own)], &[]);
    assert_eq!(search(&Fake::that_loads(&[own]), &environment), Ok(OsString::from(own)));
    let error = search(&Fake::that_loads(&[Path::new(NAMES[1])]), &environment).unwrap_err();
    assert_eq!(error, "TVM_FFI_CUDA_NVRTC is set, but `/own/nvrtc` cannot be loaded: no such file");
}

#[test]
fn packages_come_before_toolkits_and_toolkits_before_the_system() {
    let scratch = Scratch::new("search");
    let name = NAMES[1];
    let packages = scratch.write(&format!("site-packages/{}/{name}", IN_PACKAGES[0]), b"");
    let of_12 = scratch.write(&format!("site-packages/{}/{name}", IN_PACKAGES[1]), b"");
    let toolkit = scratch.write(&format!("toolkit/{}/{name}", IN_TOOLKIT[0]), b"");
    let (folder, home) = (scratch.path("site-packages"), scratch.path("toolkit"));
    let environment = Environment::new(&[("CUDA_HOME", &home)], &[&folder]);
    // Each library is used if none before it can be loaded.
    let order = [packages.as_path(), &of_12, &toolkit, Path::new(name)];
    for first in 0..order.len() {
        let loader = Fake::that_loads(&order[first..]);
        assert_eq!(search(&loader, &environment), Ok(OsString::from(order[first])));
        let asked = loader.asked.borrow();
        let asked: Vec<_> = asked.iter().filter(|asked| order.iter().any(|path| path == asked)).collect();
        assert_eq!(asked, order[..=first].iter().collect::<Vec<_>>());
    }
}

#[test]
fn a_report_lists_what_was_tried_and_what_to_do() {
    let scratch = Scratch::new("report");
    let broken = scratch.write(&format!("site-packages/{}/{}", IN_PACKAGES[0], NAMES[1]), b"broken");
    let (folder, home) = (scratch.path("site-packages"), scratch.path("toolkit"));
    let environment = Environment::new(&[("CUDA_PATH", &home)], &[&folder]);
    let report = search(&Fake::default(), &environment).unwrap_err();
    let first = home.join(IN_TOOLKIT[0]);
    for part in [
        "NVRTC is needed and could not be loaded; tried:\n  - in this process: no `".to_owned(),
        "\n  - TVM_FFI_CUDA_NVRTC: not set".to_owned(),
        format!("\n  - Python packages: `{}` cannot be loaded: no such file", broken.display()),
        format!("\n  - CUDA_PATH: no `{}` in `{}`, ", NAMES[0].replace(".14", ".*"), first.display()),
        "\n  - the system's libraries: no such file".to_owned(),
        "\nhelp: `pip install nvidia-cuda-nvrtc` (`nvidia-cuda-nvrtc-cu12` for CUDA 12), or set TVM_FFI_CUDA_NVRTC".to_owned(),
    ] {
        assert!(report.contains(&part), "{part:?} is not in:\n{report}");
    }
    let report = search(&Fake::default(), &Environment::new(&[], &[])).unwrap_err();
    assert!(
        report
            .contains("\n  - Python packages: none are in this process\n  - CUDA_HOME, CUDA_PATH: not set\n")
    );
}
