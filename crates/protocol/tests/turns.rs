//! `turn`, and the actions that a decision lists ready to send, in matches of all games.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use giog_protocol::bot::{Place, ToProgram, TurnMessage};
use giog_rules::fairness::{MatchSeed, ServerSeed, Stream, match_seed};
use giog_rules::tricks::{self, Ask, Pieces};
use giog_rules::{
    Action, BySeat, Ceremony, Deal, Decision, Event, HandedOn, MAX_LISTED_ACTIONS, Match, MatchId,
    Observer, Options, Seat, Terms, Variant, VariantInfo, View,
};
use serde_json::{Value, json};
use uuid::Uuid;

/// The most actions of a match that are looked at; board games can be long.
const MOST_STEPS: usize = 100;
/// Of so many decisions of one, other actions than those listed are tried.
const TRIED_IN: usize = 5;
/// Matches of each game and number of players in which all actions are counted.
const MATCHES: u8 = 2;
/// The most actions that are looked at one by one.
const MOST_COUNTED: u64 = 10_000;
/// The most plays of a follower in any game.
const MOST_PLAYS: u64 = 6_930;
/// The most hands of pieces that are tried against a list of plays, as a number of subsets.
const MOST_SUBSETS: u32 = 1 << 12;

/// A match of random listed actions.
struct Playing {
    place: Place,
    game: Match,
    lots: Stream,
}

impl Playing {
    fn start(variant: Variant, seats: usize, number: u8) -> (Self, Vec<Event>) {
        let terms = Terms::new(variant, seats, Options::default(), Ceremony::Players);
        let terms = terms.expect("usual terms");
        let mut stream = Stream::new(&seed(number));
        let deal = Deal::from_stream(&terms, HandedOn::default(), &mut stream);
        let started = Match::start(&terms, deal, Some(stream));
        let playing = Self {
            place: Place {
                match_id: MatchId(Uuid::from_u128(number.into())),
                game: variant,
                seats: u8::try_from(seats).expect("few seats"),
                you: Seat::new(0),
            },
            game: started.game,
            lots: Stream::new(&seed(!number)),
        };
        (playing, started.opening)
    }

    /// The decision of a seat, with its actions.
    fn decision(&self, seat: Seat) -> Option<Decision> {
        let mut decision = self.game.decision(seat)?;
        self.game.list_actions(seat, &mut decision);
        Some(decision)
    }

    fn accepts(&self, seat: Seat, action: &Action) -> bool {
        self.game.clone().act(seat, action).is_ok()
    }
}

fn seed(number: u8) -> MatchSeed {
    let entropy = BySeat::new(0);
    match_seed(
        &ServerSeed::new([number; 32]),
        MatchId(Uuid::nil()),
        &entropy,
    )
}

/// Plays matches of every game with every number of players; `look` gets each decision that is open.
fn every_decision(matches: u8, mut look: impl FnMut(&Playing, Seat, &Decision, usize)) {
    for variant in Variant::ALL {
        for seats in variant.players() {
            for number in 0..matches {
                let (mut playing, _) = Playing::start(variant, seats, number);
                for step in 0..MOST_STEPS {
                    for seat in (0..seats).map(Seat::new) {
                        if let Some(decision) = playing.decision(seat) {
                            look(&playing, seat, &decision, step);
                        }
                    }
                    let Some(seat) = playing.game.waiting().next() else {
                        break;
                    };
                    let actions = playing.decision(seat).and_then(|asked| asked.actions());
                    let actions = actions.expect("the usual terms hide no board");
                    let action = &actions[playing.lots.index(actions.len())];
                    playing.game.act(seat, action).expect("it is listed");
                }
            }
        }
    }
}

#[test]
fn every_listed_action_of_every_game_is_accepted() {
    let mut games = BTreeSet::new();
    every_decision(1, |playing, seat, decision, _| {
        let actions = decision.actions().expect("they are listed");
        assert!(
            !actions.is_empty() && actions.len() <= MAX_LISTED_ACTIONS,
            "{decision:?}"
        );
        for action in &actions {
            assert!(playing.accepts(seat, action), "{action:?} in {decision:?}");
        }
        if let Some(default) = decision.default_action() {
            assert!(actions.contains(&default), "{decision:?}");
        }
        games.insert(playing.place.game.id());
    });
    assert_eq!(games.len(), Variant::ALL.len());
}

#[test]
fn all_legal_actions_are_listed_unless_it_says_that_there_are_more() {
    let (mut tried, mut more) = (0_u32, BTreeSet::new());
    every_decision(1, |playing, seat, decision, step| {
        let listed = decision.actions().expect("they are listed");
        if decision.has_more_actions() {
            more.insert(written(decision)["do"].to_string());
            return;
        }
        let view = playing.game.view(Observer::Seat(seat));
        let others = match (&view, decision) {
            (View::Tricks(view), Decision::Tricks(decision)) if step % TRIED_IN == 0 => {
                plays(&decision.ask, view.hand.unwrap_or_default())
            }
            _ => told(decision),
        };
        for other in others {
            tried += 1;
            let is_listed = listed.contains(&other.canonical());
            assert_eq!(
                playing.accepts(seat, &other),
                is_listed,
                "{other:?} in {decision:?}"
            );
        }
    });
    assert!(tried > 10_000, "{tried} actions were tried");
    // Bets can be combined at will, and of many stacks there are too many orders.
    let free: BTreeSet<String> = ["bet", "order", "play"]
        .map(|ask| json!(ask).to_string())
        .into();
    assert!(more.is_subset(&free), "{more:?}");
}

