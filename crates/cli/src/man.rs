//! `giog man`: the manual pages of all commands.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::CommandFactory as _;

use crate::Cli;

/// The arguments of `giog man`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder, which is made if it is not there, such as /usr/local/share/man/man1
    folder: PathBuf,
}

/// Writes a page for each command, `giog.1`, `giog-serve.1`, ….
pub fn run(args: &Args) -> anyhow::Result<()> {
    let folder = &args.folder;
    let write = || {
        fs::create_dir_all(folder)?;
        clap_mangen::generate_to(Cli::command(), folder)
    };
    write().with_context(|| format!("cannot write the pages to {}", folder.display()))
}
