//! Builds of packages outside of the workspace, like those of users. Trybuild cannot test these cases, because it sets neither
//! profiles nor dependencies, and only checks.

#[path = "builds/project.rs"]
mod project;

use project::Project;
use tvm_ffi::{Module, Result};

/// With a runtime of its own, as `cargo xtask test without_python` builds it: cargo builds it once.
const DEPENDENCY: &str = "[dependencies]\ntvm-ffi-rs = { path = \"{root}\", features = [\"embedded\"] }\n";

const EXPORT: &str = "\
#[tvm_ffi::export]
pub fn add_one(x: i64) -> i64 {
    x + 1
}
";

#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn aborting_panics_are_one_error() {
    let manifest = format!("{DEPENDENCY}\n[profile.dev]\npanic = \"abort\"\n");
    let outcome = Project::new("aborting", &manifest, EXPORT).cargo(&["check"]);
    let errors = outcome.errors();
    assert_eq!(errors.len(), 1, "{outcome}");
    let expected = "error: `panic = \"abort\"` is set for this profile, but libraries and programs with TVM-FFI must unwind: a panic would end the \
                    process instead of becoming an error of the caller; remove the setting from the profile";
    assert_eq!(errors[0], expected, "{outcome}");
}

/// The macros find the name where cargo finds it.
#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn a_renamed_dependency_needs_no_option() {
    const FFI: &str = "ffi = { package = \"tvm-ffi-rs\", path = \"{root}\", features = [\"embedded\"] }\n";
    let own_name = FFI.replace("ffi = {", "tvm_ffi_rs = {");
    for (name, manifest, facade) in [
        ("renamed", format!("[dependencies]\n{FFI}"), "ffi"),
        ("renamed-to-package", format!("[dependencies]\n{own_name}"), "tvm_ffi_rs"),
        (
            "renamed-for-target",
            format!("[target.'cfg(not(target_os = \"none\"))'.dependencies]\n{FFI}"),
            "ffi",
        ),
        (
            "renamed-in-workspace",
            format!("[workspace.dependencies]\n{FFI}\n[dependencies]\nffi.workspace = true\n"),
            "ffi",
        ),
    ] {
        let outcome = Project::new(name, &manifest, &EXPORT.replace("tvm_ffi", facade)).cargo(&["check"]);
        assert!(outcome.success, "{name}: {outcome}");
    }
    // Without the facade outside of tests.
    let source = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", EXPORT.replace("tvm_ffi", "ffi"));
    let outcome = Project::new("renamed-for-tests", &format!("[dev-dependencies]\n{FFI}"), &source)
        .cargo(&["check", "--tests"]);
    assert!(outcome.success, "{outcome}");
}

/// As `src/guide/coming_from.md` says, with the crate in the registry.
#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn a_crate_that_depends_on_apaches_crate_too_works() {
    let manifest =
        format!("{DEPENDENCY}apache-tvm-ffi = {{ package = \"tvm-ffi\", version = \"=0.1.15\" }}\n")
            .replace(", features = [\"embedded\"]", "");
    let source = "\
#[tvm_ffi::export(global = \"both.add_one\")]
pub fn add_one(x: i64) -> i64 {
    x + 1
}

fn add_two(x: i64) -> apache_tvm_ffi::Result<i64> {
    Ok(x + 2)
}

apache_tvm_ffi::tvm_ffi_dll_export_typed_func!(add_two, add_two);

#[test]
fn each_calls_the_other() {
    let one = apache_tvm_ffi::Function::get_global(\"both.add_one\").unwrap();
    assert_eq!(i64::try_from(one.call_tuple((40,)).unwrap()).unwrap(), 41);
    apache_tvm_ffi::Function::register_global(\"both.add_two\", apache_tvm_ffi::Function::from_typed(add_two)).unwrap();
    let two = tvm_ffi::Function::get_global(\"both.add_two\").unwrap();
    assert_eq!(two.call((40,)).unwrap().cast::<i64>().unwrap(), 42);
}
";
    let project = Project::new("both-crates", &manifest, source);
    match project.fetch_for_apaches_crate() {
        Ok(libraries) => {
            let outcome = project.cargo_with(&["test", "--lib"], &[("LD_LIBRARY_PATH", &libraries)]);
            assert!(outcome.success, "{outcome}");
        }
        Err(reason) => println!("skipped: {reason}"),
    }
}

#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn a_name_exported_twice_is_an_error_at_the_second() {
    let second = "pub mod other {\n    #[tvm_ffi::export(name = \"add_one\")]\n    fn again() {}\n}\n";
    let outcome = Project::new("twice", DEPENDENCY, &format!("{EXPORT}\n{second}")).cargo(&["build"]);
    assert_eq!(
        outcome.errors(),
        ["error: the export `add_one` exists already, at src/lib.rs:2"],
        "{outcome}"
    );
    assert!(outcome.messages.contains("|     fn again() {}\n"), "{outcome}");
}

/// The macro leaves a parameter out of the check for overlap if its type has the name of a number. A const assertion looks at the type.
#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn misleading_names_of_types_are_errors() {
    let source = "\
#![allow(non_camel_case_types)]
use tvm_ffi::prelude::*;

pub mod lies {
    pub type f32<'a> = super::CpuViewMut<'a, i32, 1>;
}

#[tvm_ffi::export]
pub fn no_tensor(x: TensorView<'_>, y: lies::f32) {
    drop((x, y));
}
";
    let outcome = Project::new("lies", DEPENDENCY, source).cargo(&["build"]);
    let errors = outcome.errors();
    assert_eq!(errors.len(), 1, "{outcome}");
    assert!(errors[0].contains("has the name of a type without tensors, and is another"), "{outcome}");
}