#[test]
fn pages_have_all_legal_actions_in_every_game_and_most_decisions_list_them_at_once() {
    let (mut games, mut more) = (BTreeSet::new(), BTreeMap::<String, u64>::new());
    every_decision(MATCHES, |playing, seat, decision, step| {
        let game = playing.place.game;
        games.insert(game.id());
        let listed = decision.actions().expect("they are listed");
        let (first, next) = page(playing, seat, 0);
        if !decision.has_more_actions() {
            assert_eq!((first, next), (listed, None));
            return;
        }
        let ask = written(decision)["do"].as_str().expect("a word").to_owned();
        let count = count(playing, seat, decision);
        let most = more.entry(format!("{} {ask}", game.id())).or_default();
        *most = count.max(*most);
        if step % TRIED_IN != 0 && ask != "play" {
            return;
        }
        // Of some things there are too many for every page.
        let (_, none) = page(playing, seat, count);
        let (last, end) = page(playing, seat, count - 1);
        assert_eq!((last.len(), end, none), (1, None, None));
        if count > MOST_COUNTED {
            return;
        }
        let (mut all, mut next) = (first, next);
        while let Some(from) = next {
            assert_eq!(from, all.len() as u64);
            let (some, following) = page(playing, seat, from);
            assert!(some.len() <= MAX_LISTED_ACTIONS);
            all.extend(some);
            next = following;
        }
        assert_eq!(all.len() as u64, count, "{decision:?}");
        assert!(listed.iter().all(|action| all.contains(action)));
        let different: HashSet<String> = all.iter().map(|action| format!("{action:?}")).collect();
        assert_eq!(different.len(), all.len());
        for action in all.iter().step_by(TRIED_IN) {
            assert!(playing.accepts(seat, action), "{action:?} in {decision:?}");
        }
    });
    assert_eq!(games.len(), Variant::ALL.len());
    println!("{more:#?}");
    for (asked, most) in &more {
        match asked.rsplit_once(' ') {
            Some((_, "play")) => assert!(*most <= MOST_PLAYS, "{asked}: {most}"),
            Some((_, "bet") | ("da-qi-luo-2", "order")) => {}
            _ => panic!("{asked} has more actions than are listed"),
        }
    }
}

fn page(playing: &Playing, seat: Seat, from: u64) -> (Vec<Action>, Option<u64>) {
    let page = playing.game.actions_from(seat, from);
    page.expect("the usual terms hide no board")
}

/// How many actions are legal where not all are listed; of bets the single ones, and none.
fn count(playing: &Playing, seat: Seat, decision: &Decision) -> u64 {
    let asked = written(decision);
    match asked["do"].as_str().expect("a word") {
        "order" => (1..=asked["stacks"].as_u64().expect("a number")).product(),
        "bet" => {
            let VariantInfo::Tiles(info) = playing.place.game.describe() else {
                panic!("a game of dice");
            };
            let bets = serde_json::to_value(info).expect("JSON")["bets"]
                .as_array()
                .expect("bets")
                .len();
            1 + bets as u64 * asked["most"].as_u64().expect("points")
        }
        _ => {
            let View::Tricks(view) = playing.game.view(Observer::Seat(seat)) else {
                panic!("a trick game");
            };
            let hand = view.hand.expect("one's own hand");
            let count = asked["count"]
                .as_u64()
                .expect("only followers have so many plays");
            ways(
                hand,
                usize::try_from(count).expect("few"),
                asked["generals"] == "refused",
            )
        }
    }
}

/// In how many ways so many pieces of a hand can be chosen.
fn ways(hand: Pieces, count: usize, without_generals: bool) -> u64 {
    let mut ways = vec![0; count + 1];
    ways[0] = 1;
    for (piece, held) in hand.kinds() {
        if without_generals && "Kk".contains(&piece.to_string()) {
            continue;
        }
        for chosen in (0..=count).rev() {
            let least = chosen.saturating_sub(held.into());
            ways[chosen] = (least..=chosen).map(|of| ways[of]).sum();
        }
    }
    ways[count]
}

/// All plays of pieces of a hand, legal or not; none if there are too many.
fn plays(ask: &Ask, hand: Pieces) -> Vec<Action> {
    let pieces: Vec<char> = hand.to_string().chars().collect();
    let subsets = 1_u32.checked_shl(u32::try_from(pieces.len()).unwrap_or(u32::MAX));
    let subsets =
        subsets.filter(|&subsets| subsets <= MOST_SUBSETS && matches!(ask, Ask::Play { .. }));
    let chosen = (1..subsets.unwrap_or(1)).map(|subset| {
        let chosen = pieces.iter().enumerate();
        let chosen = chosen.filter(|(at, _)| subset >> at & 1 == 1);
        chosen.map(|(_, &piece)| piece).collect::<String>()
    });
    let chosen: BTreeSet<String> = chosen.collect();
    let play = |pieces| tricks::Action::Play { pieces }.into();
    chosen.into_iter().map(play).collect()
}

