//! The cache on disk, in one process and in several.

use std::process::{Command, Stdio};

use super::super::Origin;
use super::super::environment::LIBRARY;
use super::*;

struct Fixture {
    nvrtc: &'static Nvrtc,
    scratch: Scratch,
    environment: Environment,
}

impl Fixture {
    fn new(name: &str) -> Option<Self> {
        let nvrtc = compiler()?;
        let scratch = Scratch::new(name);
        let mut environment = Environment::of_process();
        environment.set(CACHE, &scratch.path("cache"));
        environment.set(INCLUDE, &scratch.path("headers"));
        Some(Self { nvrtc, scratch, environment })
    }

    fn compile(&self, text: &str, options: &[&str], capability: (u32, u32)) -> (Compiled, Origin) {
        let text = Source { name: "vadd.cu", text, headers: &[], options, kernels: &[&VADD_KERNEL] };
        compile_with(&text, capability, self.nvrtc, &self.environment).unwrap()
    }

    fn origin(&self, text: &str, options: &[&str], capability: (u32, u32)) -> Origin {
        self.compile(text, options, capability).1
    }

    /// The files of the cache.
    fn files(&self) -> Vec<PathBuf> {
        let files = self.scratch.path("cache").read_dir().unwrap();
        files.map(|file| file.unwrap().path()).collect()
    }
}

#[test]
fn the_second_compilation_is_found_in_the_cache() {
    let Some(fixture) = Fixture::new("hit") else { return };
    let (first, origin) = fixture.compile(VADD, &[], (9, 0));
    assert_eq!(origin, Origin::Compiler);
    let (second, origin) = fixture.compile(VADD, &[], (9, 0));
    assert_eq!(origin, Origin::Cache);
    assert_eq!(first, second);
    // No lock and no temporary file is left.
    assert_eq!(fixture.files().len(), 1, "{:?}", fixture.files());
}

#[test]
fn the_cache_key() {
    let Some(fixture) = Fixture::new("key") else { return };
    fixture.scratch.write("headers/inner.cuh", b"#define ONE 1\n");
    fixture.scratch.write("headers/outer.cuh", b"#include \"inner.cuh\"\n");
    let text = format!("#include <outer.cuh>\n{VADD}");
    let text = text.as_str();
    assert_eq!(fixture.origin(text, &[], (9, 0)), Origin::Compiler);
    assert_eq!(fixture.origin(text, &[], (8, 0)), Origin::Compiler, "the architecture");
    assert_eq!(fixture.origin(text, &["-DA"], (9, 0)), Origin::Compiler, "options");
    assert_eq!(fixture.origin(&format!("{text} "), &[], (9, 0)), Origin::Compiler, "the source");
    assert_eq!(fixture.origin(text, &[], (9, 0)), Origin::Cache);

    fixture.scratch.write("headers/inner.cuh", b"#define ONE 2\n");
    assert_eq!(fixture.origin(text, &[], (9, 0)), Origin::Compiler, "a header of a header");
    fixture.scratch.write("headers/inner.cuh", b"#define ONE 1\n");
    assert_eq!(fixture.origin(text, &[], (9, 0)), Origin::Cache);
}

#[test]
fn a_damaged_entry_is_made_again() {
    let Some(fixture) = Fixture::new("damage") else { return };
    let (first, _) = fixture.compile(VADD, &[], (9, 0));
    let [path] = fixture.files().try_into().unwrap();
    let whole = std::fs::read(&path).unwrap();
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 0x40;
    for damaged in [&flipped[..], &whole[..whole.len() / 2], b"", b"not at all"] {
        std::fs::write(&path, damaged).unwrap();
        let (again, origin) = fixture.compile(VADD, &[], (9, 0));
        assert_eq!(origin, Origin::Compiler);
        assert_eq!(again.names, first.names);
        assert_eq!(fixture.origin(VADD, &[], (9, 0)), Origin::Cache, "the entry was replaced");
    }
}

