//! Checks that no message reveals anything that is hidden from its recipient.
//!
//! The test reads the log, so it knows all seeds, entropies and nonces. Every message is searched for those that its recipient may not
//! know yet; pieces are checked at the places where messages contain them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex};

use giog_protocol::Phase;
use giog_protocol::server::{GameEvent, RoomEvent, ServerMessage, Snapshot};
use giog_rooms::MatchAnswer;
use giog_rules::fairness::{ServerSeed, seal};
use giog_rules::record::{Player, StartFacts};
use giog_rules::tricks::{self, Stack};
use giog_rules::{
    BySeat, Deal, MatchId, Observer, Pieces, PlayerId, SealKind, SealLabel, Sealed, Seat, SeenEvent,
};
use serde_json::Value;

/// The deals that were made, the latest last.
pub type Deals = Arc<Mutex<Vec<Deal>>>;

/// Everything hidden, and from whom.
pub struct Secrets {
    deals: Deals,
    /// Seeds and entropies in hexadecimal that nobody may see yet.
    nobodys: HashSet<String>,
    /// The coming match, by the log.
    next: Option<MatchId>,
    /// Matches whose commitments are published, by the log: it may be ahead of what is told.
    committed: HashSet<MatchId>,
    /// Nonces in hexadecimal, with the person who may already see them.
    nonces: HashMap<String, Option<PlayerId>>,
    seeds: HashMap<MatchId, ServerSeed>,
    /// The started matches, by the number of their start.
    matches: BTreeMap<u64, Known>,
    labels: HashMap<(MatchId, SealLabel), String>,
}

/// A match with its hidden information.
pub struct Known {
    facts: StartFacts,
    deal: Deal,
}

impl Secrets {
    pub fn new(deals: Deals) -> Self {
        Self {
            deals,
            nobodys: HashSet::new(),
            next: None,
            committed: HashSet::new(),
            nonces: HashMap::new(),
            seeds: HashMap::new(),
            matches: BTreeMap::new(),
            labels: HashMap::new(),
        }
    }

    /// Adds what is hidden from this entry of the log on.
    pub fn learn(&mut self, entry: &Value) {
        let text = |field: &str| entry[field].as_str().map(ToOwned::to_owned);
        match entry["e"].as_str() {
            Some("next") => {
                let seed = text("server_seed").expect("a seed");
                let id: MatchId = serde_json::from_value(entry["match_id"].clone()).expect("an id");
                let bytes = seed.parse::<giog_rules::fairness::Hex<32>>().expect("hex");
                self.seeds.insert(id, ServerSeed::new(bytes.0));
                self.nobodys.insert(seed);
                self.next = Some(id);
            }
            Some("committed") => self.committed.extend(self.next),
            Some("ready") => self.nobodys.extend(text("commitment")),
            Some("opened") => self.nobodys.extend(text("entropy")),
            _ => {}
        }
    }

    /// Removes what is no longer hidden after messages to everybody. To be called for all effects of one input before any of
    /// them is checked: they leave together.
    pub fn publish(&mut self, message: &ServerMessage) {
        if let ServerMessage::Snapshot(snapshot) = message {
            if let Some(game) = &snapshot.game {
                self.begin(snapshot.seq, &game.start.facts);
            }
            // Nobody may have been there when the event told them, so the log says whether they are published.
            if snapshot.state.phase == Phase::Opening {
                let next = snapshot.state.next.as_ref();
                let is_committed = next.is_some_and(|next| self.committed.contains(&next.match_id));
                assert!(is_committed, "opening begins with the commitments");
                let published = snapshot.state.entropy_commitments.iter();
                for commitment in published.flat_map(|commitments| commitments.values()) {
                    self.nobodys.remove(&commitment.to_string());
                }
            }
        }
        let ServerMessage::Event(event) = message else {
            return;
        };
        match &event.event {
            RoomEvent::Committed {
                entropy_commitments,
                ..
            } => {
                for commitment in entropy_commitments.values() {
                    self.nobodys.remove(&commitment.to_string());
                }
            }
            RoomEvent::Start(start) => self.begin(event.seq, &start.facts),
            RoomEvent::Cancelled { server_seed, .. } => {
                self.nobodys.remove(&server_seed.to_string());
            }
            RoomEvent::Finished { server_seed, .. } | RoomEvent::Abandoned { server_seed, .. } => {
                self.nobodys.remove(&server_seed.to_string());
                self.nonces.clear();
            }
            RoomEvent::Game(game) => {
                let match_id = self.at(event.seq).map(|known| known.facts.match_id);
                if let Some(match_id) = match_id {
                    self.publish_seals(match_id, game);
                }
            }
            _ => {}
        }
    }