/// Linkers drop unreferenced symbols, optimisers unused functions, and both merge functions that do the same. They reorder constructors too,
/// but those of `on_load` come last.
#[test]
#[ignore = "takes long: `cargo xtask test long`"]
fn exports_and_classes_outlive_the_optimiser() -> Result<()> {
    const CLASS: &str = "#[tvm_ffi::object(\"kept.Inner\")]\npub struct Kept {}\n";
    const ON_LOAD: &str = "\
#[tvm_ffi::on_load]
fn init() -> tvm_ffi::Result<()> {
    tvm_ffi::Function::get_global(\"kept.add_one\")?;
    tvm_ffi::Function::get_global(\"kept.add_two\").map(drop)
}
";
    let dependency = DEPENDENCY.replace(", features = [\"embedded\"]", "");
    let export = EXPORT.replace("export]", "export(global = \"kept.add_one\")]");
    let inner = Project::new("inner-kernels", &dependency, &format!("{export}\n{CLASS}"));
    // The optimiser sees all crates when it links them, and removes dead code. To optimise each before would only take time.
    let profile = "[profile.dev]\nopt-level = \"z\"\nlto = \"fat\"\ncodegen-units = 1\n\n[profile.dev.package.\"*\"]\nopt-level = 0\n";
    let manifest = format!(
        "[lib]\ncrate-type = [\"cdylib\"]\n\n{dependency}inner-kernels = {{ path = \"../{}\" }}\n\n{profile}",
        inner.name()
    );
    let [export, class] = [&export, CLASS]
        .map(|text| text.replace("add_one", "add_two").replace('1', "2").replace("Inner", "Outer"));
    let right = LEFT.replace("Left", "Right").replace("left", "right");
    let source = format!("use inner_kernels as _;\n\n{export}\n{class}\n{LEFT}{right}{ON_LOAD}");
    let outer = Project::new("outer-kernels", &manifest, &source);
    let build = ["rustc", "--", "-Cstrip=symbols"];
    let folding = ["-Clink-arg=-fuse-ld=lld", "-Clink-arg=-Wl,--icf=all"];
    let mut outcome = outer.cargo(&[&build[..], &folding].concat());
    if !outcome.success {
        println!("without a linker that merges functions: {outcome}");
        outcome = outer.cargo(&build);
    }
    assert!(outcome.success, "{outcome}");

    let module = Module::load(outer.library())?;
    let one: i64 = module.function("add_one")?.call((40,))?.cast()?;
    let two: i64 = module.function("add_two")?.call((40,))?.cast()?;
    assert_eq!((one, two), (41, 42));
    let manifest: String = module.function("tvm_ffi_manifest")?.call(())?.cast()?;
    for name in ["\"add_one\"", "\"add_two\"", "\"kept.Inner\"", "\"kept.Outer\""] {
        assert!(manifest.contains(name), "{manifest}");
    }
    assert!(manifest.contains("\"not_registered\":[]"), "{manifest}");

    let left = module.function("left")?.call(("a",))?;
    assert_eq!(module.function("name_of_left")?.call((&left,))?.cast::<String>()?, "a");
    let error = module.function("name_of_right")?.call((&left,)).expect_err("it is of another class");
    assert!(error.message().contains("expected tests.Right, got tests.Left"), "{error}");
    Ok(())
}

/// A class that does the same as the next one.
const LEFT: &str = "
#[tvm_ffi::object(\"tests.Left\")]
pub struct Left {
    name: String,
}

#[tvm_ffi::export]
pub fn left(name: String) -> Left {
    Left { name }
}

#[tvm_ffi::export]
pub fn name_of_left(of: &Left) -> String {
    of.name.clone()
}
";
