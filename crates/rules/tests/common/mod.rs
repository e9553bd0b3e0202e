//! Random matches for property tests.

#![allow(dead_code, reason = "every test uses a part")]

pub mod games;
pub mod record;

use giog_rules::fairness::{Entropy, MatchSeed, ServerSeed, Stream, match_seed};
use giog_rules::tricks::{
    Action, Ask, Beheading, Deal, Event, GeneralBan, Generals, Match, Options, OptionsInput,
    SeenEvent, Terms, Variant,
};
use giog_rules::{BySeat, Ceremony, MatchId, Observer, Pieces, Seat, Stage};
use proptest::prelude::*;

/// A match that is over, or was stopped, with everything that happened.
pub struct Played {
    pub game: Match,
    pub opening: Vec<Event>,
    pub steps: Vec<Taken>,
}

/// An action with its events.
pub struct Taken {
    pub seat: Seat,
    pub action: Action,
    pub events: Vec<Event>,
}

/// Everything that determines a random match.
#[derive(Clone, Debug)]
pub struct Setup {
    pub terms: Terms,
    pub match_id: MatchId,
    pub server_seed: ServerSeed,
    pub entropy: BySeat<Entropy>,
    pub previous_winner: Option<Seat>,
    pub choices: [u8; 32],
}

pub fn setups() -> impl Strategy<Value = Setup> {
    setups_among(&Variant::ALL)
}

/// Only of these games.
pub fn setups_among(variants: &[Variant]) -> impl Strategy<Value = Setup> + use<> {
    let options = (any::<bool>(), any::<bool>()).prop_map(|(refuse, forfeit)| OptionsInput {
        general_ban: Some(if refuse {
            GeneralBan::Refuse
        } else {
            GeneralBan::Behead
        }),
        beheading: Some(if forfeit {
            Beheading::Forfeit
        } else {
            Beheading::Last
        }),
    });
    let ceremony = prop_oneof![Just(Ceremony::Players), Just(Ceremony::Server)];
    let variant = prop::sample::select(variants.to_vec());
    let chance = (
        any::<[u8; 16]>(),
        any::<[u8; 32]>(),
        any::<[u8; 32]>(),
        any::<u8>(),
    );
    let table = variant.prop_flat_map(|variant: Variant| (Just(variant), variant.players()));
    (table, options, ceremony, chance).prop_map(
        |((variant, seats), options, ceremony, (id, seed, choices, entropy))| Setup {
            terms: terms(variant, seats, options, ceremony),
            match_id: MatchId(uuid::Uuid::from_bytes(id)),
            server_seed: ServerSeed::new(seed),
            entropy: BySeat::from_fn(seats, |seat| {
                let length = (usize::from(entropy) + 7 * seat.index()) % 65;
                Entropy::new(vec![entropy; length]).expect("at most 64 bytes")
            }),
            previous_winner: (entropy % 2 == 0).then(|| Seat::new(usize::from(entropy) % seats)),
            choices,
        },
    )
}

/// With these options, if the game has any.
fn terms(variant: Variant, seats: usize, options: OptionsInput, ceremony: Ceremony) -> Terms {
    let has_options = variant.default_options() != Options::NONE;
    let options = if has_options {
        options
    } else {
        OptionsInput::default()
    };
    Terms::new(variant, seats, options, ceremony).expect("a table for so many")
}

impl Setup {
    pub fn seed(&self) -> MatchSeed {
        match_seed(&self.server_seed, self.match_id, &self.entropy)
    }

    /// Random numbers for the players' choices.
    pub fn chooser(&self) -> Stream {
        Stream::new(&match_seed(
            &ServerSeed::new(self.choices),
            self.match_id,
            &BySeat::new(0),
        ))
    }

    /// The match at its beginning, after the server's choices.
    pub fn start(&self) -> Played {
        let mut stream = Stream::new(&self.seed());
        let deal = Deal::from_stream(&self.terms, self.previous_winner, &mut stream);
        let started = Match::start(&self.terms, deal, Some(stream));
        let steps = started.ceremony.into_iter().map(|step| Taken {
            seat: step.seat,
            action: step.action,
            events: step.events,
        });
        Played {
            game: started.game,
            opening: started.opening,
            steps: steps.collect(),
        }
    }

    /// Plays at random until the end, or for this number of actions; `look` gets the match before every action.
    pub fn play(&self, most: usize, mut look: impl FnMut(&Match, &[Taken])) -> Played {
        let mut chooser = self.chooser();
        let mut played = self.start();
        while played.game.stage() != Stage::Over && played.steps.len() < most {
            look(&played.game, &played.steps);
            let (seat, action) = random_action(&played.game, &mut chooser);
            let events = played
                .game
                .act(seat, &action)
                .expect("a listed action is legal");
            played.steps.push(Taken {
                seat,
                action,
                events,
            });
        }
        look(&played.game, &played.steps);
        played
    }
}

