use core::ffi::CStr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::abi::ModulePropertyMask;
use crate::error::ErrorKind;

/// A module that has every method.
struct Full(Arc<AtomicUsize>);

impl Drop for Full {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

impl CustomModule for Full {
    const KIND: &'static CStr = c"full";

    fn property_mask(&self) -> i32 {
        ModulePropertyMask::RUNNABLE | ModulePropertyMask::BINARY_SERIALIZABLE
    }

    fn function(&self, name: &str) -> Result<Option<Function>> {
        match name {
            "double" => Ok(Some(Function::new(|x: i64| 2 * x))),
            "fails" => crate::bail!(ValueError, "no such function today"),
            "panics" => panic!("out of luck"),
            _ => Ok(None),
        }
    }

    fn doc(&self, name: &str) -> Result<Option<String>> {
        Ok((name == "double").then(|| String::from("Doubles a number.")))
    }

    fn metadata(&self, name: &str) -> Result<Option<String>> {
        Ok((name == "double").then(|| String::from("{}")))
    }

    fn inspect_source(&self, format: &str) -> Result<String> {
        Ok(format!("the source in {format}"))
    }

    fn write_formats(&self) -> Result<Vec<String>> {
        Ok(vec![String::from("full"), String::from("a longer format")])
    }

    fn write_to_file(&self, path: &Path, format: &str) -> Result<()> {
        crate::bail!(ValueError, "{} in {format}", path.display())
    }

    fn save_to_bytes(&self) -> Result<Vec<u8>> {
        Ok(b"a module in more than seven bytes".to_vec())
    }
}

/// A module that has what each module must have.
struct Plain;

impl CustomModule for Plain {
    const KIND: &'static CStr = c"plain";

    fn function(&self, name: &str) -> Result<Option<Function>> {
        Ok((name == "one").then(|| Function::new(|| 1)))
    }
}

fn full() -> Module {
    Module::new(Full(Arc::default())).expect("there is a runtime")
}

fn plain() -> Module {
    Module::new(Plain).expect("there is a runtime")
}

#[test]
fn every_method_is_called() {
    let module = full();
    assert_eq!(module.kind().expect("a kind"), "full");
    assert_eq!(module.property_mask().expect("a mask"), 3);
    let double = module.function("double").expect("it exists");
    assert_eq!(double.call((21,)).and_then(|y| y.cast::<i64>()).expect("it runs"), 42);
    assert!(module.find_function("triple").expect("no error").is_none());
    assert!(module.implements("double").expect("no error"));
    assert!(!module.implements("triple").expect("no error"));
    assert_eq!(module.doc("double").expect("no error").as_deref(), Some("Doubles a number."));
    assert_eq!(module.metadata("double").expect("no error").as_deref(), Some("{}"));
    assert_eq!(module.metadata("triple").expect("no error"), None);
    assert_eq!(module.inspect_source("c").expect("no error"), "the source in c");
    assert_eq!(module.write_formats().expect("no error"), ["full", "a longer format"]);
    assert_eq!(module.save_to_bytes().expect("no error"), b"a module in more than seven bytes");
}

#[test]
fn errors_and_panics_reach_the_caller() {
    let module = full();
    let error = module.find_function("fails").expect_err("it fails");
    assert_eq!((error.kind(), &*error.message()), (ErrorKind::ValueError, "no such function today"));
    let error = module.write_to_file("a.txt", "text").expect_err("it fails");
    assert_eq!((error.kind(), &*error.message()), (ErrorKind::ValueError, "a.txt in text"));
    let error = module.implements("panics").expect_err("it panics");
    assert!(error.message().contains("out of luck"), "{error}");
    assert!(module.find_function("double").expect("it works again").is_some());
}

/// A module that cannot tell what can be done with it.
struct NoMask;

impl CustomModule for NoMask {
    const KIND: &'static CStr = c"no mask";

    fn property_mask(&self) -> i32 {
        panic!("no mask today")
    }

    fn function(&self, _name: &str) -> Result<Option<Function>> {
        Ok(None)
    }
}

#[test]
fn a_panic_in_the_property_mask_reaches_the_caller() {
    let module = Module::new(NoMask).expect("there is a runtime");
    let error = module.property_mask().expect_err("it panics");
    assert!(error.message().contains("no mask today"), "{error}");
}

#[test]
fn what_a_module_does_not_support() {
    let module = plain();
    assert_eq!(module.inspect_source("").expect("no error"), "");
    assert!(module.write_formats().expect("no error").is_empty());
    let error = module.write_to_file("a", "b").expect_err("it is not supported");
    assert_eq!(error.message(), "Module[plain] does not support WriteToFile");
    let error = module.save_to_bytes().expect_err("it is not supported");
    assert_eq!(
        (error.kind(), &*error.message()),
        (ErrorKind::RuntimeError, "Module[plain] does not support SaveToBytes")
    );
    let error =
        Module::system_lib("").and_then(|module| module.save_to_bytes()).expect_err("it is not supported");
    assert_eq!(error.message(), "Module[library] does not support SaveToBytes");
}

#[test]
fn imports_can_be_searched_and_cleared() {
    let (outer, inner) = (full(), plain());
    outer.import(&inner).expect("no circle");
    assert_eq!(outer.imports().expect("no error").len(), 1);
    let find = || {
        call("ffi.ModuleGetFunction", (&outer, "one", true))
            .and_then(|found| found.cast::<Option<Function>>())
    };
    assert!(find().expect("no error").is_some());
    let error = inner.import(&outer).expect_err("a circle");
    assert_eq!(error.message(), "Cyclic dependency detected during import");
    outer.clear_imports().expect("no error");
    assert!(outer.imports().expect("no error").is_empty());
    assert!(find().expect("no error").is_none());
}

/// A module that looks at the imports of another one when it is dropped.
struct Looks(Module);

impl Drop for Looks {
    fn drop(&mut self) {
        assert!(self.0.imports().expect("no error").is_empty());
    }
}

impl CustomModule for Looks {
    const KIND: &'static CStr = c"looks";

