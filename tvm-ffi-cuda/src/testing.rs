//! The CUDA compiler and its headers, for tests that compare declarations with them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// A CUDA toolkit, and a folder for the files of one test.
pub(crate) struct Toolkit {
    root: PathBuf,
    folder: PathBuf,
}

impl Toolkit {
    /// Finds the toolkit. If there is none, prints why the test does not run.
    pub(crate) fn find(test: &str) -> Option<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);

        let Some(root) = std::env::var_os("TVM_FFI_TEST_CUDA") else {
            let reason = std::env::var("TVM_FFI_TEST_NO_CUDA");
            let reason = reason
                .unwrap_or_else(|_| "`TVM_FFI_TEST_CUDA` is not set; `cargo xtask test` sets it".to_owned());
            eprintln!("{test} is not run: {reason}");
            return None;
        };
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("tvm-ffi-cuda-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
        Some(Self { root: root.into(), folder })
    }

    /// The path of a file in the test's folder.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a file.
    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.file(name);
        std::fs::write(&path, text).expect("a file in the folder for temporary files can be written");
        path
    }

    /// Compiles a C or C++ program with the CUDA headers, runs it, and returns its output.
    pub(crate) fn output_of(&self, name: &str, source: &str) -> String {
        let source = self.write(name, source);
        let program = self.file("program");
        let (variable, usual) = if name.ends_with(".c") { ("CC", "cc") } else { ("CXX", "c++") };
        let mut compiler = Command::new(std::env::var_os(variable).unwrap_or_else(|| OsString::from(usual)));
        compiler.arg("-I").arg(self.root.join("include")).arg("-o").arg(&program).arg(source);
        run(&mut compiler);
        run(&mut Command::new(program))
    }

    /// Compiles a source with nvcc and these options, and returns the output file.
    pub(crate) fn nvcc(&self, source: &Path, options: &[&str]) -> Vec<u8> {
        let image = self.file("image");
        let mut compiler = Command::new(self.root.join("bin/nvcc"));
        run(compiler.args(options).arg("-o").arg(&image).arg(source));
        std::fs::read(image).expect("nvcc has written it")
    }
}

impl Drop for Toolkit {
    fn drop(&mut self) {
        // Files that remain in the temporary folder do no harm.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Runs a command and returns its output.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{command:?}:\n{stdout}\n{stderr}");
    stdout
}
