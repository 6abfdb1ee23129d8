//! `bench-launch LAUNCHER CASE CALLS [REPEATS]`
//!
//! Launches a kernel with four arguments through a driver that only counts, `CALLS` times: once, or `REPEATS` times with the nanoseconds per launch
//! printed for each, one a line. With `REPEATS` 0, prints the driver's calls and the allocations per launch.
//!
//! `LAUNCHER` is `ours`, `cudarc`, or `cudarc_events`, which is cudarc as it comes: with an event for each slice as soon as there is a second stream.
//! `CASE` is `stream` or `default`, the legacy default stream. `c/launch_floor.c` is the same in C.

mod allocations;
mod cudarc_launch;
mod ours;

use std::error::Error;
use std::time::Instant;

use libloading::Library;

/// The blocks of the grid, and the number of elements for the kernel.
const BLOCKS: u32 = 4;
const ELEMENTS: i64 = 1000;

/// Makes a number of launches.
type LaunchMany = Box<dyn FnMut(u64)>;

fn main() -> Result<(), Box<dyn Error>> {
    let args = std::env::args().collect::<Vec<_>>();
    let [_, launcher, case, calls, rest @ ..] = &args[..] else {
        return Err("usage: bench-launch LAUNCHER CASE CALLS [REPEATS]".into());
    };
    let is_default = case == "default";
    let calls = calls.parse::<u64>()?;
    let repeats = rest.first().map(|text| text.parse::<u32>()).transpose()?;
    let run = |mut launch_many: LaunchMany| -> Result<(), Box<dyn Error>> {
        // What happens once has happened then.
        launch_many(1);
        match repeats {
            None => launch_many(calls),
            Some(0) => count(&mut launch_many, calls)?,
            Some(repeats) => (0..repeats).for_each(|_| time(&mut launch_many, calls)),
        }
        Ok(())
    };
    match &**launcher {
        "ours" => ours::with_launches(is_default, run)?,
        "cudarc" => run(cudarc_launch::launches(is_default, false)?),
        "cudarc_events" => run(cudarc_launch::launches(is_default, true)?),
        _ => Err(format!("no launcher `{launcher}`").into()),
    }
}

fn time(launch_many: &mut LaunchMany, calls: u64) {
    let start = Instant::now();
    launch_many(calls);
    println_line(format_args!("{:.3}", start.elapsed().as_nanos() as f64 / calls as f64));
}

fn count(launch_many: &mut LaunchMany, calls: u64) -> Result<(), Box<dyn Error>> {
    let path = std::env::var_os("TVM_FFI_CUDA_DRIVER").ok_or("TVM_FFI_CUDA_DRIVER is not set")?;
    // SAFETY: the counting driver has no constructors.
    let driver = unsafe { Library::new(path) }?;
    // SAFETY: the declaration is that of `c/counting_driver.c`.
    let counting_calls = unsafe { driver.get::<unsafe extern "C" fn() -> i64>("counting_calls\0") }?;
    // SAFETY: it takes nothing.
    let driver_calls = || unsafe { counting_calls() };
    let mut counted = |calls: u64| {
        let before = (driver_calls(), allocations::number());
        launch_many(calls);
        (driver_calls() - before.0, allocations::number() - before.1)
    };
    // What is done once for all of them is in both.
    let (before, after) = (counted(calls), counted(2 * calls));
    let per_launch = |before: f64, after: f64| (after - before) / calls as f64;
    println_line(format_args!(
        "{} {}",
        per_launch(before.0 as f64, after.0 as f64),
        per_launch(before.1 as f64, after.1 as f64)
    ));
    Ok(())
}

fn println_line(text: std::fmt::Arguments<'_>) {
    use std::io::Write as _;
    // A reader that has gone away does not want the figures.
    let _ = writeln!(std::io::stdout(), "{text}");
}
