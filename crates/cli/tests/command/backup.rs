//! `giog backup` and `giog restore` show their progress on a terminal, and nothing of it elsewhere.

use crate::common::{giog, text};
use giog_rules::Timestamp;
use giog_server::SigningKey;
use giog_store::OpenOptions;
use tempfile::TempDir;

/// A folder with the data of a server, a backup of it, and what is restored from the backup.
struct Place {
    folder: TempDir,
}

impl Place {
    async fn new() -> Self {
        let place = Self {
            folder: TempDir::new().expect("a folder"),
        };
        let key = SigningKey::from_text(&"07".repeat(32)).expect("a key");
        key.put(&place.folder.path().join("data")).expect("stored");
        let store = giog_store::open(&place.url("data"), OpenOptions::default()).await;
        let store = store.expect("a new database");
        let at = Timestamp::from_unix_ms(1_800_000_000_000);
        let known = store.remember_key(key.public_key(), at).await;
        known.expect("stored");
        store.close().await;
        place
    }

    /// A path in it.
    fn path(&self, name: &str) -> String {
        let path = self.folder.path().join(name);
        path.to_str().expect("a path is text").to_owned()
    }

    /// The address of the database in a data folder.
    fn url(&self, data: &str) -> String {
        format!("sqlite:{}", self.path(&format!("{data}/giog.db")))
    }

    fn backup(&self) -> Command {
        let file = self.path("backup");
        self.command("data", &["backup", "--out", &file])
    }

    fn restore(&self) -> Command {
        let file = self.path("backup");
        self.command("restored", &["restore", &file])
    }

    fn command(&self, data: &str, words: &[&str]) -> Command {
        let (folder, url) = (self.path(data), self.url(data));
        let place = ["--data-dir", &folder, "--database-url", &url];
        let words = words.iter().chain(&place);
        Command(words.map(|&word| word.to_owned()).collect())
    }
}

/// The arguments of a command.
struct Command(Vec<String>);

impl Command {
    fn words(&self) -> Vec<&str> {
        self.0.iter().map(String::as_str).collect()
    }
}

#[tokio::test]
async fn in_a_pipe_a_backup_and_its_restore_write_nothing_but_what_they_did() {
    let place = Place::new().await;
    for (command, end) in [
        (
            place.backup(),
            "`giog restore` puts it into an empty database.\n",
        ),
        (place.restore(), "`giog serve` goes on from there.\n"),
    ] {
        let output = giog(&command.words(), b"");
        assert!(output.status.success(), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
        let told = text(&output);
        assert!(told.ends_with(end), "{told}");
        assert!(!told.contains(['\r', '\u{1b}']), "{told:?}");
    }
}

#[tokio::test]
async fn a_backup_to_the_standard_output_is_a_backup_and_nothing_else() {
    let place = Place::new().await;
    let folder = place.path("");
    let words = place.command("data", &["backup", "--out", "-"]);
    let output = giog(&words.words(), b"");
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let length = format!("the backup: {} bytes", output.stdout.len());
    assert!(told.contains(&length), "{told}");
    let files = std::fs::read_dir(&folder).expect("the folder");
    assert_eq!(files.count(), 1, "it is in no file");
    assert!(!std::path::Path::new("-").exists());
    std::fs::write(place.path("backup"), &output.stdout).expect("written");
    let restored = giog(&place.restore().words(), b"");
    assert!(restored.status.success(), "{restored:?}");
}

#[tokio::test]
async fn a_backup_in_a_folder_replaces_the_oldest_ones() {
    let place = Place::new().await;
    let folder = place.path("backups");
    std::fs::create_dir(&folder).expect("made");
    let old = |year: u32| format!("{folder}/giog-{year}-01-01T00-00-00.000Z.tar.gz");
    for year in [2001, 2002, 2003] {
        std::fs::write(old(year), "old").expect("written");
    }
    let words = ["backup", "--folder", &folder, "--keep", "2"];
    let output = giog(&place.command("data", &words).words(), b"");
    assert!(output.status.success(), "{output:?}");
    let told = text(&output);
    for year in [2001, 2002] {
        assert!(told.contains(&format!("deleted {}", old(year))), "{told}");
        assert!(!std::path::Path::new(&old(year)).exists(), "{year}");
    }
    let files = std::fs::read_dir(&folder).expect("the folder");
    assert_eq!(files.count(), 2, "the new one and that of 2003");
}

#[tokio::test]
async fn where_no_database_is_a_backup_makes_none() {
    let place = Place::new().await;
    let wrong = format!("sqlite:{}", place.path("data/gigo.db"));
    let data = place.path("data");
    let words = [
        "backup",
        "--data-dir",
        &data,
        "--database-url",
        &wrong,
        "--out",
        "-",
    ];
    let output = giog(&words, b"");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty());
    assert!(!std::path::Path::new(&place.path("data/gigo.db")).exists());
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn on_a_terminal_it_is_seen_how_far_a_backup_and_its_restore_are() {
    use crate::common::on_a_terminal;
    use indicatif::HumanBytes;

    let place = Place::new().await;
    let Some(told) = on_a_terminal(&place.backup().words()) else {
        return;
    };
    assert!(told.contains("secret signing key"), "{told:?}");
    let file = std::fs::metadata(place.path("backup")).expect("the backup is there");
    let human = |bytes| HumanBytes(bytes).to_string();
    // The output ends with the total size and the speed.
    let (whole, twice) = (human(file.len()), human(2 * file.len()));
    let written = told.contains(&format!(" {whole}, "));
    assert!(written && told.contains("B/s"), "{whole}: {told:?}");
    let told = on_a_terminal(&place.restore().words()).expect("there is a terminal");
    assert!(told.contains("Restored, as of "), "{told:?}");
    // The backup is read twice: to be checked, and to be restored.
    for read in [&whole, &twice] {
        let seen = format!(" {read} of {twice}, ");
        assert!(told.contains(&seen), "{seen}: {told:?}");
    }
}
