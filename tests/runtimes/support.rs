//! The runtimes, and the compilers for what uses them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// What the tests need from the machine.
pub(crate) struct Tools {
    pub(crate) include: PathBuf,
    /// The C++ runtime of the wheel, which has the headers too.
    pub(crate) cpp: PathBuf,
}

impl Tools {
    /// The tools, unless the machine lacks one. Then the reason is printed, and the caller skips its test.
    pub(crate) fn find() -> Option<&'static Self> {
        static TOOLS: OnceLock<Result<Tools, String>> = OnceLock::new();
        match TOOLS.get_or_init(Self::search) {
            Ok(tools) => Some(tools),
            Err(reason) => {
                println!("skipped: {reason}");
                None
            }
        }
    }

    fn search() -> Result<Self, String> {
        if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            return Err("the programs of the test are set up for Linux on x86-64".to_owned());
        }
        let include = env::var_os("TVM_FFI_INCLUDE").map(PathBuf::from);
        let include = include.ok_or("TVM_FFI_INCLUDE does not name the headers of the wheel")?;
        let cpp = include.with_file_name("lib").join("libtvm_ffi.so");
        if !cpp.is_file() {
            return Err(format!("`{}` is missing", cpp.display()));
        }
        for compiler in [c_compiler(), cpp_compiler()] {
            let answer = Command::new(&compiler).arg("--version").output();
            answer.map_err(|error| format!("the compiler `{compiler}` does not run: {error}"))?;
        }
        Ok(Self { include, cpp })
    }

    /// Compiles C, with what else is named.
    pub(crate) fn compile_c(&self, source: &str, output: &str, options: &[&str]) -> PathBuf {
        self.compile(&c_compiler(), "-std=gnu11", source, output, options)
    }

    /// Compiles C++, with what else is named.
    pub(crate) fn compile_cpp(&self, source: &str, output: &str, options: &[&str]) -> PathBuf {
        self.compile(&cpp_compiler(), "-std=c++17", source, output, options)
    }

    fn compile(
        &self,
        compiler: &str,
        standard: &str,
        source: &str,
        output: &str,
        options: &[&str],
    ) -> PathBuf {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(output);
        let mut command = Command::new(compiler);
        command.args([standard, "-O1", "-Wall", "-pthread"]).arg("-I").arg(&self.include);
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(source)).arg("-o").arg(&path);
        run(command.args(options).arg("-ldl"));
        path
    }
}

fn c_compiler() -> String {
    env::var("CC").unwrap_or_else(|_| "cc".to_owned())
}

fn cpp_compiler() -> String {
    env::var("CXX").unwrap_or_else(|_| "c++".to_owned())
}

/// The options of the compiler for a program: quick to compile, or with `TVM_FFI_TEST_ASAN` under AddressSanitizer.
pub(crate) fn options() -> [&'static str; 2] {
    let is_sanitized = env::var_os("TVM_FFI_TEST_ASAN").is_some();
    // Most of the time of a short test is that of the compiler.
    if is_sanitized { ["-g", "-fsanitize=address"] } else { ["-g0", "-O0"] }
}

/// Runs a program that must succeed, and returns what it prints.
pub(crate) fn run(command: &mut Command) -> String {
    let done = command.output().unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"));
    let [stdout, stderr] = [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(done.status.success(), "{command:?}: {}\n{stdout}\n{stderr}", done.status);
    stdout
}

/// The number that a variable has, or the default.
pub(crate) fn number(variable: &str, default: u64) -> u64 {
    let text = env::var(variable).unwrap_or_default();
    text.parse().unwrap_or(default)
}

/// The runtimes under test: the one in Rust, and the C++ runtime itself.
pub(crate) fn under_test(tools: &Tools) -> [PathBuf; 2] {
    static SHARED: OnceLock<PathBuf> = OnceLock::new();
    let shared =
        SHARED.get_or_init(|| env::var_os("TVM_FFI_TEST_SHARED").map_or_else(build_shared, PathBuf::from));
    [shared.clone(), tools.cpp.clone()]
}

/// Builds the runtime in Rust as a shared library, and returns its path.
fn build_shared() -> PathBuf {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--package", "tvm-ffi-rs-runtime-shared", "--message-format", "json"]);
    let messages = run(command.current_dir(env!("CARGO_MANIFEST_DIR")));
    let mut paths = messages.split('"').filter(|text| text.ends_with("libtvm_ffi_rs_runtime_shared.so"));
    PathBuf::from(paths.next_back().expect("cargo names the library that it builds"))
}
