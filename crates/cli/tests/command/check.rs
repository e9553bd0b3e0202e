//! `giog check`: what it finds, and its exit status.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::common::{giog, text};
use giog_store::{Archive, OpenOptions};

/// A data folder with these settings, a key, and the database of a server.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let in_it = |name: &str| folder.path().join(name);
    // These lines depend on the machine of the test.
    let settings =
        "[limits]\nconnections = 100\nconnections_per_address = 10\nleast_free_disk_bytes = 1\n";
    fs::write(in_it("giog.toml"), settings).expect("written");
    fs::write(in_it("signing.key"), "07".repeat(32)).expect("written");
    with_store(folder.path(), async |_| ());
    // With the permissions that the server gives them: only the owner can read them.
    for name in ["signing.key", "giog.db"] {
        let private = fs::Permissions::from_mode(0o600);
        fs::set_permissions(in_it(name), private).expect("changed");
    }
    folder
}

/// Does something with the store in a data folder.
fn with_store(folder: &Path, act: impl AsyncFnOnce(&Archive)) {
    let url = format!("sqlite:{}", folder.join("giog.db").display());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(async {
        let store = giog_store::open(&url, OpenOptions::default()).await;
        let store = store.expect("a database");
        act(&*store).await;
        store.close().await;
    });
}

fn check(folder: &Path, expected: i32, said: &[&str]) {
    let config = folder.join("giog.toml");
    let arguments = ["check", "--config", config.to_str().expect("text")];
    let place = ["--data-dir", folder.to_str().expect("text")];
    let output = giog(&[&arguments[..], &place[..]].concat(), b"");
    let lines = text(&output);
    assert_eq!(output.status.code(), Some(expected), "{output:?}");
    for said in said {
        assert!(lines.contains(said), "{said}: {lines}");
    }
}

#[test]
fn a_server_that_can_start_is_well() {
    let folder = folder();
    let well = [
        "settings     valid",
        "tables are whole",
        "MiB free",
        "clock  ",
        "descriptors  ",
    ];
    check(folder.path(), 0, &well);
}

#[test]
fn each_kind_of_problem_is_told_and_is_in_the_exit_status() {
    let at = |name: &str, content: &[u8], said: &str| {
        let folder = folder();
        fs::write(folder.path().join(name), content).expect("written");
        check(folder.path(), 1, &[said]);
    };
    at(
        "giog.toml",
        b"[limits]\nconnections = -1\n",
        "settings     PROBLEM",
    );
    at(
        "giog.toml",
        b"[limits]\nleast_free_disk_bytes = 9000000000000000000\n",
        "space        PROBLEM",
    );
    at(
        "giog.toml",
        b"[limits]\nconnections = 4000000\n",
        "descriptors  PROBLEM",
    );
    at("signing.key", b"07", "key          PROBLEM");
    at("giog.db", &[7; 8_192], "database     PROBLEM");
    let folder = folder();
    fs::remove_file(folder.path().join("signing.key")).expect("removed");
    check(folder.path(), 1, &["there is none in"]);
}

#[test]
fn a_doubt_about_the_date_is_told_whatever_is_in_the_folder() {
    let folder = folder();
    with_store(folder.path(), async |store| {
        let doubted = store.doubt_date("the date jumped").await;
        doubted.expect("stored");
    });
    let said = ["clock        PROBLEM", "the date jumped"];
    check(folder.path(), 1, &said);
}

#[test]
fn a_folder_that_is_new_is_well_and_stays_as_it_is() {
    let folder = folder();
    for name in ["signing.key", "giog.db"] {
        fs::remove_file(folder.path().join(name)).expect("removed");
    }
    let before = fs::read_dir(folder.path()).expect("a folder").count();
    check(folder.path(), 0, &["none yet; the first start makes it"]);
    let after = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(before, after);
}
