//! A module uses only modules on lower floors, by the comments between the `mod` lines of the crate's `lib.rs`, or those that a comment `up` names.
//!
//! The test reads `use` lines and paths such as `crate::error::check`, and follows re-exports to the module that defines a name. Test code
//! may use everything.

#![forbid(unsafe_code)]
#![deny(warnings)]

mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use source::{Crate, Use};

#[test]
fn modules_of_core_use_lower_floors() {
    assert_eq!(check("tvm-ffi-core"), "");
}

#[test]
fn modules_of_cuda_use_lower_floors() {
    assert_eq!(check("tvm-ffi-cuda"), "");
}

#[test]
fn modules_of_abi_use_lower_floors() {
    assert_eq!(check("tvm-ffi-abi"), "");
}

#[test]
fn modules_of_runtime_use_lower_floors() {
    assert_eq!(check("tvm-ffi-runtime"), "");
}

/// What is wrong with a crate of the workspace, one mistake a line.
fn check(name: &str) -> String {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).expect("the package is in tests/hygiene");
    let folder = root.join(name).join("src");
    let lib = std::fs::read_to_string(folder.join("lib.rs")).expect("a library has it");
    mistakes(&Crate::read(&folder), &Floors::read(&lib))
}

/// The floors of a crate's modules.
#[derive(Default)]
struct Floors {
    floors: BTreeMap<String, u32>,
    /// A module, and one on a higher floor that it uses.
    up: BTreeSet<[String; 2]>,
}

impl Floors {
    fn read(lib: &str) -> Self {
        let mut found = Self::default();
        let mut floor = None;
        for line in lib.lines() {
            if let Some(number) = line.strip_prefix("// floor ") {
                floor = number.parse().ok();
            } else if let Some(up) = line.strip_prefix("// up: ") {
                let names: Vec<_> = up.split('`').skip(1).step_by(2).take(2).map(str::to_owned).collect();
                found.up.extend(<[String; 2]>::try_from(names));
            } else if let Some((module, _)) = line
                .strip_prefix("pub ")
                .unwrap_or(line)
                .strip_prefix("mod ")
                .and_then(|line| line.split_once(';'))
                && let Some(floor) = floor
            {
                found.floors.insert(module.to_owned(), floor);
            }
        }
        found
    }
}

fn mistakes(source: &Crate, table: &Floors) -> String {
    let mut report = String::new();
    let Floors { floors, up } = table;
    let modules: BTreeSet<&String> = source.modules().filter_map(|module| module.first()).collect();
    for module in &modules {
        if !floors.contains_key(*module) {
            report += &format!("`{module}` has no floor in lib.rs\n");
        }
    }
    let uses = source.uses();
    for Use { user, module, name } in &uses {
        let (Some(from), Some(to)) = (user.first(), module.first()) else { continue };
        if let (Some(floor), Some(lower)) = (floors.get(from), floors.get(to))
            && from != to
            && lower >= floor
            && !up.contains(&[from.clone(), to.clone()])
        {
            let (user, module) = (user.join("::"), module.join("::"));
            report += &format!("`{user}` (floor {floor}) uses `{name}` of `{module}` (floor {lower})\n");
        }
    }
    report
}

/// The report for a crate of which file `path` contains `text`, and whose modules are on `floors`.
fn report(files: &[(&str, &str)], floors: &str) -> String {
    let sources =
        files.iter().map(|(path, text)| (path.split('/').map(str::to_owned).collect(), (*text).to_owned()));
    mistakes(&Crate::new(sources.collect()), &Floors::read(floors))
}

const FLOORS: &str = "// floor 0\nmod lower; // text\n\n// floor 1\n#[doc(hidden)]\npub mod upper;";

#[test]
fn a_use_of_a_higher_floor_is_found() {
    let upper = ("upper", "pub struct A; pub fn b() {}");
    for lower in [
        "use crate::upper::A;",
        "use super::upper::{A, b};",
        "use crate::{lower, upper::A};",
        "fn f() { crate::upper::A; }",
        "macro_rules! m { () => { $crate::upper::A } }",
        "fn f() { if true { g(crate::A) } }",
        "#[cfg(not(test))] use crate::upper::A;",
        "#[cfg_attr(test, allow(unused))] use crate::upper::A;",
    ] {
        let files = [("", "mod lower; mod upper; pub use upper::A;"), ("lower", lower), upper];
        let found = report(&files, FLOORS);
        assert!(found.starts_with("`lower` (floor 0) uses `A` of `upper` (floor 1)\n"), "{lower}: {found}");
        let allowed = format!("// up: `lower` uses `upper`: a reason.\n{FLOORS}");
        assert_eq!(report(&files, &allowed), "");
    }
}

#[test]
fn a_module_without_a_floor_is_found() {
    let files = [("", "mod lower; mod other;"), ("lower", ""), ("other", "")];
    assert_eq!(report(&files, FLOORS), "`other` has no floor in lib.rs\n");
}