    fn function(&self, _name: &str) -> Result<Option<Function>> {
        Ok(None)
    }
}

#[test]
fn a_module_that_ends_may_use_imports() {
    let outer = plain();
    outer.import(&Module::new(Looks(plain())).expect("there is a runtime")).expect("no circle");
    outer.clear_imports().expect("no error");
}

#[test]
fn the_value_is_dropped_with_the_last_reference() {
    let drops = Arc::new(AtomicUsize::new(0));
    let module = Module::new(Full(drops.clone())).expect("there is a runtime");
    let weak = module.as_object().downgrade();
    let copy = module.clone();
    drop(module);
    assert_eq!(drops.load(Ordering::Relaxed), 0);
    drop(copy);
    assert_eq!(drops.load(Ordering::Relaxed), 1);
    assert!(weak.upgrade().is_none());
}

/// A module that owns the next one.
struct Owns(#[expect(dead_code, reason = "it is dropped")] Option<Module>, Arc<AtomicUsize>);

impl Drop for Owns {
    fn drop(&mut self) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }
}

impl CustomModule for Owns {
    const KIND: &'static CStr = c"owns";

    fn function(&self, _name: &str) -> Result<Option<Function>> {
        Ok(None)
    }
}

/// Drops a value on a thread with a small stack.
fn drop_on_a_small_stack(value: impl Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 10);
        thread.spawn_scoped(scope, || drop(value)).expect("a thread").join().expect("it is dropped");
    });
}

const LENGTH: usize = if cfg!(miri) { 120 } else { 100_000 };

#[test]
fn modules_that_own_modules_are_dropped() {
    let drops = Arc::new(AtomicUsize::new(0));
    let (mut last, mut weak) = (None, Vec::new());
    for _ in 0..LENGTH {
        let module = Module::new(Owns(last, drops.clone())).expect("there is a runtime");
        weak.push(module.as_object().downgrade());
        last = Some(module);
    }
    drop_on_a_small_stack(last);
    assert_eq!(drops.load(Ordering::Relaxed), LENGTH);
    assert!(weak.iter().all(|module| module.upgrade().is_none()));
}

#[test]
fn modules_that_import_modules_are_dropped() {
    let drops = Arc::new(AtomicUsize::new(0));
    let new = || Module::new(Owns(None, drops.clone())).expect("there is a runtime");
    let first = new();
    let mut last = first.clone();
    for _ in 1..LENGTH {
        // What is imported imports nothing yet, so the search for a circle ends at once.
        let module = new();
        last.import(&module).expect("no circle");
        last = module;
    }
    drop(last);
    drop_on_a_small_stack(first);
    assert_eq!(drops.load(Ordering::Relaxed), LENGTH);
}

/// Elements that own what comes next.
struct Elements(
    [f32; 1],
    #[expect(dead_code, reason = "it is dropped")] Option<Box<dyn std::any::Any + Send>>,
);

impl AsMut<[f32]> for Elements {
    fn as_mut(&mut self) -> &mut [f32] {
        &mut self.0
    }
}

#[test]
fn owners_of_tensors_that_own_tensors_closures_and_modules_are_dropped() {
    let drops = Arc::new(AtomicUsize::new(0));
    let mut last: Option<Box<dyn std::any::Any + Send>> = None;
    for _ in 0..LENGTH / 3 {
        let tensor = crate::TensorMut::from_owner(Elements([1.0], last), &[1]).expect("there is a runtime");
        let (tensor, counts) = (tensor.freeze(), drops.clone());
        let function = Function::new(move || (tensor.numel() + counts.load(Ordering::Relaxed)) as i64);
        let module = Module::new(OwnsFunction(function, drops.clone())).expect("there is a runtime");
        last = Some(Box::new(module));
    }
    drop_on_a_small_stack(last);
    assert_eq!(drops.load(Ordering::Relaxed), LENGTH / 3);
    let mut last = None;
    for _ in 0..LENGTH {
        let owner = Elements([1.0], last);
        let tensor = crate::TensorMut::from_owner(owner, &[1]).expect("there is a runtime").freeze();
        last = Some(Box::new(tensor) as Box<dyn std::any::Any + Send>);
    }
    drop_on_a_small_stack(last);
}

/// A module that owns a function.
struct OwnsFunction(Function, Arc<AtomicUsize>);

impl Drop for OwnsFunction {
    fn drop(&mut self) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }
}

impl CustomModule for OwnsFunction {
    const KIND: &'static CStr = c"owns_function";

    fn function(&self, _name: &str) -> Result<Option<Function>> {
        Ok(Some(self.0.clone()))
    }
}
