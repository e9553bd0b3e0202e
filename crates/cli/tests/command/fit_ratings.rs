//! `giog fit-ratings`: what it says of the rated matches of a database.

use std::path::Path;

use giog_protocol::{DeviceId, RoomId};
use giog_ratings::Rating;
use giog_rules::{MatchId, PlayerId, Timestamp};
use giog_store::{
    Append, Archive, Fact, FinishedMatch, Log as _, MatchPlayer, MatchStatus, NewDevice,
    OpenOptions, RankedAnchor, RankedPerson, RatedMatch, StoredRecord,
};
use uuid::Uuid;

use crate::common::{giog, text};

const MATCHES: u64 = 40;

fn player(number: u64) -> PlayerId {
    PlayerId(Uuid::from_u128(1 + u128::from(number)))
}

/// A rated match of two people and two computer players, which the first person wins but for every fourth time.
fn ended(number: u64) -> Append {
    let match_id = MatchId(Uuid::from_u128(1_000 + u128::from(number)));
    let room = RoomId(Uuid::from_u128(7));
    let at = Timestamp::from_unix_ms(1_800_000_000_000 + number.cast_signed() * 60_000);
    let winner = u8::from(number.is_multiple_of(4));
    let people = [0, 1].map(|seat| RankedPerson {
        seat,
        player: player(seat.into()),
        rank: if seat == winner { 1 } else { 2 },
    });
    let players = (0..4).map(|seat| MatchPlayer {
        seat,
        player: (seat < 2).then(|| player(seat.into())),
        bot: (seat >= 2).then(|| "club".to_owned()),
        won: seat == winner,
        score: None,
    });
    let finished = FinishedMatch {
        match_id,
        room,
        variant: "giog".to_owned(),
        seats: 4,
        status: MatchStatus::Over,
        end: None,
        clock: None,
        listed: true,
        started_at: at,
        ended_at: at,
        players: players.collect(),
        openings: vec![None; 4],
        record: StoredRecord::new(b"{}".to_vec()),
    };
    let rating = Rating::NEW;
    let rated = RatedMatch {
        match_id,
        pool: "giog/4-5/live".parse().expect("a pool"),
        at,
        people: people.into(),
        anchors: vec![RankedAnchor { rank: 2, rating }; 2],
        unrated: None,
    };
    Append {
        room,
        index: number,
        body: String::new(),
        facts: vec![Fact::MatchFinished(finished), Fact::Rated(rated)],
        floor: None,
    }
}

/// Two people, these matches, and their occasions, as a server reads them.
async fn fill(store: &Archive) {
    for number in 0..2 {
        let device = NewDevice {
            device: DeviceId(Uuid::from_u128(number.into())),
            name: "Firefox",
            token_hash: [u8::try_from(number).expect("few"); 32],
        };
        let at = Timestamp::from_unix_ms(0);
        let made = store.create_guest(player(number), "Lin", device, at).await;
        made.expect("a guest");
    }
    let fence = store.try_lease("test", 60_000).await.expect("an answer");
    let fence = fence.expect("nobody else has it");
    for number in 0..MATCHES {
        store.append(fence, &[ended(number)]).await.expect("stored");
    }
    let without = store.matches_without_occasions(100).await.expect("read");
    let found: Vec<_> = without
        .into_iter()
        .map(|id| (id, "[]".to_owned()))
        .collect();
    store.set_occasions(&found).await.expect("stored");
}

fn said(folder: &Path) -> String {
    let place = folder.to_str().expect("text");
    let output = giog(&["fit-ratings", "--data-dir", place], b"");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    text(&output).to_owned()
}

#[test]
fn each_beta_is_told_with_how_well_it_foretold_the_matches_of_a_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite:{}", folder.path().join("giog.db").display());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let open = || giog_store::open(&url, OpenOptions::default());
    runtime.block_on(async { open().await.expect("a database").close().await });
    let nothing = said(folder.path());
    assert!(
        nothing.starts_with("0 rated matches in 0 pools"),
        "{nothing}"
    );
    runtime.block_on(async {
        let store = open().await.expect("a database");
        fill(&store).await;
        store.close().await;
    });
    let told = said(folder.path());
    let lines: Vec<&str> = told.lines().collect();
    // In each match one is better than three, and two of these are computer players, who are foretold beside people alone.
    assert_eq!(
        lines[0],
        "40 rated matches in 1 pools; of the second half of each, 60 pairs are foretold that are not tied"
    );
    let betas: Vec<&str> = lines
        .iter()
        .filter(|line| line.starts_with('β'))
        .copied()
        .collect();
    assert_eq!(betas.len(), 8, "{told}");
    let usual = betas.iter().find(|line| line.starts_with("β  8.33"));
    assert!(usual.expect("the usual one").ends_with("+0.0000 ± 0.0000"));
    let losses = betas.iter().map(|line| line.split_whitespace().nth(2));
    for loss in losses {
        let loss: f64 = loss.expect("a number").parse().expect("a number");
        assert!(loss < std::f64::consts::LN_2, "{told}");
    }
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("giog/4-5/live, 40 matches: "))
    );
    assert!(told.contains("mostly chance"), "{told}");
}
