//! Commitments, stream, shuffle and the server's choices agree with the test vectors in `tests/vectors` and in the folders of
//! games.

#[path = "common/games.rs"]
mod games;

use std::collections::BTreeSet;

use giog_rules::fairness::{
    Entropy, EntropyCommitment, Hex, ServerSeed, Stream, entropy_commitment, match_seed, seal,
    seed_commitment,
};
use giog_rules::tricks::{Deal, Match, OptionsInput, Terms, Variant};
use giog_rules::{BySeat, Ceremony, MatchId, SealKind, SealLabel, Sealed, Seat};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A match of the test vectors.
struct Case {
    json: Value,
    id: MatchId,
    seed: ServerSeed,
    entropy: BySeat<Entropy>,
}

fn parse<T: DeserializeOwned>(json: &Value) -> T {
    serde_json::from_value(json.clone()).expect("vectors are well formed")
}

fn cases() -> impl Iterator<Item = Case> {
    let read =
        |text: &str| -> Vec<Value> { serde_json::from_str(text).expect("vectors are well formed") };
    let of_games = games::with("fairness.json").into_iter();
    let of_games = of_games.filter_map(|game| games::file(game, "fairness.json"));
    let cases = of_games.flat_map(move |text| read(&text));
    let cases = read(include_str!("vectors/fairness.json"))
        .into_iter()
        .chain(cases);
    cases.map(|json| Case {
        id: parse(&json["match_id"]),
        seed: ServerSeed::from(parse::<Hex<32>>(&json["server_seed"])),
        entropy: parse(&json["entropy"]),
        json,
    })
}

#[test]
fn commitments_to_seed_and_entropy() {
    for case in cases() {
        assert_eq!(
            json!(seed_commitment(case.id, &case.seed)),
            case.json["seed_commitment"]
        );
        let commitments: BySeat<EntropyCommitment> = parse(&case.json["entropy_commitments"]);
        for (seat, entropy) in case.entropy.iter() {
            assert!(commitments[seat].covers(case.id, seat, entropy));
            let made = (!entropy.is_none()).then(|| entropy_commitment(case.id, seat, entropy));
            assert_eq!(made, commitments[seat].0);
        }
    }
}

#[test]
fn match_seed_and_first_words() {
    for case in cases() {
        let seed = match_seed(&case.seed, case.id, &case.entropy);
        assert_eq!(json!(Hex(*seed.as_bytes())), case.json["match_seed"]);
        let mut stream = Stream::new(&seed);
        let words: Vec<u32> = (0..8).map(|_| stream.word()).collect();
        assert_eq!(json!(words), case.json["first_words"]);
    }
}

#[test]
fn commitments_to_plays_and_throws() {
    for case in cases() {
        let (lay, throw) = (&case.json["lay"], &case.json["throw"]);
        let label = SealLabel::Play {
            trick: parse(&lay["trick"]),
            seat: parse(&lay["seat"]),
            attempt: parse(&lay["attempt"]),
        };
        let made = seal(
            &case.seed,
            case.id,
            &Sealed {
                label,
                kind: SealKind::Play,
                text: parse(&lay["pieces"]),
            },
        );
        assert_eq!(
            (json!(made.nonce), json!(made.commitment)),
            (lay["nonce"].clone(), lay["commitment"].clone())
        );
        if throw.is_object() {
            let label = SealLabel::Throw {
                round: parse(&throw["round"]),
                seat: parse(&throw["seat"]),
            };
            let made = seal(
                &case.seed,
                case.id,
                &Sealed {
                    label,
                    kind: SealKind::Throw,
                    text: parse(&throw["sign"]),
                },
            );
            assert_eq!(json!(made.commitment), throw["commitment"]);
        }
    }
}

#[test]
fn shuffle_and_ceremony_by_the_server() {
    let mut checked = BTreeSet::new();
    for case in cases() {
        let record = &case.json["record_with_ceremony_by_server"];
        let variant: Variant = parse(&record["variant"]);
        let seats = case.entropy.len();
        let terms = Terms::new(variant, seats, OptionsInput::default(), Ceremony::Server)
            .expect("a table for so many");
        let mut stream = Stream::new(&match_seed(&case.seed, case.id, &case.entropy));
        let deal = Deal::from_stream(&terms, None, &mut stream);
        let stacks = (!deal.stacks().is_empty()).then(|| deal.stacks());
        assert_eq!(json!(stacks), record["stacks"]);
        assert_eq!(json!(deal.cards()), record["cards"]);
        assert_eq!(json!(deal.starter()), record["starter"]);
        assert!(deal.six().is_none_or(|six| six == Seat::new(0)));
        assert_eq!(json!(deal.exposer()), record["exposer"]);
        assert_eq!(json!(deal.dice()), record["dice"]);
        let started = Match::start(&terms, deal, Some(stream));
        let actions = started.ceremony.iter().map(|step| {
            let mut action = json!(step.action);
            action["seat"] = json!(step.seat);
            action
        });
        assert_eq!(Value::Array(actions.collect()), record["actions"]);
        checked.insert(variant);
    }
    // The wiki's Giog starts like pagat's.
    checked.insert(Variant::GiogWiki);
    assert!(
        checked.into_iter().eq(Variant::ALL),
        "every variant has a case"
    );
}

#[test]
fn who_won_before_begins_without_a_word_of_the_stream() {
    let mut lots = 0;
    for variant in Variant::ALL {
        let seats = *variant.players().end();
        let terms = Terms::new(variant, seats, OptionsInput::default(), Ceremony::Server)
            .expect("a table for so many");
        let draw = |winner| {
            let mut asked = Vec::new();
            let deal = Deal::draw(&terms, winner, |n| {
                asked.push(n);
                0
            });
            (deal.exposer().or(deal.starter()), asked)
        };
        let last = Seat::new(seats - 1);
        let ((drawn, with_lot), (won, without)) = (draw(None), draw(Some(last)));
        let has_lot = drawn.is_some();
        assert_eq!(won, has_lot.then_some(last), "{variant:?}");
        assert_eq!(
            with_lot.len(),
            without.len() + usize::from(has_lot),
            "{variant:?}"
        );
        lots += usize::from(has_lot);
    }
    assert!(lots > 1, "{lots} games begin with a lot");
}

#[test]
fn secrets_are_not_printed() {
    for case in cases() {
        let seed = match_seed(&case.seed, case.id, &case.entropy);
        let printed = format!(
            "{:?} {:?} {:?} {:?}",
            case.seed,
            seed,
            Stream::new(&seed),
            case.entropy
        );
        for secret in [
            case.seed.publish().to_string(),
            Hex(*seed.as_bytes()).to_string(),
        ] {
            assert!(!printed.contains(&secret));
        }
        assert!(
            printed.starts_with("ServerSeed(secret) MatchSeed(secret) Stream(secret) ["),
            "{printed}"
        );
    }
}
