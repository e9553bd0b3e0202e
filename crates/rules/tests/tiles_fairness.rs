//! The random numbers and commitments of games of tiles and dice (`docs/FAIRNESS.md`), compared with independently computed values.

use giog_rules::fairness::{Entropy, ServerSeed, Stream, match_seed, seal};
use giog_rules::tiles::{TilesDeal, TilesOptions, TilesTerms, TilesVariant};
use giog_rules::{BySeat, MatchId, SealKind, SealLabel, Sealed, Seat};

/// The seeds of the worked example.
const SERVER_SEED: &str = "b081638d3ed3446aec04b5cc0f73a3bd0e16583eae4b91d71dc5c95961314649";
const ENTROPY: [&str; 2] = ["3f6e6a373bdea9a085330d8b7a5605aa", "c7"];
const MATCH_ID: &str = "2f3d5b65-6309-40ea-939b-ff78321411a5";

fn bytes(hex: &str) -> [u8; 32] {
    let digits = |index: usize| u8::from_str_radix(&hex[2 * index..2 * index + 2], 16);
    std::array::from_fn(|index| digits(index).expect("hexadecimal"))
}

fn match_id() -> MatchId {
    MatchId(MATCH_ID.parse().expect("a UUID"))
}

fn deal(variant: TilesVariant, seats: usize, deals: usize) -> TilesDeal {
    let terms = TilesTerms::new(variant, seats, TilesOptions::default()).expect("usual terms");
    let entropy: BySeat<Entropy> = BySeat::from_fn(ENTROPY.len(), |seat| {
        serde_json::from_value(ENTROPY[seat.index()].into()).expect("entropy")
    });
    let seed = match_seed(&ServerSeed::new(bytes(SERVER_SEED)), match_id(), &entropy);
    let mut stream = Stream::new(&seed);
    let mut deal = TilesDeal::draw(&terms, &mut stream);
    for _ in 0..deals {
        deal.draw_next(&terms, &mut stream);
    }
    deal
}

#[test]
fn walls_and_throws_follow_from_the_stream() {
    assert_eq!(
        deal(TilesVariant::PaiGow, 2, 2).walls(),
        [
            "6651656255212242433354111131613151556166226465443353635264444132",
            "5355662161113155223163644411544133665162436433655222615132446542",
        ]
    );
    let throws = [[6, 1, 5], [3, 3, 2], [6, 2, 6]];
    assert_eq!(deal(TilesVariant::SicBo, 2, 3).throws(), throws);
    let mahjong = deal(TilesVariant::Mahjong, 4, 1);
    let dice = mahjong.dice().expect("mahjong has dice");
    let dice: Vec<i64> = dice.values().copied().collect();
    assert_eq!(dice, [12, 8, 14, 10]);
    assert_eq!(
        mahjong.walls(),
        [
            "3m4z9m5p5z4s1z6s7s1p6p2z7m8s2s9p2m9m5s6z2p6m7p5p2s3g2f9p2s1f7p3p6m9s9m5m3z2p9p1s4p1s4p4p6s5z8m4z3s5s7m6z8m6s5p1p1z8s1m6m7z3m1z8p5z3p6m3f4z6p4m1s8m2z2m5m7p7z2m7m1z5z6p5s4s6p9s7s1m2p8p1g5m4p1m7s5m2m7p4m1m3m8s6z3m4g1p6z9s7s6s9s3s4z2p8s4s4f2s2z5s3p3s3p5p3z7z2g4m8p2z8p4m9p3z7z7m9m4s1s3z1p8m3s"
        ]
    );
}

#[test]
fn splits_bets_and_claims_are_committed_to() {
    let (seat, other) = (Seat::new(1), Seat::new(3));
    let sealed = [
        (
            SealKind::Split,
            SealLabel::Deal {
                deal: 3,
                seat,
                attempt: 0,
            },
            "4221",
            "8172a496ea561e5a3f557ed7e3212192",
            "a20c45259e341436d8287aead0ea50cf6c33997570fc09af6357f830ace1e5db",
        ),
        (
            SealKind::Bet,
            SealLabel::Deal {
                deal: 258,
                seat: Seat::new(0),
                attempt: 2,
            },
            "big:20,single-2:5",
            "cc39ba6c1a384a958e155e5ce5424367",
            "6a6a7ae417de038912be6ee82064de35bd27942ba7093e298aca0e5c3e81315b",
        ),
        (
            SealKind::Claim,
            SealLabel::Claim {
                deal: 1,
                window: 300,
                seat: other,
            },
            "chow 23s",
            "28c6331957c01869ef3fbb92f4b2e6bf",
            "042410880d235d8c6e4ac35ba9d616e0457c5dd18d527bf3243f6df7c281e774",
        ),
    ];
    for (kind, label, text, nonce, commitment) in sealed {
        let text = text.into();
        let made = seal(
            &ServerSeed::new(bytes(SERVER_SEED)),
            match_id(),
            &Sealed { label, kind, text },
        );
        assert_eq!(
            (made.nonce.to_string(), made.commitment.to_string()),
            (nonce.to_owned(), commitment.to_owned())
        );
    }
}
