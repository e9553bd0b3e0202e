//! Values to store.

use giog_protocol::{DeviceId, RoomId};
use giog_rules::{MatchId, PlayerId, Timestamp};
use uuid::Uuid;

use crate::database::{Backend, Database};
use crate::{
    Append, Archive, Ban, BanId, BanTarget, CancelledStart, Fact, Fence, FinishedMatch, Log as _,
    MatchPlayer, MatchStatus, Mistake, NewDevice, OwnMistakes, Report, ReportId, StartedMatch,
    StoreError, StoredRecord,
};

/// Longer than any test takes.
pub(crate) const TTL_MS: u32 = 600_000;

pub(crate) fn room(number: u128) -> RoomId {
    RoomId(Uuid::from_u128(0xa000_0000 + number))
}

pub(crate) fn match_id(number: u128) -> MatchId {
    MatchId(Uuid::from_u128(0xb000_0000 + number))
}

pub(crate) fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(0xc000_0000 + number))
}

pub(crate) fn at(unix_ms: i64) -> Timestamp {
    Timestamp::from_unix_ms(1_800_000_000_000 + unix_ms)
}

pub(crate) fn row(room: RoomId, index: u64, body: &str) -> Append {
    Append {
        room,
        index,
        body: body.to_owned(),
        facts: Vec::new(),
        floor: None,
    }
}

pub(crate) fn row_with(room: RoomId, index: u64, facts: Vec<Fact>) -> Append {
    Append {
        room,
        index,
        body: format!("row {index}"),
        facts,
        floor: None,
    }
}

/// A finished match of two people and a bot, the first of whom won.
pub(crate) fn finished(number: u128) -> FinishedMatch {
    let seat = |seat, player, bot: Option<&str>| MatchPlayer {
        seat,
        player,
        bot: bot.map(str::to_owned),
        won: seat == 0,
        score: Some(7 - 10 * i32::from(seat)),
    };
    FinishedMatch {
        match_id: match_id(number),
        room: room(1),
        variant: "giog".to_owned(),
        seats: 3,
        status: MatchStatus::Over,
        end: Some("cards".to_owned()),
        clock: Some(r#"{"kind":"none"}"#.to_owned()),
        listed: true,
        started_at: at(0),
        ended_at: at(60_000),
        players: vec![
            seat(0, Some(player(1)), None),
            seat(1, Some(player(2)), None),
            seat(2, None, Some("careful")),
        ],
        openings: vec![Some("P".to_owned()), None, None],
        record: StoredRecord::new(br#"{"actions":[],"variant":"giog"}"#.to_vec()),
    }
}

pub(crate) fn started(number: u128) -> StartedMatch {
    let FinishedMatch {
        match_id,
        room,
        variant,
        listed,
        started_at,
        ..
    } = finished(number);
    StartedMatch {
        match_id,
        room,
        variant,
        listed,
        started_at,
    }
}

pub(crate) fn cancelled(number: u128) -> CancelledStart {
    CancelledStart {
        match_id: match_id(number),
        room: room(1),
        at: at(i64::try_from(number).expect("a small number")),
        reason: "entropy_not_opened".to_owned(),
        seat: Some(2),
        server_seed_hex: "5e".repeat(32),
        details: r#"{"entropy":["","ab"]}"#.to_owned(),
    }
}

/// Reports with higher numbers are newer; two have the same time.
pub(crate) fn reported(number: u128) -> Report {
    Report {
        report_id: ReportId(Uuid::from_u128(0xd000_0000 + number)),
        room: room(number % 3),
        match_id: number.is_multiple_of(2).then(|| match_id(number)),
        seat: u8::try_from(number % 5).ok().filter(|seat| *seat > 0),
        reporter: player(number),
        reporter_name: format!("reporter {number}"),
        reported: player(number + 1),
        reported_name: "爵 \u{202e}x'\"".to_owned(),
        reason: "swears".to_owned(),
        earlier: Vec::new(),
        chat: r#"[{"name":"x","text":"爵"}]"#.to_owned(),
        at: at(i64::try_from(number / 2).expect("a small number")),
    }
}

/// A permanent ban of a player.
pub(crate) fn ban(number: u128) -> Ban {
    Ban {
        ban_id: BanId(Uuid::from_u128(0xe000_0000 + number)),
        target: BanTarget::Player(player(number)),
        reason: "swears".to_owned(),
        made_at: at(i64::try_from(number / 2).expect("a small number")),
        ends_at: None,
    }
}

/// Returns the lease.
pub(crate) trait Leases {
    async fn ask(&self) -> Result<Option<Fence>, StoreError>;
}

impl Leases for Archive {
    async fn ask(&self) -> Result<Option<Fence>, StoreError> {
        self.try_lease("test", TTL_MS).await
    }
}

impl<B: Backend> Leases for Database<B> {
    async fn ask(&self) -> Result<Option<Fence>, StoreError> {
        self.try_lease("test", TTL_MS).await
    }
}

/// Takes the free lease.
pub(crate) async fn lease(store: &impl Leases) -> Fence {
    store
        .ask()
        .await
        .expect("the database answers")
        .expect("nobody else has the lease")
}

/// Stores facts of room 1, as its row `index`.
pub(crate) async fn store_facts(store: &Archive, fence: Fence, index: u64, facts: Vec<Fact>) {
    store
        .append(fence, &[row_with(room(1), index, facts)])
        .await
        .expect("the facts are stored");
}

/// The bytes of a record.
pub(crate) fn record_bytes(record: StoredRecord) -> Vec<u8> {
    record.open().expect("it is whole")
}

/// The bytes of a match's record, if there is one.
pub(crate) async fn record_of(store: &Archive, id: MatchId) -> Option<Vec<u8>> {
    let stored = store.record(id).await.expect("an answer");
    stored.map(record_bytes)
}

/// A device with this number, with its own token.
pub(crate) fn device(number: u8) -> NewDevice<'static> {
    NewDevice {
        device: DeviceId(Uuid::from_u128(number.into())),
        name: "Firefox on Android",
        token_hash: [number; 32],
    }
}

/// A mistake of a person in a reviewed match.
pub fn own_mistake(number: u128) -> OwnMistakes {
    OwnMistakes {
        player: player(number),
        mistakes: vec![Mistake {
            action: 1,
            kind: "other".to_owned(),
            content: "{}".to_owned(),
        }],
    }
}