#[test]
fn an_unusable_cache_folder_is_ignored() {
    let Some(mut fixture) = Fixture::new("unusable") else { return };
    let file = fixture.scratch.write("file", b"");
    for folder in [file.clone(), file.join("below"), PathBuf::from("/proc/tvm-ffi-cuda")] {
        fixture.environment.set(CACHE, &folder);
        for _ in 0..2 {
            assert_eq!(fixture.origin(VADD, &[], (9, 0)), Origin::Compiler);
        }
    }
    // A folder with the name of the entry cannot be replaced.
    fixture.environment.set(CACHE, &fixture.scratch.path("cache"));
    fixture.compile(VADD, &[], (9, 0));
    let [path] = fixture.files().try_into().unwrap();
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir_all(path.join("x")).unwrap();
    assert_eq!(fixture.origin(VADD, &[], (9, 0)), Origin::Compiler);
    assert_eq!(fixture.files(), [path], "no temporary file is left");
}

#[test]
fn a_source_that_does_not_compile_is_not_kept() {
    let Some(fixture) = Fixture::new("failure") else { return };
    let kernels = [&VADD_KERNEL];
    let text = Source { name: "vadd.cu", text: "nonsense", headers: &[], options: &[], kernels: &kernels };
    for _ in 0..2 {
        let result = compile_with(&text, (9, 0), fixture.nvrtc, &fixture.environment);
        assert!(message(result.map(|(compiled, _)| compiled)).contains("vadd.cu(1): error"));
    }
    assert!(fixture.files().is_empty(), "neither an entry nor a lock is left");
}

/// The body of the child processes that the next tests start.
#[test]
#[ignore = "other tests run it in child processes"]
fn child() {
    let environment = Environment::of_process();
    let result = library::nvrtc(&environment, "vadd.cu").and_then(|nvrtc| {
        let text =
            Source { name: "vadd.cu", text: VADD, headers: &[], options: &[], kernels: &[&VADD_KERNEL] };
        compile_with(&text, (9, 0), nvrtc, &environment)
    });
    match result {
        Ok((_, origin)) => eprintln!("origin: {origin:?}"),
        Err(error) => eprintln!("error: {}", error.message()),
    }
}

fn start_child(variables: &[(&str, &Path)]) -> std::process::Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "nvrtc::tests::caching::child", "--ignored", "--nocapture"]);
    command.envs(variables.iter().copied());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

fn output(child: std::process::Child) -> String {
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{text}");
    text
}

#[test]
fn one_of_eight_processes_compiles() {
    let Some(fixture) = Fixture::new("processes") else { return };
    let folder = fixture.scratch.path("cache");
    let mut variables = vec![(CACHE, folder.as_path())];
    variables.extend(fixture.nvrtc.path.as_deref().map(|path| (LIBRARY, path)));
    let children: Vec<_> = (0..8).map(|_| start_child(&variables)).collect();
    let outputs: Vec<_> = children.into_iter().map(output).collect();
    let count = |origin: &str| outputs.iter().filter(|text| text.contains(origin)).count();
    assert_eq!((count("origin: Compiler"), count("origin: Cache")), (1, 7), "{outputs:?}");
}

#[test]
fn one_of_eight_threads_compiles() {
    let Some(fixture) = Fixture::new("threads") else { return };
    let origins: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| fixture.origin(VADD, &[], (9, 0)))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(origins.iter().filter(|origin| **origin == Origin::Compiler).count(), 1, "{origins:?}");
}

#[test]
fn the_search_for_a_missing_compiler_is_reported() {
    let scratch = Scratch::new("missing");
    let text = output(start_child(&[(LIBRARY, &scratch.path("libnvrtc.so.13"))]));
    let path = scratch.path("libnvrtc.so.13");
    let expected =
        format!("error: `vadd.cu` cannot be compiled: TVM_FFI_CUDA_NVRTC is set, but `{}`", path.display());
    assert!(text.contains(&expected), "{text}");
}