    /// The same for an answer about a match.
    pub fn publish_answer(&mut self, answer: &MatchAnswer) {
        if let Some(game) = &answer.snapshot.game {
            self.begin(answer.snapshot.seq, &game.start.facts);
            for event in &answer.events {
                if let RoomEvent::Game(event) = event {
                    self.publish_seals(game.start.facts.match_id, event);
                }
            }
        }
    }

    /// Adds a started match, if it is not known yet.
    fn begin(&mut self, seq: u64, facts: &StartFacts) {
        for entropy in facts.entropy.values() {
            self.nobodys.remove(&entropy.to_string());
        }
        for commitment in facts.entropy_commitments.values() {
            self.nobodys.remove(&commitment.to_string());
        }
        let is_known = |known: &Known| known.facts.match_id == facts.match_id;
        if !self.matches.values().any(is_known) {
            let facts = facts.clone();
            let deals = self.deals.lock().expect("deals");
            let deal = deals.last().expect("a deal").clone();
            self.matches.insert(seq, Known { facts, deal });
        }
    }

    fn publish_seals(&mut self, match_id: MatchId, game: &GameEvent) {
        let (known, seed) = (self.of_match(match_id), &self.seeds[&match_id]);
        let sealed = game.sealed.as_ref().map(|sealed| {
            let (label, text) = (sealed.label, String::new());
            let kind = match label {
                SealLabel::Throw { .. } => SealKind::Throw,
                _ => SealKind::Play,
            };
            (
                label,
                seal(
                    seed,
                    match_id,
                    &Sealed {
                        label,
                        kind,
                        text: text.into(),
                    },
                )
                .nonce
                .to_string(),
                known.person(label.seat()),
            )
        });
        if let Some((label, nonce, owner)) = sealed
            && !self.labels.contains_key(&(match_id, label))
        {
            self.labels.insert((match_id, label), nonce.clone());
            self.nonces.insert(nonce, owner);
        }
        for opened in &game.opened {
            assert!(
                matches!(
                    game.event,
                    SeenEvent::Tricks(
                        giog_rules::tricks::SeenEvent::Thrown(_)
                            | giog_rules::tricks::SeenEvent::Trick(_)
                            | giog_rules::tricks::SeenEvent::Over(_)
                    )
                ),
                "plays and throws are turned up when all have laid or thrown"
            );
            if let Some(nonce) = self.labels.get(&(match_id, opened.label)) {
                self.nonces.remove(nonce);
            }
        }
    }

    /// Whether `to` may see this message.
    pub fn judge(&self, to: PlayerId, message: &ServerMessage) {
        self.search(Some(to), &message.encode());
        match message {
            ServerMessage::Event(event) => {
                if let Some(known) = self.at(event.seq) {
                    known.judge_event(Some(to), &event.event);
                }
            }
            ServerMessage::Snapshot(snapshot) => {
                if let Some(game) = &snapshot.game {
                    self.of_match(game.start.facts.match_id)
                        .judge_snapshot(Some(to), snapshot);
                }
            }
            _ => {}
        }
    }

    /// Searches a text for what `to` may not know.
    pub fn search(&self, to: Option<PlayerId>, text: &str) {
        let words = text
            .as_bytes()
            .split(|c| !matches!(c, b'0'..=b'9' | b'a'..=b'f'));
        for word in words.filter(|word| matches!(word.len(), 32 | 64)) {
            let word = std::str::from_utf8(word).expect("digits");
            assert!(
                !self.nobodys.contains(word),
                "a secret of nobody's is sent: {text}"
            );
            if let Some(&owner) = self.nonces.get(word) {
                assert!(
                    owner.is_some() && owner == to,
                    "another's nonce is sent: {text}"
                );
            }
        }
    }

    fn at(&self, seq: u64) -> Option<&Known> {
        self.matches
            .range(..=seq)
            .next_back()
            .map(|(_, known)| known)
    }

    /// A started match.
    pub fn of_match(&self, match_id: MatchId) -> &Known {
        let mut known = self.matches.values();
        known
            .find(|known| known.facts.match_id == match_id)
            .expect("a match that began")
    }
}

impl Known {
    pub fn judge_event(&self, to: Option<PlayerId>, event: &RoomEvent) {
        let RoomEvent::Game(game) = event else { return };
        match &game.event {
            SeenEvent::Tricks(giog_rules::tricks::SeenEvent::Play {
                seat, pieces, up, ..
            }) => {
                let own = self.observer(to).is(*seat);
                assert_eq!(
                    pieces.is_some(),
                    own || *up,
                    "pieces that lie face down are for whoever laid them"
                );
            }
            SeenEvent::Tricks(giog_rules::tricks::SeenEvent::Dealt { taken, hand, .. }) => {
                assert_eq!(
                    *hand,
                    self.hand(to, taken),
                    "a hand is what its own seat took"
                );
            }
            _ => {}
        }
    }

