//! Random matches of tiles and dice: they end, no tiles or points are lost, and defaults are legal.

use giog_rules::fairness::{ServerSeed, Stream, match_seed};
use giog_rules::families::tiles::dice::{Bank, Dice};
use giog_rules::families::tiles::mahjong::{
    LaidFlowers, Length, Mahjong, MahjongOptions, Payment, Tile, canonical, listed,
};
use giog_rules::families::tiles::pai_gow::{Domino, PaiGow, Wall};
use giog_rules::families::tiles::{
    Claim, Game, GameFields, SeenTilesEvent, Stake, TilesAction, TilesDeal, TilesGame,
    TilesOptions, TilesSight, TilesTable, TilesTerms, TilesVariant,
};
use giog_rules::record::By;
use giog_rules::text::{EventContext, Narrator, Pace, Style, Table};
use giog_rules::{BySeat, MatchId, Observer, Options, Seat, SeenEvent};
use proptest::prelude::*;

/// More decisions than any match of these has: 128 hands of mahjong, each with fewer than 200 turns of four decisions.
const MOST_DECISIONS: usize = 128 * 200 * 4;

/// One in this number of states is checked in detail, at random: a check costs a hundred times as much as a decision.
const LOOK_ONE_IN: usize = 16;

/// The number of matches of each game: 30, or `PROPTEST_CASES`.
fn cases() -> u32 {
    let asked = std::env::var("PROPTEST_CASES").ok();
    asked.map_or(30, |asked| {
        asked.parse().expect("PROPTEST_CASES is a number")
    })
}

/// Plays a match to its end with defaults, and sometimes with actions of `wild`, legal or not.
fn play<G: Game + Clone>(
    mut game: G,
    rng: &mut Stream,
    mut chance: impl FnMut(&mut Stream) -> G::Chance,
    wild: impl Fn(&G, &mut Stream) -> TilesAction,
    check: impl Fn(&G),
) -> G
where
    for<'a> GameFields: From<&'a G>,
{
    for _ in 0..MOST_DECISIONS {
        if game.needs_chance() {
            assert!(
                game.waiting().is_empty(),
                "nobody decides before chance has"
            );
            game.take_chance(chance(rng));
            check(&game);
        }
        let waiting = game.waiting();
        let Some(&seat) = waiting.first() else {
            assert!(
                game.end().is_some(),
                "a match that waits for nobody is over"
            );
            assert!(game.winners().is_some_and(|winners| !winners.is_empty()));
            check(&game);
            return game;
        };
        let seat = waiting[rng.index(waiting.len())].max(seat);
        let proposed = wild(&game, rng);
        let looks = rng.index(LOOK_ONE_IN) == 0;
        let fields =
            |game: &G| serde_json::to_value(GameFields::from(game)).expect("fields are JSON");
        let before = looks.then(|| fields(&game));
        if game.decide(Some(seat), Some(&proposed)).is_err() {
            if let Some(before) = before {
                assert_eq!(before, fields(&game), "what is refused changes nothing");
            }
            let default = game.default_action(seat);
            game.decide(Some(seat), Some(&default))
                .expect("a default is legal");
        }
        if looks {
            check(&game);
        }
    }
    panic!("the match does not end");
}

fn stream(seed: u64) -> Stream {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let match_id = MatchId(uuid::Uuid::from_u128(u128::from(seed)));
    Stream::new(&match_seed(
        &ServerSeed::new(bytes),
        match_id,
        &BySeat::new(0),
    ))
}

fn tiles(flowers: bool) -> Vec<Tile> {
    let sets = (0..34).flat_map(|kind| [Tile::new(kind); 4]);
    let extra = (34..42).filter(|_| flowers).map(Tile::new);
    sets.chain(extra).collect()
}

