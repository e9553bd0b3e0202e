//! `giog completions`: what a shell needs to complete the commands and flags.

use std::io::Write;

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::Cli;

/// The arguments of `giog completions`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// Writes the script for the shell.
pub fn run(args: &Args, mut output: impl Write) -> anyhow::Result<()> {
    // Made before it is written: the generator takes no errors of the output.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "giog", &mut script);
    Ok(output.write_all(&script)?)
}
