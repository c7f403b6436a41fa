//! Values of flags that several commands take: what is out of range is said before anything runs.

use std::time::Duration;

/// The most random cases a check draws at once: all of them are planned before the first is run.
pub(super) const MOST_CASES: u64 = 1_000_000;
/// The most workers.
const MOST_JOBS: usize = 1024;
/// The longest time that can be asked for.
const LONGEST: Duration = Duration::from_hours(7 * 24);

pub(super) fn cases(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(cases) if cases <= MOST_CASES => Ok(cases),
        Ok(_) => Err(format!("a check draws at most {MOST_CASES} cases at once; `--for 10m` goes on drawing")),
        Err(_) => Err(format!("`{text}` is not a number of cases")),
    }
}

pub(super) fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("there is at least one worker; leave --jobs out for one per core".to_owned()),
        Ok(jobs) if jobs <= MOST_JOBS => Ok(jobs),
        Ok(_) => Err(format!("there are at most {MOST_JOBS} workers")),
        Err(_) => Err(format!("`{text}` is not a number of workers")),
    }
}

pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let factor = match unit {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is not a unit of time; use ms, s, m or h")),
    };
    let number: f64 = number.parse().map_err(|_| format!("`{text}` is not a time; write 90s or 10m"))?;
    Duration::try_from_secs_f64(number * factor).ok().filter(|time| !time.is_zero() && *time <= LONGEST).ok_or_else(
        || format!("`{text}` is out of range: more than nothing, and at most {}h", LONGEST.as_secs() / 3600),
    )
}
