//! Runs several checks. A check that fails does not stop the others.

use std::fmt;
use std::time::{Duration, Instant};

use crate::process::{Failure, Result, announce};

/// What the usual tests may take, in seconds of the processors: of other programs on the machine these depend little.
const BUDGETS: [(&str, u64); 2] = [("build", 360), ("tests", 240)];

/// How much more CI allows, since processors differ.
const SLACK: u64 = 2;

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
    /// The time of the processors for the programs that the stage ran, where the system tells it.
    cpu: Option<Duration>,
}

impl Stages {
    /// Runs one stage and remembers how it ended.
    pub(crate) fn run(&mut self, name: &'static str, body: impl FnOnce() -> Result<Outcome>) {
        announce(format_args!("stage: {name}"));
        let (start, before) = (Instant::now(), cpu_of_programs());
        let result = body();
        let cpu = cpu_of_programs().zip(before).map(|(after, before)| after.saturating_sub(before));
        self.done.push(Stage { name, result, time: start.elapsed(), cpu });
    }

    /// A stage that took far more than its budget fails.
    pub(crate) fn hold_to_budgets(&mut self) {
        for stage in &mut self.done {
            if let (Some(budget), Some(cpu)) = (stage.budget(), stage.cpu)
                && cpu.as_secs() > budget * SLACK
                && stage.result.is_ok()
            {
                stage.result = Err(Failure::Task(format!("more than {SLACK} times its budget")));
            }
        }
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

impl Stage {
    fn budget(&self) -> Option<u64> {
        BUDGETS.iter().find(|(name, _)| *name == self.name).map(|(_, seconds)| *seconds)
    }
}

/// The time of the processors for all programs that have ended, from `cutime` and `cstime` of proc(5), in hundredths of a second.
fn cpu_of_programs() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may have spaces in it.
    let (_, fields) = text.rsplit_once(')')?;
    let ticks = fields.split_whitespace().skip(13).take(2).map(|field| field.parse::<u64>().ok());
    Some(Duration::from_millis(10 * ticks.sum::<Option<u64>>()?))
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<17}", self.name)?;
        match &self.result {
            Ok(Outcome::Passed) => write!(f, "passed in {:.1} s", self.time.as_secs_f64()),
            Ok(Outcome::Skipped(reason)) => write!(f, "skipped: {reason}"),
            Err(failure) => write!(f, "FAILED after {:.1} s: {failure}", self.time.as_secs_f64()),
        }?;
        match (self.budget(), self.cpu) {
            (Some(budget), Some(cpu)) => write!(f, ", {} s of processors of {budget} s", cpu.as_secs()),
            _ => Ok(()),
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
        let stage =
            |result| Stage { name: "rust", result, time: Duration::from_millis(1500), cpu: None }.to_string();
        assert!(stage(Ok(Outcome::Passed)).ends_with("passed in 1.5 s"));
        assert!(stage(Err(Failure::Task("broken".to_owned()))).ends_with("FAILED after 1.5 s: broken"));
    }

    #[test]
    fn a_stage_that_takes_far_more_than_its_budget_fails() {
        let stage = |seconds| Stage {
            name: "tests",
            result: Ok(Outcome::Passed),
            time: Duration::ZERO,
            cpu: Some(Duration::from_secs(seconds)),
        };
        let mut stages = Stages { done: vec![stage(1), stage(10_000)] };
        stages.hold_to_budgets();
        let failure = stages.finish().expect_err("one took too long");
        assert_eq!(failure.to_string(), "1 of 2 stages failed: tests");
    }

    #[test]
    fn a_skipped_stage_is_no_failure_and_shows_its_reason() {
        let stage = Stage {
            name: "miri",
            result: Ok(Outcome::Skipped("no nightly".to_owned())),
            time: Duration::ZERO,
            cpu: None,
        };
        assert!(stage.to_string().ends_with("skipped: no nightly"), "{stage}");
        assert!(Stages { done: vec![stage] }.finish().is_ok());
    }
}
