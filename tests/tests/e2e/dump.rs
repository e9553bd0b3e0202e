//! `giog dump`: the finished public matches by month, of a running server, on both databases.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use giog_rules::fairness::Hex;
use giog_tests::{Database, ServerProcess, Table, get, patiently, program, request, seed};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

use crate::backup::{giog, succeeded};

/// How much older matches are made: 62 days, so that they are in an earlier month that is over.
const OLDER_MS: i64 = 62 * 24 * 3_600 * 1_000;

/// A dump, as somebody who has its folder reads it.
struct Dump {
    folder: PathBuf,
    /// Told by the command.
    told: String,
}

impl Dump {
    async fn make(database: &Database, folder: &Path, more: &[&str]) -> Self {
        let path = folder.to_str().expect("a path is text");
        let output = giog(database, &[&["dump", "--folder", path], more].concat()).await;
        succeeded(&output);
        Self {
            folder: folder.to_owned(),
            told: String::from_utf8(output.stdout).expect("text"),
        }
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).expect("a folder");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry).into_string().expect("text"))
            .collect();
        names.sort();
        names
    }

    /// The data cards, oldest first.
    fn cards(&self) -> Vec<Value> {
        let names = self.names();
        let cards = names
            .iter()
            .filter(|name| Path::new(name).extension().is_some_and(|end| end == "json"));
        cards
            .map(|name| serde_json::from_slice(&self.read(name)).expect("a card"))
            .collect()
    }

    /// The lines of each month, oldest first.
    fn lines(&self) -> Vec<Vec<String>> {
        let of = |card: &Value| {
            let packed = self.read(card["file"].as_str().expect("a name"));
            let text = zstd::decode_all(packed.as_slice()).expect("Zstandard");
            assert_eq!(card["uncompressed_bytes"], text.len());
            let text = String::from_utf8(text).expect("text");
            assert!(text.ends_with('\n'));
            text.lines().map(str::to_owned).collect()
        };
        self.cards().iter().map(of).collect()
    }

    /// The ids of the matches of each month.
    fn ids(&self) -> Vec<Vec<String>> {
        let id = |line: &String| {
            let record: Value = serde_json::from_str(line).expect("a record");
            record["match_id"].as_str().expect("an id").to_owned()
        };
        let months = self.lines();
        months
            .iter()
            .map(|lines| lines.iter().map(id).collect())
            .collect()
    }

    /// Checks every file against the file of hashes, which names them all.
    fn check_sums(&self) {
        let text = String::from_utf8(self.read("SHA256SUMS")).expect("text");
        let sums: BTreeMap<&str, &str> = text
            .lines()
            .map(|line| {
                let (sum, name) = line.split_once("  ").expect("a hash and a name");
                (name, sum)
            })
            .collect();
        for name in self.names() {
            if name != "SHA256SUMS" {
                let hash = Hex::<32>(Sha256::digest(self.read(&name)).into()).to_string();
                assert_eq!(sums.get(name.as_str()), Some(&hash.as_str()), "{name}");
            }
        }
        assert_eq!(sums.len() + 1, self.names().len());
    }

    /// Fails if a text is in any file.
    fn holds_nowhere(&self, text: &str) {
        let mut all: Vec<Vec<u8>> = self.names().iter().map(|name| self.read(name)).collect();
        all.push(self.lines().concat().join("\n").into_bytes());
        for bytes in all {
            let found = bytes
                .windows(text.len())
                .any(|part| part == text.as_bytes());
            assert!(!found, "`{text}` is in the dump");
        }
    }

    /// When the file of a month was written, which tells whether it was written again.
    #[cfg(unix)]
    fn inode(&self, card: &Value) -> u64 {
        use std::os::unix::fs::MetadataExt as _;
        let path = self.folder.join(card["file"].as_str().expect("a name"));
        path.metadata().expect("it is there").ino()
    }

    fn month(&self, index: usize) -> String {
        self.cards()[index]["month"]
            .as_str()
            .expect("text")
            .to_owned()
    }
}

async fn judge(lines: &[String]) -> Output {
    let mut judge = Command::new(program())
        .arg("judge")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = judge.stdin.take().expect("piped");
    let text = lines.join("\n");
    input.write_all(text.as_bytes()).await.expect("written");
    drop(input);
    let judged = patiently("giog judge", judge.wait_with_output()).await;
    judged.expect("it ends")
}

async fn table(server: &ServerProcess, access: &str) -> Table {
    let settings = json!({
        "seats": 2,
        "access": access,
        "ceremony": "server",
        "clock": {"kind": "none"},
        "reveal_pause_ms": 0,
    });
    Table::set(server.address(), &settings, &[true, false], 0, seed()).await
}

