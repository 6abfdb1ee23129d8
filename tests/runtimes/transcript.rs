//! What a program writes about its calls of a runtime, a line each, and how two runtimes differ.

use std::env;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

/// What one process wrote.
pub(crate) struct Run {
    pub(crate) status: ExitStatus,
    pub(crate) transcript: String,
    /// The calls of each function, and what a runtime wrote.
    pub(crate) stderr: String,
}

/// Runs a program in a process of its own. `name` distinguishes its files.
pub(crate) fn run(command: &mut Command, name: &str) -> Run {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [out, err] = ["out", "err"].map(|end| folder.join(format!("{name}.{end}")));
    let create = |path: &PathBuf| File::create(path).expect("the folder of the tests is writable");
    command.stdin(Stdio::null()).stdout(create(&out)).stderr(create(&err));
    if let Ok(options) = env::var("ASAN_OPTIONS") {
        // The programs keep the modules that they load, whose addresses the libraries have.
        command.env("ASAN_OPTIONS", format!("{options}:detect_leaks=0"));
    }
    let status = command.status().expect("the program was compiled here");
    let read = |path| String::from_utf8_lossy(&std::fs::read(path).expect("it was created")).into_owned();
    Run { status, transcript: read(&out), stderr: read(&err) }
}

/// The first difference, with the calls that led to it.
pub(crate) fn difference(expected: &Run, found: &Run) -> Option<String> {
    let expected_lines: Vec<&str> = expected.transcript.lines().collect();
    let mut found_lines = found.transcript.lines();
    for (index, line) in expected_lines.iter().enumerate() {
        let other = found_lines.next().unwrap_or("the process has ended");
        if *line != other {
            let history = history(&expected_lines[..index], &[line, other]);
            return Some(format!(
                "{history}\n  C++: {line}\nfound: {other}\n{:?} {}",
                found.status,
                tail(&found.stderr)
            ));
        }
    }
    let same_end = found_lines.next().is_none() && expected.status == found.status;
    (!same_end)
        .then(|| format!("{:?}, expected {:?}\n{}", found.status, expected.status, tail(&found.stderr)))
}

/// The numbers of the slots in a line: `@7`.
fn slots(line: &str) -> impl Iterator<Item = &str> {
    line.split('@').skip(1).map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default())
}

/// The lines that used the slots of the last ones, and those that these used.
fn history(before: &[&str], last: &[&str]) -> String {
    const MOST: usize = 25;
    let mut wanted: Vec<&str> = last.iter().flat_map(|line| slots(line)).collect();
    let mut lines = Vec::new();
    for line in before.iter().rev() {
        if lines.len() == MOST {
            break;
        }
        if slots(line).any(|slot| wanted.contains(&slot)) {
            lines.push(*line);
            // What a line wrote was not needed before it.
            if let Some(slot) = line.split(" to=@").nth(1).and_then(|rest| rest.split(' ').next()) {
                wanted.retain(|it| *it != slot);
            }
            wanted.extend(slots(line.split(" to=@").next().unwrap_or_default()));
        }
    }
    lines.reverse();
    lines.join("\n")
}

pub(crate) fn tail(text: &str) -> &str {
    let mut start = text.len().saturating_sub(600);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..]
}
