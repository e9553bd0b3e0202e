//! Everything in the protocol is documented in `docs/PROTOCOL.md`: every field, every type, every word.

use std::collections::BTreeSet;

use giog_protocol::client::Request;
use giog_protocol::rest::{
    BlockList, Branch, BranchInput, CancelledStarts, DailyPuzzle, DeviceList, FeaturedTable,
    Findable, FriendAnswer, FriendCode, FriendCodeInput, FriendList, FriendSettings, GuestInput,
    HandedOver, HandoverCode, HandoverInput, Health, InvitationInput, InvitationList, KeyList,
    Ladder, LadderList, MatchEvents, MatchInfo, MatchList, MistakeList, NewGuest, PersonalData,
    PlayerInfo, PlayerList, PlayerRatings, PlayerStats, ProblemDetails, PushInput, PushMessage,
    PuzzleAnswer, PuzzleInput, QrCode, QrInput, RatingInput, RecoverInput, Recovered, RecoveryCode,
    RecoveryInput, RenameInput, Review, ReviewJob, ReviewJobInput, ReviewJobProgress, ReviewLease,
    ReviewProgress, RoomInfo, RoomList, SeasonTable, ServerInfo, VariantList, VariantStats,
};
use giog_protocol::server::ServerMessage;
use giog_rules::fairness::{ServerSeed, Stream, match_seed};
use giog_rules::{
    BySeat, Ceremony, Deal, HandedOn, Match, MatchId, Options, Receipt, Terms, Variant,
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;
use uuid::Uuid;

const DOCUMENT: &str = include_str!("../../../docs/PROTOCOL.md");
const SESSION: [&str; 2] = ["<!-- session:begin -->", "<!-- session:end -->"];

/// Fields of the results of records, which `docs/RECORD.md` describes.
const IN_RECORDS: [&str; 3] = ["cards", "hands", "waiting"];

/// Options for which the document lists the games whose decisions have no default, and what it calls them besides.
const WITHOUT_DEFAULT: [(&str, &str); 4] = [
    ("{}", " (the usual ones)"),
    (r#"{"on_time":"lose"}"#, ""),
    (r#"{"on_time":"move"}"#, ""),
    (r#"{"on_time":"move","blindfold":true}"#, ""),
];

/// The document without the example session, which a test writes: a word that occurs only there is not documented.
fn prose() -> String {
    let (before, rest) = DOCUMENT
        .split_once(SESSION[0])
        .expect("the session begins somewhere");
    let (_, after) = rest
        .split_once(SESSION[1])
        .expect("the session ends somewhere");
    format!("{before}{after}")
}

/// Everything that stands in backticks or in a block of code, cut into words.
fn named(prose: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for (index, block) in prose.split("```").enumerate() {
        let code: Vec<&str> = if index % 2 == 1 {
            vec![block]
        } else {
            block.split('`').skip(1).step_by(2).collect()
        };
        for text in code {
            let cut = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'));
            words.extend(cut.filter(|word| !word.is_empty()).map(str::to_owned));
        }
    }
    words
}

/// Names of fields and words that a field may have, as far as the schema lists them.
fn collect(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Array(parts) => parts.iter().for_each(|part| collect(part, found)),
        Value::Object(parts) => {
            for (key, part) in parts {
                match (key.as_str(), part) {
                    ("properties", Value::Object(fields)) => {
                        found.extend(fields.keys().cloned());
                        fields.values().for_each(|field| collect(field, found));
                    }
                    ("const", Value::String(word)) => {
                        found.insert(word.clone());
                    }
                    ("enum", Value::Array(words)) => {
                        found.extend(words.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    ("description" | "default" | "required", _) => {}
                    _ => collect(part, found),
                }
            }
        }
        _ => {}
    }
}

fn words_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.root_schema_for::<T>()
}

fn check(schemas: impl IntoIterator<Item = Schema>, wanted: &[&str]) {
    let mut said = BTreeSet::new();
    for schema in schemas {
        collect(schema.as_value(), &mut said);
    }
    for word in wanted {
        assert!(said.contains(*word), "the schemas don't say `{word}`");
    }
    let named = named(&prose());
    let missing: Vec<_> = said
        .iter()
        .filter(|word| !named.contains(*word) && !IN_RECORDS.contains(&word.as_str()))
        .collect();
    assert!(
        missing.is_empty(),
        "docs/PROTOCOL.md does not name {missing:?}"
    );
}

#[test]
fn every_request_setting_and_action_is_documented() {
    let mut generator = SchemaGenerator::default();
    check(
        [words_of::<Request>(&mut generator)],
        &[
            "open_entropy",
            "take_back",
            "reveal_pause_ms",
            "decision_ms",
        ],
    );
}

#[test]
fn every_message_event_code_and_field_is_documented() {
    let mut generator = SchemaGenerator::default();
    check(
        [
            words_of::<ServerMessage>(&mut generator),
            words_of::<Receipt>(&mut generator),
        ],
        &[
            "cancelled",
            "not_a_combination",
            "won_by",
            "storage_unavailable",
            "limits",
        ],
    );
}

#[test]
fn every_field_and_problem_of_rest_is_documented() {
    let mut generator = SchemaGenerator::default();
    check(
        [
            words_of::<MatchInfo>(&mut generator),
            words_of::<MatchList>(&mut generator),
            words_of::<MatchEvents>(&mut generator),
            words_of::<Review>(&mut generator),
            words_of::<ReviewJob>(&mut generator),
            words_of::<ReviewJobInput>(&mut generator),
            words_of::<ReviewJobProgress>(&mut generator),
            words_of::<ReviewLease>(&mut generator),
            words_of::<ReviewProgress>(&mut generator),
            words_of::<MistakeList>(&mut generator),
            words_of::<DailyPuzzle>(&mut generator),
            words_of::<PuzzleInput>(&mut generator),
            words_of::<PuzzleAnswer>(&mut generator),
            words_of::<BranchInput>(&mut generator),
            words_of::<Branch>(&mut generator),
            words_of::<RoomInfo>(&mut generator),
            words_of::<RoomList>(&mut generator),
            words_of::<CancelledStarts>(&mut generator),
            words_of::<KeyList>(&mut generator),
            words_of::<Health>(&mut generator),
            words_of::<GuestInput>(&mut generator),
            words_of::<NewGuest>(&mut generator),
            words_of::<HandoverCode>(&mut generator),
            words_of::<HandoverInput>(&mut generator),
            words_of::<HandedOver>(&mut generator),
            words_of::<DeviceList>(&mut generator),
            words_of::<PersonalData>(&mut generator),
            words_of::<FriendList>(&mut generator),
            words_of::<FriendAnswer>(&mut generator),
            words_of::<FriendCode>(&mut generator),
            words_of::<FriendCodeInput>(&mut generator),
            words_of::<FriendSettings>(&mut generator),
            words_of::<InvitationInput>(&mut generator),
            words_of::<InvitationList>(&mut generator),
            words_of::<BlockList>(&mut generator),
            words_of::<RecoveryInput>(&mut generator),
            words_of::<RecoveryCode>(&mut generator),
            words_of::<RecoverInput>(&mut generator),
            words_of::<Recovered>(&mut generator),
            words_of::<PushInput>(&mut generator),
            words_of::<PushMessage>(&mut generator),
            words_of::<QrInput>(&mut generator),
            words_of::<QrCode>(&mut generator),
            words_of::<RenameInput>(&mut generator),
            words_of::<PlayerInfo>(&mut generator),
            words_of::<PlayerStats>(&mut generator),
            words_of::<VariantStats>(&mut generator),
            words_of::<LadderList>(&mut generator),
            words_of::<FeaturedTable>(&mut generator),
            words_of::<PlayerList>(&mut generator),
            words_of::<Findable>(&mut generator),
            words_of::<PlayerRatings>(&mut generator),
            words_of::<Ladder>(&mut generator),
            words_of::<SeasonTable>(&mut generator),
            words_of::<RatingInput>(&mut generator),
            words_of::<ProblemDetails>(&mut generator),
            words_of::<ServerInfo>(&mut generator),
            words_of::<VariantList>(&mut generator),
        ],
        &[
            "token_wanted",
            "bad_code",
            "cancelled_starts",
            "first_used_at",
            "powerless_first",
            "security_contact",
        ],
    );
}

/// A match of the game that has just begun, if the game has these options.
fn begun(variant: Variant, options: Options) -> Option<Match> {
    let seats = *variant.players().end();
    let terms = Terms::new(variant, seats, options, Ceremony::Players).ok()?;
    let seed = ServerSeed::new([7; 32]);
    let seed = match_seed(&seed, MatchId(Uuid::from_u128(7)), &BySeat::new(seats));
    let mut stream = Stream::new(&seed);
    let deal = Deal::from_stream(&terms, HandedOn::default(), &mut stream);
    Some(Match::start(&terms, deal, None).game)
}

#[test]
fn the_decisions_without_a_default_are_those_that_the_document_lists() {
    for (options, called) in WITHOUT_DEFAULT {
        let given: Options = serde_json::from_str(options).expect("options");
        let mut games = Vec::new();
        for variant in Variant::ALL {
            let Some(game) = begun(variant, given) else {
                continue;
            };
            let mut asked = game.waiting().filter_map(|seat| game.decision(seat));
            if asked.any(|decision| decision.must() && decision.default_action().is_none()) {
                games.push(format!("`{variant}`"));
            }
        }
        if games.is_empty() {
            games.push("none".to_owned());
        }
        let row = format!("| `{options}`{called} | {} |", games.join(", "));
        assert!(DOCUMENT.contains(&row), "docs/PROTOCOL.md lacks {row}");
    }
}

#[test]
fn the_contents_name_every_section() {
    let sections: Vec<&str> = DOCUMENT
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .collect();
    let contents = DOCUMENT.split("\n## ").next().unwrap_or_default();
    for section in sections {
        assert!(
            contents.contains(&format!("[{section}](#")),
            "the contents lack `{section}`"
        );
    }
}

#[test]
fn the_worked_example_of_fairness_is_the_third_case_of_the_vectors() {
    let document = include_str!("../../../docs/FAIRNESS.md");
    let vectors = include_str!("../../rules/tests/vectors/fairness.json");
    let cases: Value = serde_json::from_str(vectors).expect("the vectors are JSON");
    let case = &cases[2];
    let texts =
        ["match_id", "server_seed", "seed_commitment", "match_seed"].map(|name| &case[name]);
    let lists = ["entropy", "entropy_commitments", "first_words"].map(|name| &case[name]);
    let lay = ["nonce", "commitment"].map(|name| &case["lay"][name]);
    let items = lists
        .iter()
        .flat_map(|list| list.as_array().expect("a list"));
    for value in texts.into_iter().chain(items).chain(lay) {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        assert!(document.contains(&text), "docs/FAIRNESS.md lacks {text}");
    }
    let stacks = case["record_with_ceremony_by_server"]["stacks"].as_array();
    let stacks: Vec<&str> = stacks
        .expect("stacks")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert!(
        document.contains(&stacks.join(" ")),
        "docs/FAIRNESS.md lacks the stacks"
    );
}
