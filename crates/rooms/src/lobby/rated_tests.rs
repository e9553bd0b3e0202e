//! Rated tables of one game under a virtual clock: people come from networks, are led to tables, arrive or do not, play and come again. Everything
//! follows from a seed, and whoever sits down is judged by the rules, from what happened and not from what the lobby knows.

use std::collections::{HashMap, HashSet, VecDeque};

use giog_protocol::{Bots, Person, Phase, RoomId, RoomSummary};
use giog_rules::PlayerId;
use giog_rules::tricks::Variant;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use uuid::Uuid;

use super::{Lobby, LobbyLimits, QuickBots, QuickGame, RoomCreator};
use crate::origin::Origin;

const SEATS: usize = 4;
const PEOPLE: u128 = 60;
/// So that some people share one.
const NETWORKS: u64 = 40;
const STEPS: u64 = 3_000;
const STEP_MS: u64 = 1_000;
/// So many ask in the same moment: enough that many wait.
const BURST: usize = 16;
/// The rule: from so many waiting people on nobody meets whom they met in so many matches before.
const MANY: usize = 12;
const MATCHES: usize = 5;

/// What the lobby is not told in a world, so that a rule does not hold there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hidden {
    Nothing,
    /// Whom somebody met.
    Met,
    /// Where people come from.
    Networks,
}

/// How often a rule was broken, and how often it mattered.
#[derive(Debug, Default)]
struct Seen {
    seated: u32,
    matches: u32,
    /// Times that somebody was led to a table while many waited, and there were people whom they met.
    could_meet: u32,
    met_again: u32,
    of_one_network: u32,
}

struct World {
    random: ChaCha8Rng,
    hidden: Hidden,
    lobby: Lobby<()>,
    now_ms: u64,
    /// The people at each table, and until when they play.
    tables: HashMap<RoomId, (Vec<PlayerId>, Option<u64>)>,
    /// Where somebody sits, or is led to.
    busy: HashSet<PlayerId>,
    /// On the way, and whether they arrive.
    led: Vec<(PlayerId, RoomId, bool)>,
    /// The matches of each person, the latest last.
    played: HashMap<PlayerId, VecDeque<Vec<PlayerId>>>,
    made: u128,
    seen: Seen,
}

fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(1 + number))
}

/// Several people have the same one.
fn network(player: PlayerId) -> u64 {
    u64::try_from(player.0.as_u128()).expect("few") % NETWORKS
}