    pub fn judge_snapshot(&self, to: Option<PlayerId>, snapshot: &Snapshot) {
        let Some(game) = &snapshot.game else { return };
        let seat = self.seat(to);
        let view = &game.view;
        assert_eq!(view.you(), seat, "everybody sees as who they are");
        assert!(view.tricks().expect("a trick game").hand.is_none() || seat.is_some());
        if let (Some(seat), Some(hand)) = (seat, view.tricks().expect("a trick game").hand) {
            assert_eq!(
                hand.len(),
                view.tricks().expect("a trick game").hand_sizes[seat]
            );
            // The whole stack that two share is more than either took, and still hidden from everybody else.
            let stacks = &view.tricks().expect("a trick game").stacks;
            let taken_by = stacks.iter().map(|stack| {
                let bottom = stack.bottom_taken_by.filter(|&owner| owner == seat);
                bottom.or(stack.taken_by)
            });
            let dealt = match self.trick_deal().cards() {
                Some(_) => self.dealt_of_pack(seat),
                None => self.dealt(taken_by, seat),
            };
            assert!(dealt.contains(hand), "a hand is of what its own seat took");
        }
        let yours = view
            .tricks()
            .expect("a trick game")
            .trick
            .as_ref()
            .and_then(|trick| trick.yours);
        assert!(yours.is_none() || seat.is_some());
        for seal in &game.commitments {
            let own = seat == Some(seal.label.seat());
            assert_eq!(seal.nonce.is_some(), own, "a nonce is for whoever laid it");
        }
    }

    /// The observer that a person is in the match.
    pub fn observer(&self, to: Option<PlayerId>) -> Observer {
        self.seat(to).map_or(Observer::Spectator, Observer::Seat)
    }

    fn seat(&self, person: Option<PlayerId>) -> Option<Seat> {
        let own = Player::Person { id: person? };
        let mut players = self.facts.players.iter();
        players
            .find(|(_, player)| **player == own)
            .map(|(seat, _)| seat)
    }

    fn person(&self, seat: Seat) -> Option<PlayerId> {
        match self.facts.players[seat] {
            Player::Person { id } => Some(id),
            Player::Bot { .. } => None,
        }
    }

    fn trick_deal(&self) -> &tricks::Deal {
        self.deal.tricks().expect("a trick game")
    }

    fn stacks(&self) -> &[Stack] {
        self.trick_deal().stacks()
    }

    fn hand(&self, to: Option<PlayerId>, taken: &BySeat<Vec<u8>>) -> Option<Pieces> {
        let seat = self.seat(to)?;
        if self.trick_deal().cards().is_some() {
            return Some(self.dealt_of_pack(seat));
        }
        let owners = |stack: &u8| taken.values().filter(|taken| taken.contains(stack)).count();
        let pieces = |&stack: &u8| {
            let pieces = self.stacks()[usize::from(stack)].pieces();
            // Of a stack that two share, the one who started the taking has the top.
            let (bottom, top) = pieces.split_at(pieces.len() / 2);
            match owners(&stack) {
                1 => pieces,
                _ if Self::first_in(taken, stack) == Some(seat) => top,
                _ => bottom,
            }
        };
        let own = taken[seat].iter().flat_map(pieces).copied();
        Some(own.collect())
    }

    /// The pieces that a seat was dealt from a pack: every n-th piece, to the right from the starter.
    fn dealt_of_pack(&self, seat: Seat) -> Pieces {
        let (cards, starter) = self
            .trick_deal()
            .cards()
            .zip(self.trick_deal().starter())
            .expect("a pack");
        let seats = self.facts.players.len();
        let turn = (starter.index() + seats - seat.index()) % seats;
        let own = cards.pieces().iter().skip(turn).step_by(seats);
        own.copied().collect()
    }

    /// Which of those who share a stack started the taking.
    fn first_in(taken: &BySeat<Vec<u8>>, stack: u8) -> Option<Seat> {
        let sharing = taken.seats().filter(|&seat| taken[seat].contains(&stack));
        sharing.min_by_key(|&seat| taken[seat].first().copied())
    }

    /// The pieces that a seat took.
    fn dealt(&self, taken_by: impl Iterator<Item = Option<Seat>>, seat: Seat) -> Pieces {
        let own = self
            .stacks()
            .iter()
            .zip(taken_by)
            .filter(|(_, owner)| *owner == Some(seat));
        own.fold(Pieces::EMPTY, |pieces, (stack, _)| {
            pieces.plus(stack.contents())
        })
    }
}
