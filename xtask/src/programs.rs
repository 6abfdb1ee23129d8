//! Test programs, which cargo builds and this runs: two at a time, with one line of output for each that passes.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::artifacts;
use crate::process::{Failure, Result, announce, cannot_start, capture};
use crate::python::library_path;

/// How many run at the same time. Most have several threads, and wait for one long test at the end.
const AT_A_TIME: usize = 2;

/// A program with a name for its line of output.
pub(crate) struct Program {
    pub(crate) name: String,
    pub(crate) command: Command,
}

impl Program {
    /// Gives the program the variables that `settings` sets and removes, but for cargo's search path for libraries, on which tests of macros have the
    /// compiler's.
    pub(crate) fn with_variables_of(mut self, settings: &Command) -> Self {
        for (name, value) in settings.get_envs().filter(|(name, _)| !library_path::is_search_path(name)) {
            match value {
                Some(value) => self.command.env(name, value),
                None => self.command.env_remove(name),
            };
        }
        self
    }
}

/// Builds test programs with `test`, a `cargo test` in `root`. Each runs in the folder of its package, as with cargo.
pub(crate) fn build(root: &Path, test: &mut Command) -> Result<Vec<Program>> {
    test.args(["--no-run", "--message-format=json-render-diagnostics"]);
    let messages = capture(test)?;
    let programs = artifacts::test_programs(&messages).into_iter().map(|built| {
        let folder = built.manifest.parent().map_or_else(PathBuf::new, Path::to_owned);
        let source = built.source.strip_prefix(root).unwrap_or(&built.source);
        let mut command = Command::new(built.program);
        command.current_dir(&folder).env("CARGO_MANIFEST_DIR", folder);
        Program { name: source.display().to_string(), command }
    });
    Ok(programs.collect())
}

/// Runs all programs, also after one that fails. The first ones start first.
pub(crate) fn run(programs: Vec<Program>) -> Result<()> {
    let rest = Mutex::new(programs.into_iter());
    let failed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                while let Some(program) = next(&rest) {
                    let name = program.name.clone();
                    if let Err(failure) = run_one(program) {
                        announce(format_args!("{name}: {failure}"));
                        failed.lock().unwrap_or_else(PoisonError::into_inner).push(name);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    if failed.is_empty() { Ok(()) } else { Err(Failure::Task(failed.join(", "))) }
}

fn next(rest: &Mutex<impl Iterator<Item = Program>>) -> Option<Program> {
    rest.lock().unwrap_or_else(PoisonError::into_inner).next()
}

/// Runs a program, and prints its whole output if it fails.
fn run_one(program: Program) -> Result<()> {
    let Program { name, mut command } = program;
    let start = Instant::now();
    let output = command.stdin(Stdio::null()).output().map_err(|error| cannot_start(&command, &error))?;
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.success() {
        let skipped = stdout.lines().chain(stderr.lines());
        let skipped = skipped.filter(|line| line.starts_with("skipped ") || line.starts_with("SKIPPED "));
        let skipped: String = skipped.map(|line| format!("\n    {line}")).collect();
        println!("{name}: {} in {:.1} s{skipped}", result(&stdout), start.elapsed().as_secs_f64());
        return Ok(());
    }
    // One call, so that the output of another program is not in between.
    println!("{stdout}{stderr}");
    Err(Failure::Task(output.status.to_string()))
}

/// What the output of a program says that passed: the counts of the Rust harness, or the last line.
fn result(stdout: &str) -> String {
    let results = || stdout.lines().filter(|line| line.starts_with("test result: ok."));
    if results().next().is_none() {
        return stdout.lines().next_back().unwrap_or("passed").trim_matches(['=', ' ']).to_owned();
    }
    let sum = |what: &str| results().filter_map(|line| count(line, what)).sum::<u64>();
    match sum("ignored") {
        0 => format!("{} passed", sum("passed")),
        ignored => format!("{} passed, {ignored} ignored", sum("passed")),
    }
}

/// The number before `what`, as in `test result: ok. 7 passed; 0 failed`.
fn count(line: &str, what: &str) -> Option<u64> {
    let (before, _) = line.split_once(&format!(" {what}"))?;
    before.rsplit(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_a_program_has_the_counts_of_all_its_results() {
        let one =
            "test result: ok. 7 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.0s\n";
        assert_eq!(result(&format!("running 8 tests\n{one}\n{one}")), "14 passed, 2 ignored");
        assert_eq!(result("....\n==== 12 passed, 3 skipped in 4.0s ====\n"), "12 passed, 3 skipped in 4.0s");
    }

    #[test]
    fn a_program_that_fails_is_named_and_stops_no_other() {
        let program = |name: &str, path: &str| Program { name: name.to_owned(), command: Command::new(path) };
        let failure = run(vec![program("missing", "/nowhere/missing"), program("gone", "/nowhere/gone")]);
        let failure = failure.expect_err("neither exists").to_string();
        assert!(failure.contains("missing") && failure.contains("gone"), "{failure}");
    }
}