fn written(decision: &Decision) -> Value {
    serde_json::to_value(decision).expect("JSON")
}

/// The legal actions that the other fields of a decision tell, as `docs/PROTOCOL.md` says how to send them.
fn told(decision: &Decision) -> Vec<Action> {
    let asked = written(decision);
    let ask = asked["do"].as_str().expect("a word");
    let each = |list: &Value, field: &str| -> Vec<Value> {
        let list = list.as_array().into_iter().flatten();
        list.map(|one| json!({"do": ask, field: one})).collect()
    };
    let actions = match ask {
        "reveal" | "take" | "expose" => each(&asked["stacks"], "stack"),
        "throw" => each(&asked["signs"], "sign"),
        "end" => each(&asked["ends"], "end"),
        "play" => each(&asked["plays"], "pieces"),
        "split" => each(&asked["choices"], "low"),
        "claim" => {
            let claims = asked["choices"].as_array().expect("claims").iter().cloned();
            let claims = claims.map(|mut claim| {
                claim["do"] = ask.into();
                claim
            });
            claims.collect()
        }
        "choose" => asked["may"]
            .as_array()
            .expect("kinds")
            .iter()
            .flat_map(kind)
            .collect(),
        "take_back" => vec![json!({"do": ask})],
        "bet" | "order" => Vec::new(),
        other => panic!("nothing is known of `{other}`"),
    };
    let read = |action| serde_json::from_value(action).expect("an action");
    actions.into_iter().map(read).collect()
}

fn kind(kind: &Value) -> Vec<Value> {
    let verb = kind["do"].as_str().expect("a word");
    let Some(choices) = kind["choices"].as_array() else {
        return vec![json!({"do": verb})];
    };
    let action = |choice: &Value| {
        let text = choice.as_str().expect("a text");
        match verb {
            "move" => json!({"do": verb, "move": text}),
            "drop" => {
                let (piece, to) = text.split_once('@').expect("a piece and a point");
                json!({"do": verb, "piece": piece, "to": to})
            }
            "ally" => json!({"do": verb, "state": text}),
            "discard" | "kong" => json!({"do": verb, "tile": text}),
            _ => json!({"do": verb, "at": text}),
        }
    };
    choices.iter().map(action).collect()
}

#[test]
fn a_turn_is_read_again_as_it_was_written_and_is_the_same_bytes_everywhere() {
    let mut fields = BTreeSet::new();
    every_decision(1, |playing, seat, decision, step| {
        if step % TRIED_IN != 0 || !decision.must() {
            return;
        }
        let place = Place {
            you: seat,
            ..playing.place
        };
        let view = playing.game.view(Observer::Seat(seat));
        let turn = place.turn(7, Some(28_000), view, Vec::new(), decision.clone());
        let line = ToProgram::Turn(Box::new(turn.clone())).encode();
        let message = TurnMessage::Turn(Box::new(turn.clone()));
        assert_eq!(serde_json::to_string(&message).expect("JSON"), line);
        assert!(
            line.starts_with(r#"{"type":"turn","v":1,"match":""#),
            "{line}"
        );
        let read: ToProgram = serde_json::from_str(&line).expect("it is read again");
        assert_eq!(read, ToProgram::Turn(Box::new(turn.clone())));
        let value: Value = serde_json::from_str(&line).expect("JSON");
        fields.extend(value.as_object().expect("an object").keys().cloned());
        let fallback = turn.fallback().expect("the board is seen");
        assert!(playing.accepts(seat, &fallback), "{fallback:?}");
    });
    let expected = "decision events game left_ms match seats turn type v view you";
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    assert_eq!(fields.join(" "), expected);
}

#[test]
fn a_player_who_does_not_see_the_board_is_told_no_actions() {
    let options = giog_rules::boards::BoardOptions {
        blindfold: Some(true),
        ..giog_rules::boards::BoardOptions::default()
    };
    let options = Options {
        boards: options,
        ..Options::default()
    };
    let variant = Variant::Board(giog_rules::boards::BoardVariant::Xiangqi);
    let terms = Terms::new(variant, 2, options, Ceremony::Players).expect("terms");
    let mut stream = Stream::new(&seed(1));
    let deal = Deal::from_stream(&terms, HandedOn::default(), &mut stream);
    let game = Match::start(&terms, deal, Some(stream)).game;
    let seat = game.waiting().next().expect("somebody begins");
    let mut decision = game.decision(seat).expect("it is asked");
    game.list_actions(seat, &mut decision);
    assert_eq!(
        (decision.actions(), decision.has_more_actions()),
        (None, false)
    );
}
