//! A disk that refuses writes, or does not keep them, under a server in a process of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The library between a program and its disk; what it can do is said there.
const SOURCE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../crates/store/src/tests/disk/faults.c"
);
/// By this the library finds the folder that says what fails.
const FAULTS: &str = "GIOG_TEST_FAULTS";

/// A disk that can be made to fail.
#[derive(Debug)]
pub struct BadDisk {
    folder: TempDir,
    library: PathBuf,
}

impl BadDisk {
    /// One that does not fail yet; `None` where there can be none: without a C compiler, or off Linux.
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

    /// What a program is told to have this disk.
    pub fn environment(&self) -> [(&'static str, &Path); 2] {
        [("LD_PRELOAD", &self.library), (FAULTS, self.folder.path())]
    }

    /// Lets it fail in this way.
    ///
    /// # Panics
    /// If the folder is gone.
    pub fn fail(&self, what: &str) {
        fs::write(self.folder.path().join(what), "").expect("the fault begins");
    }

    /// Mends it.
    ///
    /// # Panics
    /// If it did not fail in this way.
    pub fn mend(&self, what: &str) {
        fs::remove_file(self.folder.path().join(what)).expect("the fault ends");
    }
}