async fn check_lines(server: &ServerProcess, dump: &Dump) {
    let lines = dump.lines().concat();
    let judged = judge(&lines).await;
    assert!(judged.status.success(), "{judged:?}");
    let verdicts = String::from_utf8(judged.stdout).expect("text");
    assert_eq!(verdicts.lines().count(), lines.len());
    for (line, verdict) in lines.iter().zip(verdicts.lines()) {
        let verdict: Value = serde_json::from_str(verdict).expect("a verdict");
        assert_eq!(verdict["status"], "over", "{verdict}");
        let record: Value = serde_json::from_str(line).expect("a record");
        let id = record["match_id"].as_str().expect("an id");
        let path = format!("/api/v1/matches/{id}/record");
        let signed = get(server.address(), &path).await.body;
        assert_eq!(line.as_bytes(), signed, "it is not as it was signed");
    }
}

async fn a_dump_has_the_public_matches_and_stays_up_to_date(database: Database) {
    let server = ServerProcess::start(&database, "lease_ms = 1000", "").await;
    let mut hidden = table(&server, "unlisted").await;
    let unlisted = hidden.play_match().await;
    let mut table = table(&server, "public").await;
    let first = table.play_match().await;
    let older = format!("UPDATE matches SET place = place - {OLDER_MS}");
    database.execute(&older).await;
    let second = table.play_match().await;

    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("new").join("dump");
    let dump = Dump::make(&database, &folder, &["--license", "CC0-1.0"]).await;
    assert_eq!(dump.ids(), [[first.clone()], [second.clone()]]);
    check_lines(&server, &dump).await;
    dump.check_sums();
    dump.holds_nowhere(&unlisted);
    let cards = dump.cards();
    let key = database.signer().public_key().to_string();
    for (card, complete) in cards.iter().zip([true, false]) {
        assert_eq!(card["complete"], complete);
        assert_eq!(
            (&card["matches"], &card["games"]),
            (&json!(1), &json!({"giog": 1}))
        );
        assert_eq!(card["keys"][0]["public_key"], key);
        assert_eq!(card["license"], "CC0-1.0");
    }
    let readme = String::from_utf8(dump.read("README.md")).expect("text");
    assert!(
        readme.contains(&key) && readme.contains("CC0-1.0"),
        "{readme}"
    );

    // A forgotten person changes nothing: no name was in it.
    let gone = &table.people[0].player;
    dump.holds_nowhere("\"Lin\"");
    let path = "/api/v1/guests/me";
    let answer = request(server.address(), "DELETE", path, Some(&gone.token)).await;
    assert_eq!(answer.status, 204);
    let again = Dump::make(&database, &folder, &["--license", "CC0-1.0"]).await;
    assert!(!again.told.contains("written"), "{}", again.told);
    assert_eq!(again.cards(), cards);

    // Another match is added to its month, and nothing else is written again.
    let third = self::table(&server, "public").await.play_match().await;
    let old = again.inode(&cards[0]);
    let more = Dump::make(&database, &folder, &["--since", &dump.month(1)]).await;
    assert_eq!(more.told.lines().count(), 1, "{}", more.told);
    assert_eq!(
        more.ids(),
        [vec![first.clone()], vec![second, third.clone()]]
    );
    assert_eq!(more.inode(&cards[0]), old);
    more.check_sums();

    // A month of which matches were deleted is written again, and one without matches is removed.
    let month = ["--month", &dump.month(0)];
    let ahead = format!(
        "UPDATE matches SET place = place + {OLDER_MS} WHERE place = (SELECT MIN(place) FROM matches WHERE listed = TRUE)"
    );
    database.execute(&ahead).await;
    let less = Dump::make(&database, &folder, &month).await;
    assert!(less.told.contains("removed"), "{}", less.told);
    assert_eq!(less.cards().len(), 1);
    less.check_sums();
    let all = Dump::make(&database, &folder, &[]).await;
    assert_eq!(all.ids().concat().len(), 3);
    server.stop().await;
    database.remove().await;
}

#[tokio::test]
async fn a_dump_has_the_public_matches_and_stays_up_to_date_on_sqlite() {
    a_dump_has_the_public_matches_and_stays_up_to_date(Database::sqlite()).await;
}

#[tokio::test]
async fn a_dump_has_the_public_matches_and_stays_up_to_date_on_postgres() {
    a_dump_has_the_public_matches_and_stays_up_to_date(Database::postgres().await).await;
}

#[tokio::test]
async fn a_record_that_cannot_be_read_is_left_out_and_told() {
    let database = Database::sqlite();
    let server = ServerProcess::start(&database, "", "").await;
    let mut table = table(&server, "public").await;
    let (lost, kept) = (table.play_match().await, table.play_match().await);
    server.stop().await;
    database
        .execute("DROP TRIGGER match_records_are_final")
        .await;
    let id = lost.replace('-', "");
    let damage = format!("UPDATE match_records SET coding = 7 WHERE match_id = X'{id}'");
    database.execute(&damage).await;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a path is text");
    let output = giog(&database, &["dump", "--folder", path]).await;
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let dump = Dump {
        folder: folder.path().to_owned(),
        told: String::from_utf8(output.stdout).expect("text"),
    };
    assert!(dump.told.contains("1 records"), "{}", dump.told);
    assert_eq!(dump.ids(), [[kept]]);
    assert_eq!(dump.cards()[0]["unreadable"], 1);
    dump.check_sums();
    database.remove().await;
}
