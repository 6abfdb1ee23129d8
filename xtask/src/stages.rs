//! Runs several checks. A check that fails does not stop the others.

use std::fmt;
use std::time::{Duration, Instant};

use crate::process::{Failure, Result, announce};

/// The result of a stage that did not fail.
pub(crate) enum Outcome {
    Passed,
    /// The stage did not run, for this reason. Without the reason it would look like a stage that passed.
    Skipped(String),
}

/// The stages run so far.
#[derive(Default)]
pub(crate) struct Stages {
    done: Vec<Stage>,
}

struct Stage {
    name: &'static str,
    result: Result<Outcome>,
    time: Duration,
}

impl Stages {
    /// Runs one stage and remembers how it ended.
    pub(crate) fn run(&mut self, name: &'static str, body: impl FnOnce() -> Result<Outcome>) {
        announce(format_args!("stage: {name}"));
        let start = Instant::now();
        let result = body();
        self.done.push(Stage { name, result, time: start.elapsed() });
    }

    /// Prints the summary, and fails if a stage did.
    pub(crate) fn finish(self) -> Result<()> {
        println!("==> summary");
        for stage in &self.done {
            println!("    {stage}");
        }
        let total: Duration = self.done.iter().map(|stage| stage.time).sum();
        println!("    {:<17}{:.1} s", "total", total.as_secs_f64());
        let failed: Vec<&str> =
            self.done.iter().filter(|stage| stage.result.is_err()).map(|stage| stage.name).collect();
        if failed.is_empty() {
            Ok(())
        } else {
            Err(Failure::Task(format!(
                "{} of {} stages failed: {}",
                failed.len(),
                self.done.len(),
                failed.join(", ")
            )))
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<17}", self.name)?;
        match &self.result {
            Ok(Outcome::Passed) => write!(f, "passed in {:.1} s", self.time.as_secs_f64()),
            Ok(Outcome::Skipped(reason)) => write!(f, "skipped: {reason}"),
            Err(failure) => write!(f, "FAILED after {:.1} s: {failure}", self.time.as_secs_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_stage_hides_neither_itself_nor_the_next() {
        let mut ran = false;
        let mut stages = Stages::default();
        stages.run("first", || Err(Failure::Task("broken".to_owned())));
        stages.run("second", || {
            ran = true;
            Ok(Outcome::Passed)
        });
        let failure = stages.finish().expect_err("the first stage failed");
        assert!(ran);
        assert_eq!(failure.to_string(), "1 of 2 stages failed: first");
    }

    #[test]
    fn a_stage_that_ran_shows_its_time() {
        let stage = |result| Stage { name: "rust", result, time: Duration::from_millis(1500) }.to_string();
        assert!(stage(Ok(Outcome::Passed)).ends_with("passed in 1.5 s"));
        assert!(stage(Err(Failure::Task("broken".to_owned()))).ends_with("FAILED after 1.5 s: broken"));
    }

    #[test]
    fn a_skipped_stage_is_no_failure_and_shows_its_reason() {
        let stage = Stage {
            name: "miri",
            result: Ok(Outcome::Skipped("no nightly".to_owned())),
            time: Duration::ZERO,
        };
        assert!(stage.to_string().ends_with("skipped: no nightly"), "{stage}");
        assert!(Stages { done: vec![stage] }.finish().is_ok());
    }
}