/// The listed claims are exactly those that are accepted, of all claims of a tile.
fn check_claims(game: &Mahjong, tile: &str) {
    let near = |back: usize| {
        let tile = Tile::read(tile)?.first()?.index();
        let near = (tile + 2).checked_sub(back)?;
        (near < 34).then(|| Tile::new(near))
    };
    let near: Vec<Tile> = (0..=4).rev().filter_map(near).collect();
    let pairs = near.iter().enumerate().flat_map(|(place, &one)| {
        let others = near[place + 1..].iter();
        others.map(move |&other| Claim::Chow {
            tiles: canonical([one, other]),
        })
    });
    let all: Vec<Claim> = [Claim::Pass]
        .into_iter()
        .chain(pairs)
        .chain([Claim::Pung, Claim::Kong, Claim::Win])
        .collect();
    for seat in game.waiting() {
        let legal = |claim: &&Claim| game.check_claim(seat, claim).is_ok();
        let legal: Vec<Claim> = all.iter().filter(legal).cloned().collect();
        assert_eq!(game.claim_choices(seat), legal);
    }
}

/// The games in which everybody bets.
fn dice_games() -> Vec<TilesVariant> {
    let games = TilesVariant::ALL.into_iter();
    games
        .filter(|game| !game.describe().bets.is_empty())
        .collect()
}

/// The number of tiles in a text.
fn count(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn mahjong_ends_and_keeps_its_tiles(seed: u64, flowers: bool, dead: bool, discarder: bool, rounds in prop::bool::weighted(0.1)) {
        let options = MahjongOptions {
            length: if rounds { Length::Round } else { Length::Hand },
            min_faan: 0,
            payment: if discarder { Payment::Discarder } else { Payment::Shared },
            flowers,
            dead_wall: if dead { 14 } else { 0 },
        };
        let whole = tiles(flowers).len();
        let check = |game: &Mahjong| {
            assert_eq!(game.scores().iter().sum::<i64>(), 0);
            let GameFields::Mahjong { hand: Some(hand), .. } = GameFields::from(game) else { return };
            let melds = hand.melds.iter().flatten().map(|meld| count(&meld.tiles)).sum::<usize>();
            let texts = [&hand.hands, &hand.flowers, &hand.discards].into_iter().flatten();
            let seen = melds + texts.map(|text| count(text)).sum::<usize>();
            // Tiles that cannot be drawn are in the wall, too.
            assert!(seen + hand.wall <= whole, "no tile is there twice");
            assert!(seen + hand.wall + options.dead_wall >= whole, "no tile is lost");
            if let Some(pending) = &hand.pending {
                check_claims(game, &pending.tile);
            }
            if hand.wall % 4 == 0 {
                let points = game.play_out(|n| u32::try_from(seen).expect("few tiles") % n);
                let points = points.expect("a hand is played");
                assert_eq!(points.iter().sum::<i64>(), 0, "what one gets others pay");
            }
        };
        let wild = |game: &Mahjong, rng: &mut Stream| {
            let GameFields::Mahjong { hand: Some(hand), .. } = GameFields::from(game) else { return TilesAction::Win };
            let tile = Tile::new(rng.index(42)).text();
            let held = &hand.hands[hand.turn.index()];
            let first = held.chars().next().into_iter().chain(held.chars().find(char::is_ascii_lowercase)).collect();
            let choice = rng.index(9);
            if hand.pending.is_some() {
                let claim = match choice {
                    0..4 => Claim::Win,
                    4 | 5 => Claim::Pung,
                    6 => Claim::Kong,
                    _ => Claim::Chow {
                        tiles: Tile::new(rng.index(27)).text() + &Tile::new(rng.index(27)).text(),
                    },
                };
                return TilesAction::Claim { claim };
            }
            match choice {
                0..3 => TilesAction::Win,
                3 | 4 => TilesAction::Kong { tile },
                5 | 6 => TilesAction::Discard { tile },
                _ => TilesAction::Discard { tile: first },
            }
        };
        let deal = |rng: &mut Stream| {
            let mut wall = tiles(flowers);
            rng.shuffle(&mut wall);
            wall
        };
        let dice = [9, 12, 12, 3];
        play(Mahjong::new(options, dice), &mut stream(seed), deal, wild, check);
    }

    #[test]
    fn pai_gow_ends_and_points_go_from_seat_to_seat(seed: u64, seats in 2_usize..=8, rounds in 1_u8..=3) {
        let deal = |rng: &mut Stream| {
            let mut wall: Vec<Domino> = Domino::all().flat_map(|kind| vec![kind; kind.copies()]).collect();
            rng.shuffle(&mut wall);
            Wall::try_from(wall).expect("32 dominoes")
        };
        let wild = |game: &PaiGow, rng: &mut Stream| {
            let GameFields::PaiGow { hands: Some(hands), .. } = GameFields::from(game) else { return TilesAction::Win };
            let hand = &hands[rng.index(hands.len())];
            TilesAction::Split { low: hand[..4].to_owned() }
        };
        let check = |game: &PaiGow| assert_eq!(game.scores().iter().sum::<i64>(), 0);
        let game = play(PaiGow::new(seats, rounds), &mut stream(seed), deal, wild, check);
        let GameFields::PaiGow { deals, .. } = GameFields::from(&game) else { panic!("another game") };
        prop_assert_eq!(deals.len(), seats * usize::from(rounds));
    }

    #[test]
    fn dice_end_and_the_bank_pays_what_others_win(seed: u64, seats in 2_usize..=8, turns: bool, table in prop::sample::select(dice_games())) {
        let stock = 40;
        let options = TilesOptions {
            bank: Some(if turns { Bank::Turns } else { Bank::House }),
            rounds: Some(10),
            stock: Some(stock),
            limit: Some(30),
            ..TilesOptions::default()
        };
        let terms = TilesTerms::new(table, seats, options).expect("terms");
        let TilesGame::Dice(game) = terms.game(Vec::new()) else { panic!("another game") };
        let throw = |rng: &mut Stream| std::array::from_fn(|_| [1, 2, 3, 4, 5, 6][rng.index(6)]);
        let wild = |_: &Dice, rng: &mut Stream| {
            let names = ["single-1", "single-6", "any-triple", "big", "total-9", "pair-1-2", "raffle-3", "odd"];
            let bet = |rng: &mut Stream| Stake {
                on: names[rng.index(names.len())].to_owned(),
                points: i64::from(rng.uniform(20)),
            };
            TilesAction::Bet { bets: (0..rng.index(3)).map(|_| bet(rng)).collect() }
        };
        let all = i64::from(stock) * i64::try_from(seats).unwrap_or(0);
        let check = |game: &Dice| {
            if turns {
                assert_eq!(game.scores().iter().sum::<i64>(), all);
            }
        };
        play(game, &mut stream(seed), throw, wild, check);
    }
}

