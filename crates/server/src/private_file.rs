//! Files and folders that only the server's user may access.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Creates a folder that only the server's user can access, unless it exists: the database in it contains hands of running matches.
pub fn make_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Whether the file's and its folder's permissions let its group or everybody read it; false if that cannot be determined.
pub(crate) fn others_can_read(path: &Path) -> bool {
    may_read(path, 0o044)
}

/// Whether they let everybody read it; false if that cannot be determined.
pub(crate) fn everybody_can_read(path: &Path) -> bool {
    may_read(path, 0o004)
}

#[cfg(unix)]
fn may_read(path: &Path, whom: u32) -> bool {
    use std::os::unix::fs::PermissionsExt;

    // A file name without a folder is in the current folder.
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mode = |path: &Path| fs::metadata(path).map(|found| found.permissions().mode());
    match (mode(path), mode(folder)) {
        // For each class of users, bit 4 of a file means reading, and bit 1 of a folder means access to what is in it.
        (Ok(file), Ok(folder)) => file & (folder << 2) & whom != 0,
        _ => false,
    }
}

#[cfg(not(unix))]
fn may_read(_: &Path, _: u32) -> bool {
    false
}

/// Writes a file with one line that only the server's user may read: atomically, and durably even after a power loss.
pub fn write_secret(path: &Path, secret: &str) -> io::Result<()> {
    let new = path.with_added_extension("new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&new)?;
    writeln!(file, "{secret}")?;
    file.sync_all()?;
    fs::rename(&new, path)?;
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_data_folder_that_is_made_is_for_the_servers_user_alone() {
        use std::os::unix::fs::PermissionsExt;

        let dir = tempfile::tempdir().expect("a temporary folder");
        let data_dir = dir.path().join("new/data");
        make_private_folder(&data_dir).expect("it is made");
        make_private_folder(&data_dir).expect("it is there");
        let mode = |path: &Path| {
            fs::metadata(path)
                .expect("it is there")
                .permissions()
                .mode()
        };
        assert_eq!(mode(&data_dir) & 0o777, 0o700);
    }

    #[cfg(unix)]
    #[test]
    fn others_can_read_what_both_the_file_and_its_folder_let_them() {
        use std::os::unix::fs::PermissionsExt;

        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("file");
        fs::write(&path, "").expect("it is written");
        for (of_folder, of_file, expected) in [
            (0o755, 0o644, true),
            (0o755, 0o640, true),
            (0o755, 0o604, true),
            (0o750, 0o640, true),
            (0o711, 0o644, true),
            (0o755, 0o600, false),
            (0o755, 0o611, false),
            (0o750, 0o604, false),
            (0o744, 0o644, false),
            (0o700, 0o644, false),
        ] {
            for (path, mode) in [(&*path, of_file), (dir.path(), of_folder)] {
                fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
            }
            let found = others_can_read(&path);
            assert_eq!(found, expected, "{of_folder:o}, {of_file:o}");
            let by_everybody = of_file & 0o004 != 0 && of_folder & 0o001 != 0;
            let found = everybody_can_read(&path);
            assert_eq!(found, by_everybody, "{of_folder:o}, {of_file:o}");
        }
        assert!(!others_can_read(&dir.path().join("nothing")));
    }
}