/// All observers of a match.
pub fn observers(game: &Match) -> impl Iterator<Item = Observer> + use<> {
    seats(game).map(Observer::Seat).chain([Observer::Spectator])
}

/// What the observer has seen of a match.
pub fn seen(opening: &[Event], steps: &[Taken], observer: Observer) -> Vec<SeenEvent> {
    let events = opening
        .iter()
        .chain(steps.iter().flat_map(|step| &step.events));
    events.map(|event| event.seen_by(observer)).collect()
}

pub fn seats(game: &Match) -> impl Iterator<Item = Seat> + use<> {
    (0..game.terms().seats()).map(Seat::new)
}

pub fn play(pieces: Pieces) -> Action {
    Action::Play {
        pieces: pieces.to_string(),
    }
}

fn pick<T: Clone>(things: &[T], chooser: &mut Stream) -> T {
    things[chooser.index(things.len())].clone()
}

fn random_action(game: &Match, chooser: &mut Stream) -> (Seat, Action) {
    /// One in this number of plays is taken back.
    const TAKE_BACKS: u32 = 6;
    let back: Vec<Seat> = seats(game)
        .filter(|&seat| game.decision(seat).is_some_and(|decision| !decision.must))
        .collect();
    if !back.is_empty() && chooser.uniform(TAKE_BACKS) == 0 {
        return (pick(&back, chooser), Action::TakeBack);
    }
    let waiting: Vec<Seat> = game.waiting().collect();
    let seat = pick(&waiting, chooser);
    let ask = game
        .decision(seat)
        .expect("a seat that is waited for decides")
        .ask;
    let action = match ask {
        Ask::Reveal { stacks } => Action::Reveal {
            stack: pick(&stacks, chooser).into(),
        },
        Ask::Take { stacks } => Action::Take {
            stack: pick(&stacks, chooser).into(),
        },
        Ask::Expose { stacks } => Action::Expose {
            stack: pick(&stacks, chooser).into(),
        },
        Ask::Throw { signs, .. } => Action::Throw {
            sign: pick(&signs, chooser),
        },
        Ask::End { ends } => Action::End {
            end: pick(&ends, chooser),
        },
        Ask::Order { stacks } => {
            let mut order: Vec<i64> = (0..stacks.into()).collect();
            chooser.shuffle(&mut order);
            Action::Order { stacks: order }
        }
        Ask::Play {
            plays: Some(plays), ..
        } => play(pick(&plays, chooser)),
        Ask::Play { count: None, .. } => play(pick(&leads(game, seat), chooser)),
        Ask::Play {
            count, generals, ..
        } => {
            let hand = hand(game, seat);
            let hand = if generals == Generals::Refused {
                hand.without_generals()
            } else {
                hand
            };
            let mut pieces: Vec<_> = hand.iter().collect();
            chooser.shuffle(&mut pieces);
            pieces.truncate(usize::from(
                count.expect("only followers have more than are listed"),
            ));
            play(pieces.into_iter().collect())
        }
        Ask::TakeBack { .. } => panic!("nobody waits for a play to be taken back"),
    };
    (seat, action)
}

pub fn hand(game: &Match, seat: Seat) -> Pieces {
    game.view(Observer::Seat(seat)).hand.unwrap_or_default()
}

/// Every combination in the seat's hand, according to the description of the game.
pub fn leads(game: &Match, seat: Seat) -> Vec<Pieces> {
    let held = hand(game, seat);
    let types = game.terms().variant().describe().combinations.into_iter();
    let all = types.flat_map(|info| info.ranking).flatten();
    all.filter(|&pieces| held.contains(pieces)).collect()
}

/// Every multiset of `count` of these pieces.
pub fn choices(pieces: Pieces, count: u8) -> Vec<Pieces> {
    let mut found = vec![Pieces::EMPTY];
    for (piece, held) in pieces.kinds() {
        found = found
            .into_iter()
            .flat_map(|chosen| (0..=held).map(move |some| chosen.plus(Pieces::of(piece, some))))
            .filter(|chosen| chosen.len() <= count)
            .collect();
    }
    found.retain(|chosen| chosen.len() == count);
    found
}

/// The first seat of every table.
pub const FIRST: Seat = Seat::new(0);
/// The last seat of a table for four.
pub const LAST_OF_FOUR: Seat = Seat::new(3);
