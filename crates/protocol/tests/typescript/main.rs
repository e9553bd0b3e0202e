//! `kit/js/types/protocol.d.ts`: the protocol and REST in TypeScript, generated from the schemas of their types.

mod declare;
mod text;

use std::path::Path;

use giog_protocol::bot::ToProgram;
use giog_protocol::client::Request;
use giog_protocol::rest::{
    BlockList, Branch, BranchInput, CancelledStarts, DailyPuzzle, DeviceList, FeaturedTable,
    Findable, FriendAnswer, FriendCode, FriendCodeInput, FriendList, FriendSettings, GuestInput,
    HandedOver, HandoverCode, HandoverInput, Health, InvitationInput, InvitationList, KeyList,
    Ladder, LadderList, MatchEvents, MatchInfo, MatchList, MistakeList, NewGuest, PersonalData,
    PlayerInfo, PlayerList, PlayerRatings, PlayerStats, ProblemDetails, ProblemType, PushInput,
    PushMessage, PuzzleAnswer, PuzzleInput, QrCode, QrInput, RatingInput, RecoverInput, Recovered,
    RecoveryCode, RecoveryInput, RenameInput, Review, ReviewJob, ReviewJobInput, ReviewJobProgress,
    ReviewLease, ReviewProgress, RoomInfo, RoomList, SeasonTable, ServerInfo, VariantList,
    VariantStats,
};
use giog_protocol::server::ServerMessage;
use giog_rules::record::Player;
use giog_rules::tricks::Ask;
use giog_rules::{Action, Receipt, Record, SealLabel, SeenEvent, VariantInfo};

use declare::{Declarations, Direction};

const HEAD: &str = "\
// The JSON of the socket and of REST, version 1: docs/PROTOCOL.md says what it means, docs/RECORD.md what records are.
//
// Made from crates/protocol and crates/rules: change those, then
//   GIOG_TEST_UPDATE=1 cargo test -p giog-protocol --test typescript
//
// What the server sends has every field that is not marked `?`; one that is marked is left out rather than null. What
// clients send may leave out the fields marked `?`; null there means the same.
";

/// The whole file.
fn written() -> String {
    let mut file = Declarations::new(HEAD);
    file.section("What clients send over the socket", Direction::ToServer);
    file.share::<Action>();
    file.add::<Request>();
    file.section("What the server sends over it", Direction::FromServer);
    file.share::<Ask>();
    file.share::<Player>();
    file.share::<SealLabel>();
    file.share::<SeenEvent>();
    file.add::<ServerMessage>();
    file.section("What a runner sends a program", Direction::FromServer);
    file.add::<ToProgram>();
    file.section(
        "Finished matches, and what proves them",
        Direction::FromServer,
    );
    file.add::<Record>();
    file.add::<Receipt>();
    file.section("Bodies of requests to REST", Direction::ToServer);
    file.add::<GuestInput>();
    file.add::<RenameInput>();
    file.add::<HandoverInput>();
    file.add::<RecoveryInput>();
    file.add::<RecoverInput>();
    file.add::<QrInput>();
    file.add::<PushInput>();
    file.add::<RatingInput>();
    file.add::<FriendCodeInput>();
    file.add::<FriendSettings>();
    file.add::<InvitationInput>();
    file.section("Bodies of its answers", Direction::FromServer);
    file.add::<ServerInfo>();
    file.add::<Health>();
    file.add::<KeyList>();
    file.add::<VariantList>();
    file.add::<VariantInfo>();
    file.add::<RoomList>();
    file.add::<RoomInfo>();
    file.add::<CancelledStarts>();
    file.add::<MatchList>();
    file.add::<MatchInfo>();
    file.add::<MatchEvents>();
    file.add::<Review>();
    file.add::<ReviewProgress>();
    file.add::<ReviewJobInput>();
    file.add::<ReviewJob>();
    file.add::<ReviewJobProgress>();
    file.add::<ReviewLease>();
    file.add::<MistakeList>();
    file.add::<DailyPuzzle>();
    file.add::<PuzzleInput>();
    file.add::<PuzzleAnswer>();
    file.add::<BranchInput>();
    file.add::<Branch>();
    file.add::<PlayerInfo>();
    file.add::<PlayerStats>();
    file.add::<VariantStats>();
    file.add::<LadderList>();
    file.add::<FeaturedTable>();
    file.add::<PlayerList>();
    file.add::<Findable>();
    file.add::<PlayerRatings>();
    file.add::<Ladder>();
    file.add::<SeasonTable>();
    file.add::<NewGuest>();
    file.add::<HandoverCode>();
    file.add::<HandedOver>();
    file.add::<DeviceList>();
    file.add::<PersonalData>();
    file.add::<FriendList>();
    file.add::<InvitationList>();
    file.add::<FriendAnswer>();
    file.add::<FriendCode>();
    file.add::<BlockList>();
    file.add::<RecoveryCode>();
    file.add::<Recovered>();
    file.add::<QrCode>();
    file.add::<PushMessage>();
    file.add::<ProblemDetails>();
    file.add::<Vec<ProblemType>>();
    file.finish()
}

#[test]
fn the_types_of_clients_in_typescript_are_those_of_the_server() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kit/js/types/protocol.d.ts");
    let written = written();
    if std::env::var_os("GIOG_TEST_UPDATE").is_some() {
        std::fs::write(&path, written).expect("the file is written");
        return;
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    if let Some((line, (new, old))) = (written.lines().zip(there.lines()))
        .enumerate()
        .find(|(_, (new, old))| new != old)
    {
        panic!(
            "line {} of kit/js/types/protocol.d.ts is `{old}` where the types are `{new}` now: {AGAIN}",
            line + 1
        );
    }
    assert!(
        written == there,
        "kit/js/types/protocol.d.ts lacks its end, or has too much of it: {AGAIN}"
    );
}

const AGAIN: &str =
    "run this test with GIOG_TEST_UPDATE=1, and see whether the difference is meant";
