//! The file with the records of a run.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Seek as _, SeekFrom, Write};
use std::path::Path;

use anyhow::Context as _;
use giog_arena::{Before, Contest};

/// The file with the records of a run.
#[derive(Debug)]
pub struct RecordsFile(BufWriter<File>);

impl RecordsFile {
    /// Opens the file: a new one, or that of a run to go on with, of which what is not complete is cut off.
    pub fn open(path: &Path, resume: bool, contest: &Contest) -> anyhow::Result<(Self, Before)> {
        let named = || path.display().to_string();
        if !resume {
            let file = OpenOptions::new().write(true).create_new(true).open(path);
            let file = file.with_context(|| {
                format!(
                    "{} cannot be written; --resume goes on with a file",
                    named()
                )
            })?;
            return Ok((Self(BufWriter::new(file)), Before::default()));
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(named)?;
        let before = Before::read(contest, BufReader::new(&file)).with_context(named)?;
        file.set_len(before.bytes).with_context(named)?;
        file.seek(SeekFrom::End(0)).with_context(named)?;
        Ok((Self(BufWriter::new(file)), before))
    }
}

impl Write for RecordsFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
