//! Metrics of the process from the operating system, only on Linux.

use std::fs;

use crate::descriptors;

/// Units of CPU time per second in `/proc`: always a hundredth of a second for programs, whatever the kernel uses internally.
const TICKS_PER_SECOND: u32 = 100;

/// Metrics of the process.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Process {
    pub resident_bytes: f64,
    /// Complete seconds.
    pub cpu_seconds: u64,
    pub open_fds: f64,
    /// How many may be open; infinite without a limit.
    pub max_fds: f64,
    /// Unix time, in seconds.
    pub started_at_s: f64,
}

impl Process {
    /// The current values; none on other systems.
    pub fn now() -> Option<Self> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        let system = fs::read_to_string("/proc/stat").ok()?;
        let open_fds = fs::read_dir("/proc/self/fd").ok()?.count();
        let limit = descriptors::limit();
        #[expect(clippy::cast_precision_loss, reason = "limits are below 2^53")]
        let max_fds = limit.map_or(f64::INFINITY, |limit| limit as f64);
        let open_fds = u32::try_from(open_fds).ok()?;
        Self::read(&status, &stat, &system, open_fds, max_fds)
    }

    fn read(status: &str, stat: &str, system: &str, open_fds: u32, max_fds: f64) -> Option<Self> {
        // The program's name in parentheses may contain spaces. What follows it begins with the third field.
        let (_, fields) = stat.rsplit_once(')')?;
        let field = |number: usize| -> Option<u64> {
            fields
                .split_ascii_whitespace()
                .nth(number - 3)?
                .parse()
                .ok()
        };
        let kib: f64 = line(status, "VmRSS:")?
            .trim_end_matches("kB")
            .trim()
            .parse()
            .ok()?;
        let booted_at_s: f64 = line(system, "btime")?.parse().ok()?;
        let started_ticks: f64 = fields.split_ascii_whitespace().nth(22 - 3)?.parse().ok()?;
        Some(Self {
            resident_bytes: kib * 1024.0,
            cpu_seconds: (field(14)? + field(15)?) / u64::from(TICKS_PER_SECOND),
            open_fds: open_fds.into(),
            max_fds,
            started_at_s: booted_at_s + started_ticks / f64::from(TICKS_PER_SECOND),
        })
    }
}

/// The rest of the line that begins with this name.
fn line<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines()
        .find_map(|line| line.strip_prefix(name))
        .map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_linux_are_read() {
        let status = "Name:\tgiog\nVmRSS:\t   20480 kB\nThreads:\t3\n";
        let stat = "7 (a (b) c) S 1 7 7 0 -1 4194560 90 0 0 0 150 50 0 0 20 0 3 0 12345 1 2 3";
        let system = "cpu 1 2 3\nbtime 1700000000\nprocesses 9\n";
        let expected = Process {
            resident_bytes: 20_971_520.0,
            cpu_seconds: 2,
            open_fds: 9.0,
            max_fds: 64.0,
            started_at_s: 1_700_000_123.45,
        };
        assert_eq!(Process::read(status, stat, system, 9, 64.0), Some(expected));
        assert_eq!(Process::read("", stat, system, 9, 64.0), None);
        assert_eq!(Process::read(status, "7 (a) S", system, 9, 64.0), None);
    }
}
