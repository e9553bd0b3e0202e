//! The tables: all kinds of rooms, in which different things may leak.

use giog_protocol::{Access, Clock, StandIn};
use giog_rules::{Ceremony, Level, Seat, Variant, tricks};
use serde_json::{Value, json};

use crate::chance::Chance;

/// The number of spectators; the first one is there from the beginning.
pub const WATCHERS: usize = 3;
/// How often a play may be taken back: rarely, so that the limit is reached.
const TAKE_BACKS: u8 = 2;
/// The password of rooms with one.
pub const PASSWORD: &str = "chopsticks";

/// A person: first the players, then the spectators, then one who never gets into the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Person(pub usize);

/// The configuration of a table. Everything that happens at the table follows from it.
#[derive(Clone, Debug)]
pub struct Table {
    /// The seed of the match, by which the tests number matches.
    pub seed: u64,
    pub variant: Variant,
    pub seats: usize,
    pub ceremony: Ceremony,
    /// The options of the game, as a client sends them.
    pub options: Value,
    pub clock: Clock,
    /// The kind of stand-in for away players.
    pub stand_in: StandIn,
    pub access: Access,
    /// Whether spectators are allowed.
    pub spectators: bool,
    pub take_backs: bool,
    /// How often a play may be taken back, if at all.
    pub most_take_backs: u8,
    pub reveal_pause_ms: u64,
    /// Whether it is the second match in the room, after one that was abandoned, with two players in each other's seat.
    pub rematch: bool,
    /// How many of the last seats have bots.
    pub bots: usize,
    /// Their level.
    pub level: Level,
    /// For each seat whether it adds entropy.
    pub entropy: Vec<bool>,
}

impl Table {
    /// The table of a seed; consecutive seeds have all numbers of players in turn.
    pub fn new(seed: u64, variant: Variant) -> Self {
        let mut chance = Chance::new(mixed(seed, variant));
        let counts: Vec<usize> = variant.players().collect();
        let nth = usize::try_from(seed % counts.len() as u64).expect("a small number");
        let seats = counts[nth];
        let bots = chance.pick(&[0, 0, 0, 1, 2]).min(seats - 1);
        let people = seats - bots;
        let rematch = chance.one_in(5) && people > 1;
        Self {
            seed,
            variant,
            seats,
            ceremony: chance.pick(&[Ceremony::Players, Ceremony::Players, Ceremony::Server]),
            options: options(variant, &mut chance),
            // Only a match without a clock is abandoned.
            clock: if rematch || chance.one_in(4) {
                Clock::None
            } else {
                Clock::Timed {
                    decision_ms: 20_000,
                    bank_ms: 5_000,
                }
            },
            stand_in: chance.pick(&[StandIn::Bot, StandIn::Default]),
            access: chance.pick(&[Access::Public, Access::Unlisted, Access::Password]),
            spectators: !chance.one_in(5),
            take_backs: !chance.one_in(6),
            most_take_backs: TAKE_BACKS,
            reveal_pause_ms: chance.pick(&[0, 400, 2_500]),
            rematch,
            bots,
            level: Level::Simple,
            entropy: (0..seats)
                .map(|seat| chance.one_in(3) && seat < people)
                .collect(),
        }
    }

    /// The seed of random numbers for one purpose: ids, tokens and server seeds; people's actions; other deals.
    pub fn seed_of(&self, purpose: u64) -> u64 {
        mixed(self.seed, self.variant) ^ purpose
    }

    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        (0..self.seats).map(Seat::new)
    }

    /// The seats with people.
    pub fn peoples_seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        (0..self.seats - self.bots).map(Seat::new)
    }

    /// The person on a seat in the match; a person with the number of a bot's seat never connects.
    pub fn person(&self, seat: Seat) -> Person {
        match seat.index() {
            0 if self.rematch => Person(1),
            1 if self.rematch => Person(0),
            number => Person(number),
        }
    }

    /// The seat of a person in the match; none for spectators.
    pub fn seat(&self, person: Person) -> Option<Seat> {
        self.seats().find(|seat| self.person(*seat) == person)
    }

    /// The people who connect at first: everybody with a seat, and the first spectator.
    pub fn guests(&self) -> impl Iterator<Item = Person> + use<> {
        let seated = self.seats - self.bots;
        (0..seated).chain([self.seats]).map(Person)
    }

    /// Everybody who may be in the room at any time.
    pub fn people(&self) -> Vec<Person> {
        let watchers = (self.seats..self.seats + WATCHERS).map(Person);
        let seated = self.peoples_seats().map(|seat| self.person(seat));
        seated.chain(watchers).collect()
    }

    /// The person who never gets into the room.
    pub const fn outsider(&self) -> Person {
        Person(self.seats + WATCHERS)
    }

    /// The settings, as a client sends them.
    pub fn settings(&self) -> Value {
        json!({
            "variant": self.variant,
            "seats": self.seats,
            "options": self.options,
            "ceremony": self.ceremony,
            "access": self.access,
            "password": (self.access == Access::Password).then_some(PASSWORD),
            "spectators": self.spectators,
            "clock": self.clock,
            "reveal_pause_ms": self.reveal_pause_ms,
            "take_backs": self.take_backs,
            "stand_in": self.stand_in,
        })
    }
}

/// Random options of the game.
fn options(variant: Variant, chance: &mut Chance) -> Value {
    let general_ban = chance.pick(&["refuse", "behead"]);
    let beheading = chance.pick(&["forfeit", "last"]);
    match variant {
        Variant::Tricks(game) if game.default_options() != tricks::Options::NONE => {
            json!({ "general_ban": general_ban, "beheading": beheading })
        }
        _ => json!({}),
    }
}

/// One seed for each match of each game.
fn mixed(seed: u64, variant: Variant) -> u64 {
    seed.wrapping_mul(1 << 4).wrapping_add(number(variant))
}

/// The index of a game among all games.
fn number(variant: Variant) -> u64 {
    let place = Variant::ALL.iter().position(|&one| one == variant);
    place.expect("it is one of all") as u64
}
