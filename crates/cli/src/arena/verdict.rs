//! The exit status of a run, for CI.

use std::process::ExitCode;

use giog_arena::Report;

/// The exit status if an engine is worse than asked for.
const FAILED: u8 = 1;

/// What is asked of the engines.
#[derive(Debug, clap::Args)]
pub struct FailArgs {
    /// Exit with status 1 if the first engine's share of the wins, alone against another one, is less, in per cent
    #[arg(long, value_name = "PERCENT")]
    fail_under: Option<f64>,
    /// Exit with status 1 if the default was taken instead of an answer
    #[arg(long)]
    fail_on_faults: bool,
}

impl FailArgs {
    /// The exit status after a run that was played.
    pub fn verdict(&self, report: &Report) -> ExitCode {
        let is_under = self.fail_under.is_some_and(|least| {
            let first = report.engines.first().map(|engine| &engine.name);
            let pairings = report.pairings.iter();
            let mut of_first = pairings.filter(|pairing| Some(&pairing.first) == first);
            of_first.any(|pairing| {
                let share = pairing.alone.map_or(0.0, |alone| alone.mean);
                share * 100.0 < least
            })
        });
        if is_under || (self.fail_on_faults && report.faults() > 0) {
            ExitCode::from(FAILED)
        } else {
            ExitCode::SUCCESS
        }
    }
}
