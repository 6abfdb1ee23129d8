//! A module uses only modules on lower floors, by the tables in ARCHITECTURE.md, or those that a row `up` of the table names.
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
    let architecture = std::fs::read_to_string(root.join("ARCHITECTURE.md")).expect("it is in the root");
    mistakes(&Crate::read(&root.join(name).join("src")), &Table::read(&architecture, name))
}

/// The table under the heading of a crate.
#[derive(Default)]
struct Table {
    floors: BTreeMap<String, u32>,
    /// A module, and one on a higher floor that it uses.
    up: BTreeSet<[String; 2]>,
}

impl Table {
    fn read(architecture: &str, name: &str) -> Self {
        let heading = format!("### {name}");
        let section = architecture.lines().skip_while(|line| *line != heading).skip(1);
        let mut table = Self::default();
        for line in section.take_while(|line| !line.starts_with('#')) {
            let mut cells = line.split('|').skip(1).map(str::trim);
            let (Some(floor), Some(modules)) = (cells.next(), cells.next()) else { continue };
            let modules = modules.split(", ").map(|module| module.trim_matches('`').to_owned());
            if let Ok(floor) = floor.parse() {
                table.floors.extend(modules.map(|module| (module, floor)));
            } else if floor == "up" {
                table.up.extend(<[String; 2]>::try_from(modules.collect::<Vec<_>>()));
            }
        }
        table
    }
}

fn mistakes(source: &Crate, table: &Table) -> String {
    let mut report = String::new();
    let Table { floors, up } = table;
    let modules: BTreeSet<&String> = source.modules().filter_map(|module| module.first()).collect();
    for module in &modules {
        if !floors.contains_key(*module) {
            report += &format!("`{module}` has no floor in ARCHITECTURE.md\n");
        }
    }
    for module in floors.keys().filter(|module| !modules.contains(module)) {
        report += &format!("ARCHITECTURE.md has a floor for `{module}`, which is not a module\n");
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

/// The report for a crate of which file `path` contains `text`.
fn report(files: &[(&str, &str)], table: &str) -> String {
    let sources =
        files.iter().map(|(path, text)| (path.split('/').map(str::to_owned).collect(), (*text).to_owned()));
    let architecture =
        format!("### other\n| 0 | `lower`, `upper` | |\n### test\n{table}\n### end\n| 7 | `x` | |");
    mistakes(&Crate::new(sources.collect()), &Table::read(&architecture, "test"))
}

const TABLE: &str = "| 0 | `lower` | text |\n| 1 | `upper` | |";

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
        let report =
            report(&[("", "mod lower; mod upper; pub use upper::A;"), ("lower", lower), upper], TABLE);
        assert!(report.starts_with("`lower` (floor 0) uses `A` of `upper` (floor 1)\n"), "{lower}: {report}");
    }
}

#[test]
fn a_module_without_a_floor_and_a_floor_without_a_module_are_found() {
    let expected = "`other` has no floor in ARCHITECTURE.md\n\
                    ARCHITECTURE.md has a floor for `upper`, which is not a module\n";
    assert_eq!(report(&[("", "mod lower; mod other;"), ("lower", ""), ("other", "")], TABLE), expected);
}