#[test]
fn a_chow_is_recorded_with_its_tiles_in_order() {
    let chow = |tiles: &str| {
        giog_rules::Action::Tiles(TilesAction::Claim {
            claim: Claim::Chow {
                tiles: tiles.to_owned(),
            },
        })
    };
    for (sent, told) in [("32s", "23s"), ("3s2s", "23s"), ("23s", "23s"), ("?", "?")] {
        assert_eq!(chow(sent).canonical(), chow(told));
    }
}

/// The four tiles of the banker's stack, and all others after them.
fn wall_from(stack: &str) -> Wall {
    let mut wall = Domino::read(stack).expect("dominoes");
    let mut others = Domino::set().to_vec();
    for tile in &wall {
        let place = others.iter().position(|other| other == tile);
        others.remove(place.expect("so many are there"));
    }
    wall.append(&mut others);
    wall.try_into().expect("all of them")
}

/// `3322` and `2251` are both worth nothing, so the higher hands decide: the pair is kept.
#[test]
fn a_default_of_pai_gow_breaks_no_pair_for_a_lower_hand_that_is_worth_nothing() {
    let mut game = PaiGow::new(2, 1);
    game.take_chance(wall_from("33332251"));
    let default = game.default_action(Seat::new(0));
    let low = "2251".to_owned();
    assert_eq!(default, TilesAction::Split { low });
}

