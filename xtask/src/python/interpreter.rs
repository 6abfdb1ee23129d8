//! The Python that the machine has.

use std::ffi::{OsStr, OsString};
use std::process::Command;

use crate::apt;
use crate::process::{Failure, Result, probe};

/// The oldest version that `apache-tvm-ffi` has wheels for.
const OLDEST: (u32, u32) = (3, 9);

/// Runs in any Python, so that the error for an old one names its version. In a virtual environment it prints the base interpreter,
/// because the environment may be replaced.
const PROBE: &str = "\
import sys
print('%d.%d' % sys.version_info[:2])
print(getattr(sys, '_base_executable', None) or sys.executable)
";

/// An interpreter that is new enough and can make virtual environments.
pub(crate) struct Interpreter {
    pub(crate) executable: String,
    pub(crate) version: String,
}

impl Interpreter {
    /// Finds the interpreter, or installs one.
    pub(crate) fn find() -> Result<Self> {
        Self::search().or_else(|missing| {
            apt::install(&["python3", "python3-venv"])
                .map_err(|reason| Failure::Task(format!("{missing}\n(not installed: {reason})")))?;
            Self::search()
        })
    }

    /// Finds the interpreter: what `PYTHON` names, or else the first usable one of the usual names.
    fn search() -> Result<Self> {
        let candidates = match std::env::var_os("PYTHON").filter(|name| !name.is_empty()) {
            Some(name) => vec![name],
            None => vec![OsString::from("python3"), OsString::from("python")],
        };
        let mut rejected = Vec::new();
        for name in &candidates {
            match Self::look_at(name) {
                Ok(interpreter) => return Ok(interpreter),
                Err(reason) => rejected.push(format!("  {}: {reason}", name.display())),
            }
        }
        Err(Failure::Task(format!(
            "no usable Python, expected {}.{} or newer with `venv` and `ensurepip`; looked at:\n{}\n\
             install Python, or name an interpreter in the environment variable `PYTHON`",
            OLDEST.0,
            OLDEST.1,
            rejected.join("\n")
        )))
    }

    /// The interpreter `python<version>`.
    pub(crate) fn of_version(version: &str) -> Result<Self> {
        let name = format!("python{version}");
        Self::look_at(OsStr::new(&name)).map_err(|reason| Failure::Task(format!("{name}: {reason}")))
    }

    fn look_at(name: &OsStr) -> std::result::Result<Self, String> {
        let mut command = Command::new(name);
        // The `python3.9` of pyenv starts only if this variable selects that version.
        if let Some(version) = name.to_str().and_then(|name| name.strip_prefix("python3.")) {
            command.env("PYENV_VERSION", format!("3.{version}"));
        }
        let output = probe(command.args(["-c", PROBE]))?;
        let mut lines = output.lines();
        let version = lines.next().unwrap_or_default().to_owned();
        let executable = lines.next().unwrap_or_default().to_owned();
        match parse_version(&version) {
            None => return Err(format!("said `{version}` for its version")),
            Some(found) if found < OLDEST => return Err(format!("is Python {version}, too old")),
            Some(_) => {}
        }
        // Debian ships Python without `ensurepip`, and `-m venv` then fails halfway.
        probe(Command::new(&executable).args(["-c", "import ensurepip, venv"])).map_err(|_| {
            format!(
                "is Python {version} without `venv` or `ensurepip` \
                 (on Debian and Ubuntu: apt-get install python3-venv)"
            )
        })?;
        Ok(Self { executable, version })
    }
}

fn parse_version(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.trim().split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_numbers() {
        assert!(parse_version("3.10") > Some(OLDEST));
        assert!(parse_version("3.9") == Some(OLDEST));
        assert!(parse_version("2.7") < Some(OLDEST));
        assert_eq!(parse_version("three"), None);
    }

    #[test]
    fn a_program_that_is_absent_is_rejected_with_a_reason() {
        let rejected = Interpreter::look_at(OsStr::new("no-such-python-here"));
        assert!(rejected.is_err_and(|reason| !reason.is_empty()));
    }
}