impl World {
    fn new(seed: u64, hidden: Hidden) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
            hidden,
            lobby: Lobby::new(LobbyLimits::default()),
            now_ms: 0,
            tables: HashMap::new(),
            busy: HashSet::new(),
            led: Vec::new(),
            played: HashMap::new(),
            made: 0,
            seen: Seen::default(),
        }
    }

    fn run(mut self) -> Seen {
        for _ in 0..STEPS {
            self.now_ms += STEP_MS;
            self.matches_end();
            self.people_arrive();
            if self.random.random_bool(0.15) {
                for _ in 0..BURST {
                    self.somebody_asks();
                }
            }
            if self.random.random_bool(0.1) {
                self.somebody_leaves();
            }
        }
        self.seen
    }

    fn origin(&self, player: PlayerId) -> Origin {
        let of = if self.hidden == Hidden::Networks {
            // As if everybody came from a network of their own.
            u64::try_from(player.0.as_u128()).expect("few")
        } else {
            network(player)
        };
        Origin::new([], Some(of))
    }

    /// Those of somebody's latest matches.
    fn met(&self, player: PlayerId) -> Vec<PlayerId> {
        let matches = self.played.get(&player).into_iter().flatten().flatten();
        matches.copied().filter(|&other| other != player).collect()
    }

    /// Who waits at tables, and who is on the way there.
    fn waiting(&self) -> usize {
        let gathering = |room: &RoomId| self.tables[room].1.is_none();
        let seated = self.tables.values().filter(|(_, until)| until.is_none());
        let seated: usize = seated.map(|(people, _)| people.len()).sum();
        seated
            + self
                .led
                .iter()
                .filter(|(_, room, _)| gathering(room))
                .count()
    }

    fn somebody_asks(&mut self) {
        let who = player(self.random.random_range(0..PEOPLE));
        if !self.busy.insert(who) {
            return;
        }
        let met = self.met(who);
        let told = if self.hidden == Hidden::Met {
            &[][..]
        } else {
            &met
        };
        let game = QuickGame {
            variant: Variant::Giog.into(),
            bots: QuickBots::Refused,
            rated: true,
        };
        let origin = self.origin(who);
        let many = self.waiting() >= MANY;
        let key = format!("at {}", self.now_ms);
        let table = self.lobby.quick_table(
            (who, origin),
            &key,
            (game, told),
            &HashSet::new(),
            self.now_ms,
        );
        let Some(table) = table else {
            return self.make_table(who, origin, &key);
        };
        self.lobby.note_quick(who, &key, table.id);
        let others = self.at(table.id);
        let meets = others.iter().any(|other| met.contains(other));
        self.seen.met_again += u32::from(many && meets);
        let anywhere = self.tables.iter().filter(|(_, (_, until))| until.is_none());
        let anywhere = anywhere.flat_map(|(_, (people, _))| people);
        let could = anywhere.copied().any(|other| met.contains(&other));
        self.seen.could_meet += u32::from(many && could);
        let same = others.iter().any(|&other| network(other) == network(who));
        self.seen.of_one_network += u32::from(same);
        let arrives = self.random.random_bool(0.9);
        self.led.push((who, table.id, arrives));
    }

    /// Who sits at a table, or is on the way there.
    fn at(&self, room: RoomId) -> Vec<PlayerId> {
        let led = self.led.iter().filter(|(_, to, _)| *to == room);
        let led = led.map(|(who, ..)| *who);
        self.tables[&room].0.iter().copied().chain(led).collect()
    }

    fn make_table(&mut self, who: PlayerId, origin: Origin, key: &str) {
        self.made += 1;
        let room = RoomId(Uuid::from_u128(1_000_000 + self.made));
        let made_by = RoomCreator {
            creator: who,
            key,
            quick: Some(Variant::Giog.into()),
            bots: Bots::House,
            rated: true,
            seats: SEATS,
        };
        self.lobby.add(room, (), made_by, origin);
        self.lobby.note_quick(who, key, room);
        self.lobby.note_host((who, origin), room, self.now_ms);
        self.tables.insert(room, (vec![who], None));
        self.tell(room);
    }

    fn people_arrive(&mut self) {
        for (who, room, arrives) in std::mem::take(&mut self.led) {
            if self.random.random_bool(0.7) {
                self.led.push((who, room, arrives));
                continue;
            }
            self.lobby.arrived(who, room);
            let free = self
                .tables
                .get(&room)
                .is_some_and(|(people, until)| until.is_none() && people.len() < SEATS);
            if !arrives || !free {
                self.busy.remove(&who);
                continue;
            }
            self.seen.seated += 1;
            let (people, until) = self.tables.get_mut(&room).expect("it is there");
            people.push(who);
            if people.len() == SEATS {
                *until = Some(self.now_ms + self.random.random_range(5..60) * STEP_MS);
            }
            self.tell(room);
        }
    }

    fn somebody_leaves(&mut self) {
        let gathering = self.tables.iter().filter(|(_, (_, until))| until.is_none());
        let mut rooms: Vec<RoomId> = gathering.map(|(room, _)| *room).collect();
        rooms.sort();
        if rooms.is_empty() {
            return;
        }
        let room = rooms[self.random.random_range(0..rooms.len())];
        let (people, _) = self.tables.get_mut(&room).expect("it is there");
        if let Some(who) = people.pop() {
            self.busy.remove(&who);
            self.tell(room);
        }
    }

    /// Everybody stands up, and the table gathers again.
    fn matches_end(&mut self) {
        let over = |(_, (_, until)): &(&RoomId, &(Vec<PlayerId>, Option<u64>))| {
            until.is_some_and(|until| until <= self.now_ms)
        };
        let mut over: Vec<RoomId> = self
            .tables
            .iter()
            .filter(over)
            .map(|(room, _)| *room)
            .collect();
        over.sort();
        for room in over {
            let people = std::mem::take(self.tables.get_mut(&room).expect("it is there"));
            self.seen.matches += 1;
            for &who in &people.0 {
                self.busy.remove(&who);
                let played = self.played.entry(who).or_default();
                played.push_back(people.0.clone());
                if played.len() > MATCHES {
                    played.pop_front();
                }
            }
            self.tell(room);
        }
    }

    /// A table reports its state.
    fn tell(&mut self, room: RoomId) {
        let (people, until) = &self.tables[&room];
        let summary = serde_json::json!({
            "room": room,
            "variant": "giog",
            "access": "public",
            "clock": {"kind": "none"},
            "spectators": true,
            "quick": true,
            "phase": "gathering",
            "seats": [],
        });
        let mut summary: RoomSummary = serde_json::from_value(summary).expect("a summary");
        summary.rated = true;
        summary.phase = if until.is_some() {
            Phase::Playing
        } else {
            Phase::Gathering
        };
        let taken = people
            .iter()
            .map(|&who| Some(Person::forgotten(who).into()));
        summary.seats = taken.chain(std::iter::repeat(None)).take(SEATS).collect();
        self.lobby.update(summary);
        let origins = people.iter().map(|&who| (who, self.origin(who)));
        let origins = origins.collect();
        self.lobby.note_table_people(room, origins, self.now_ms);
    }
}

#[test]
fn nobody_meets_again_while_many_wait_and_nobody_of_the_same_network_ever() {
    for seed in 0..4 {
        let seen = World::new(seed, Hidden::Nothing).run();
        assert!(
            seen.matches > 100 && seen.could_meet > 50,
            "seed {seed}: {seen:?}"
        );
        assert_eq!(
            (seen.met_again, seen.of_one_network),
            (0, 0),
            "seed {seed}: {seen:?}"
        );
        // Where a rule is left out, it is noticed.
        let seen = World::new(seed, Hidden::Met).run();
        assert!(seen.met_again > 10, "seed {seed}: {seen:?}");
        let seen = World::new(seed, Hidden::Networks).run();
        assert!(seen.of_one_network > 10, "seed {seed}: {seen:?}");
    }
}