/// A wall whose last tile is a flower, drawn by seat 0, the dealer, if everybody takes defaults. Seat 1 is dealt four east
/// winds, and draws the tile before it.
fn wall_that_ends_with_a_flower() -> Vec<Tile> {
    let (mut flowers, others): (Vec<Tile>, Vec<Tile>) =
        tiles(true).into_iter().partition(|tile| tile.is_flower());
    let last = flowers.pop();
    let (winds, rest): (Vec<Tile>, Vec<Tile>) =
        others.into_iter().partition(|&tile| tile == Tile::wind(0));
    // The other flowers are dealt first, to seats 0 and 3, and replaced from the end of the wall; then the winds come to seat 1.
    let (dealt, rest) = rest.split_at(12 - flowers.len());
    let (drawn, replacements) = rest.split_at(rest.len() - flowers.len());
    [
        &flowers[..],
        dealt,
        &winds,
        drawn,
        last.as_slice(),
        replacements,
    ]
    .concat()
}

/// The events for a spectator at the end of a hand with this wall: after a discard that nobody claims, or after a kong.
fn told_of_the_end(by_kong: bool) -> Vec<SeenTilesEvent> {
    let options = TilesOptions {
        length: Some(Length::Hand),
        ..TilesOptions::default()
    };
    let terms = TilesTerms::new(TilesVariant::Mahjong, 4, options).expect("terms");
    let dice = BySeat::from_fn(4, |seat| if seat == Seat::new(0) { 18 } else { 3 });
    let wall = listed(&wall_that_ends_with_a_flower());
    let deal = TilesDeal::from_record(&terms, &[wall], &[], Some(dice)).expect("a wall");
    let (mut table, _) = TilesTable::start(&terms, deal, None);
    loop {
        let TilesSight::Mahjong { hand, .. } = table.view(Observer::Spectator).sight else {
            panic!("another game");
        };
        let hand = hand.expect("the hand is played");
        let seat = table.waiting()[0];
        let action = if by_kong && hand.wall == 1 && hand.pending.is_none() {
            let tile = "1z".to_owned();
            TilesAction::Kong { tile }
        } else {
            table.default_action(seat).expect("it is waited for")
        };
        let events = table.act(seat, &action).expect("it is legal");
        if table.outcome().is_some() {
            let told = events.iter().filter(|event| event.is_told());
            return told
                .map(|event| event.seen_by(Observer::Spectator))
                .collect();
        }
    }
}

#[test]
fn flowers_with_which_a_wall_ends_are_shown_to_all() {
    for (by_kong, seat, flowers) in [(false, 0, "1234f4g"), (true, 1, "4g")] {
        let told = told_of_the_end(by_kong);
        let laid = LaidFlowers {
            seat: Seat::new(seat),
            flowers: flowers.to_owned(),
        };
        let is_before = match told[0] {
            SeenTilesEvent::Kong { window, .. } => by_kong && window.is_none(),
            SeenTilesEvent::Claimed { seat, .. } => !by_kong && seat.is_none(),
            _ => false,
        };
        assert!(is_before, "{told:?}");
        let SeenTilesEvent::HandOver {
            laid: shown,
            finished,
            ..
        } = &told[1]
        else {
            panic!("the hand is not over: {told:?}");
        };
        assert_eq!((finished.winner, shown.as_ref()), (None, Some(&laid)));
        let table = Table {
            variant: TilesVariant::Mahjong.into(),
            options: Options::default(),
            names: BySeat::from_fn(4, |seat| format!("P{seat}")),
        };
        let mut narrator = Narrator::new(table, Style::Codes, Pace::Live).expect("usual terms");
        let lines = narrator.tell(EventContext {
            event: &SeenEvent::Tiles(told[1].clone()),
            by: By::Player,
            opened: &[],
            hands: BySeat::default(),
        });
        assert_eq!(lines[0], format!("P{seat} has {flowers} open."));
    }
}
