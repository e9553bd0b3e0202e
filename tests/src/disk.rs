//! A disk that refuses writes, or loses them, for a server in a process of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The library between a program and its disk; its faults are documented there.
const SOURCE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../crates/store/src/tests/disk/faults.c"
);
/// The environment variable with the folder that tells the library what fails.
const FAULTS: &str = "GIOG_TEST_FAULTS";

/// A disk that can be made to fail.
#[derive(Debug)]
pub struct BadDisk {
    folder: TempDir,
    library: PathBuf,
}

impl BadDisk {
    /// A disk that works at first; `None` if the library cannot be used: without a C compiler, or not on Linux.
    ///
    /// # Panics
    /// If the library does not compile.
    pub fn new() -> Option<Self> {
        if !cfg!(target_os = "linux") {
            return None;
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        let library = folder.path().join("faults.so");
        let compiler = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .arg(&library)
            .args([SOURCE, "-ldl"])
            .status();
        assert!(compiler.ok()?.success(), "the faults do not compile");
        Some(Self { folder, library })
    }

    /// The environment variables for a program that uses this disk.
    pub fn environment(&self) -> [(&'static str, &Path); 2] {
        [("LD_PRELOAD", &self.library), (FAULTS, self.folder.path())]
    }

    /// Turns a fault on.
    ///
    /// # Panics
    /// If the folder is gone.
    pub fn fail(&self, what: &str) {
        fs::write(self.folder.path().join(what), "").expect("the fault begins");
    }

    /// Turns a fault off.
    ///
    /// # Panics
    /// If it was not on.
    pub fn repair(&self, what: &str) {
        fs::remove_file(self.folder.path().join(what)).expect("the fault ends");
    }
}
