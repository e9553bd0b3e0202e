//! The history: every match once, with a record that the referee and the verification accept.

use std::collections::{BTreeMap, BTreeSet};

use giog_protocol::server::RoomEvent;
use giog_rooms::replayed_events;
use giog_rules::fairness::{Commitment, PublicKey};
use giog_rules::record::Player;
use giog_rules::tricks::{Variant, VerdictStatus, View};
use giog_rules::{
    Judgement, Match, MatchId, Observer, PlayerId, Proof, Receipt, Record, Seat, Started,
    judge_line, verify,
};
use giog_store::{Fact, FinishedMatch, MatchStatus, RatedMatch, ReportId, Unrated};

use crate::client::{Acked, Client};
use crate::mirror::GameMirror;

/// The history as the storage has it.
#[derive(Default)]
pub struct History {
    started: BTreeSet<MatchId>,
    finished: BTreeMap<MatchId, Record>,
    /// The score of each seat in these matches, in games that score.
    scores: BTreeMap<MatchId, Vec<Option<i32>>>,
    /// The matches of a rated table.
    rated: BTreeMap<MatchId, RatedMatch>,
    cancelled: BTreeSet<MatchId>,
    pub opened: bool,
    pub closed: bool,
    pub abandoned: u64,
    /// For each report the match, its author, and the reported person.
    reports: BTreeMap<ReportId, (Option<MatchId>, PlayerId, PlayerId)>,
}

impl History {
    /// Adds a fact of a durable row.
    pub fn learn(&mut self, fact: &Fact, key: PublicKey) {
        match fact {
            Fact::RoomOpened { .. } => assert!(!std::mem::replace(&mut self.opened, true)),
            // Nobody opens a room again here.
            Fact::RoomSlept(_) | Fact::RoomWoken { .. } => {}
            Fact::Rated(rated) => self.rate(rated),
            Fact::RoomClosed { .. } => assert!(!std::mem::replace(&mut self.closed, true)),
            Fact::MatchStarted(start) => {
                assert!(self.started.insert(start.match_id), "a match begins once");
            }
            Fact::StartCancelled(start) => {
                assert!(
                    self.cancelled.insert(start.match_id),
                    "a start is cancelled once"
                );
                assert!(!self.started.contains(&start.match_id));
            }
            Fact::MatchFinished(finished) => self.finish(finished, key),
            Fact::Reported(report) => {
                let of = (report.match_id, report.reporter, report.reported);
                // A fact that is repeated after a crash is the same.
                let known = *self.reports.entry(report.report_id).or_insert(of);
                assert_eq!(known, of, "another report has another id");
            }
        }
    }

    pub fn finished(&self) -> usize {
        self.finished.len()
    }

    /// How many matches changed ratings, and how many of them had computer players.
    pub fn rated(&self) -> (u64, u64) {
        let rated = || self.rated.values().filter(|one| one.unrated.is_none());
        let anchored = rated().filter(|one| !one.anchors.is_empty());
        (rated().count() as u64, anchored.count() as u64)
    }

    /// What a match changes in ratings follows from its record.
    fn rate(&mut self, rated: &RatedMatch) {
        let record = &self.finished[&rated.match_id];
        let actions = u32::try_from(record.actions.len()).expect("few actions");
        let people = record
            .players
            .iter()
            .filter_map(|(seat, one)| match one.player {
                Player::Person { id } => Some((u8::try_from(seat.index()).expect("few seats"), id)),
                Player::Bot { .. } => None,
            });
        let people: Vec<(u8, PlayerId)> = people.collect();
        let told = rated.people.iter().map(|one| (one.seat, one.player));
        assert_eq!(told.collect::<Vec<_>>(), people);
        assert!(people.len() >= 2, "one person is never rated");
        let bots = record.players.len() - people.len();
        assert_eq!(
            rated.anchors.len(),
            bots,
            "each computer player has a rating"
        );
        let has_left = |seat: Seat| {
            let last = record.players[seat].stand_ins.last();
            last.is_some_and(|last| last.to == actions && last.from < actions)
        };
        let anybody_left = record.players.seats().any(has_left);
        match rated.unrated {
            None => assert!(record.result.winners().is_some()),
            Some(Unrated::Abandoned) => assert!(record.result.winners().is_none()),
            Some(Unrated::Outage) => assert!(anybody_left),
            Some(Unrated::Fault) => panic!("{rated:?}"),
        }
        if rated.unrated.is_none() {
            let winners = record.result.winners().expect("it is over");
            let scores = &self.scores[&rated.match_id];
            let all_have = scores.iter().all(Option::is_some);
            // Those who left come last, whatever was won for them.
            let worth = |seat: Seat| match scores[seat.index()].filter(|_| all_have) {
                _ if has_left(seat) => i32::MIN,
                Some(score) => score,
                None => i32::from(winners.contains(&seat)),
            };
            let rank = |seat: Seat| {
                let better = record
                    .players
                    .seats()
                    .filter(|&other| worth(other) > worth(seat));
                1 + better.count()
            };
            let bots = record
                .players
                .iter()
                .filter(|(_, one)| matches!(one.player, Player::Bot { .. }));
            let anchors = bots.map(|(seat, _)| rank(seat));
            assert!(anchors.eq(rated.anchors.iter().map(|one| usize::from(one.rank))));
            let of_people = rated
                .people
                .iter()
                .map(|one| (rank(Seat::new(one.seat.into())), one));
            for (rank, one) in of_people {
                assert_eq!(usize::from(one.rank), rank, "{rated:?}");
            }
        }
        let before = self.rated.insert(rated.match_id, rated.clone());
        assert!(before.is_none(), "a match is rated once");
    }

    pub fn cancelled(&self) -> usize {
        self.cancelled.len()
    }

    fn finish(&mut self, finished: &FinishedMatch, key: PublicKey) {
        assert!(self.started.contains(&finished.match_id));
        let bytes = finished.record.clone().open().expect("it is whole");
        let text = std::str::from_utf8(&bytes).expect("records are texts");
        let record: Record = serde_json::from_str(text).expect("a record");
        let report = verify(&bytes, None, &[key]);
        assert_eq!(report.verdict, Proof::Pass, "{report:?}");
        let Some(Judgement::Judged(verdict)) = judge_line(text) else {
            panic!("the referee cannot read a record");
        };
        match finished.status {
            MatchStatus::Over => {
                assert_eq!(verdict.status, VerdictStatus::Over);
                assert_eq!(verdict.result.winners.as_deref(), record.result.winners());
                let winners = finished.players.iter().filter(|player| player.won);
                let winners: Vec<Seat> = winners
                    .map(|player| Seat::new(player.seat.into()))
                    .collect();
                assert_eq!(Some(winners.as_slice()), record.result.winners());
            }
            MatchStatus::Abandoned => {
                self.abandoned += 1;
                assert_eq!(verdict.status, VerdictStatus::Playing);
                assert!(finished.players.iter().all(|player| !player.won));
            }
        }
        let scores = finished.players.iter().map(|player| player.score);
        self.scores.insert(finished.match_id, scores.collect());
        let before = self.finished.insert(finished.match_id, record);
        assert!(before.is_none(), "a match ends once");
    }

    /// At the end: every match has ended, and its record matches the events that everybody got.
    /// Returns what was compared.
    pub fn check(&self, clients: &[Client], key: PublicKey) -> Tables {
        let mut tables = Tables::default();
        assert!(self.closed, "a room that everybody left closes");
        assert!(
            self.started.iter().all(|id| self.finished.contains_key(id)),
            "every match ends"
        );
        for client in clients {
            for told in seen_matches(client) {
                let record = &self.finished[&told.match_id];
                told.check(record);
                told.check_table(record, &mut tables);
                if let Observer::Seat(seat) = told.observer {
                    let receipt = told.receipt(seat, client);
                    let report = verify(&record.canonical_bytes(), Some(&receipt), &[key]);
                    assert_eq!(report.verdict, Proof::Pass, "{report:?}");
                }
            }
            client
                .acked
                .iter()
                .for_each(|acked| self.check_acked(acked));
        }
        tables
    }

    /// Acknowledged actions are in the record, in their places.
    fn check_acked(&self, acked: &Acked) {
        let record = &self.finished[&acked.match_id];
        let own = giog_rules::record::Player::Person { id: acked.person };
        let seat = record
            .players
            .iter()
            .find(|(_, player)| player.player == own)
            .expect("a seat")
            .0;
        let taken = record.actions.iter().filter(|taken| taken.seat == seat);
        let action = taken.map(|taken| &taken.action).nth(acked.turn as usize);
        assert_eq!(action, Some(&acked.action), "what was acknowledged is kept");
    }
}

/// Counts of tables whose events were compared with views.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tables {
    /// Comparisons.
    pub compared: u64,
    /// For each variant the number of matches that an observer followed to the end.
    pub ended: [u64; Variant::ALL.len()],
    /// Tricks that were set aside.
    pub aside: u64,
    /// Plays that stayed face down when their trick was finished.
    pub unseen: u64,
    /// Rounds of throws.
    pub thrown: u64,
}

impl Tables {
    fn note(&mut self, view: &View) {
        let variant = Variant::ALL.iter().position(|&one| one == view.variant);
        self.ended[variant.expect("all are there")] += u64::from(view.outcome.is_some());
        for trick in &view.tricks {
            self.aside += u64::from(trick.winner.is_none());
            self.unseen += trick.shown.values().filter(|&&shown| !shown).count() as u64;
        }
        self.thrown += view.thrown.len() as u64;
    }
}

/// A match as one observer got it, from its start on.
struct SeenMatch<'a> {
    match_id: MatchId,
    observer: Observer,
    events: Vec<&'a RoomEvent>,
    whole: bool,
}

/// The matches of which a client got the start and all following events, as far as they came.
fn seen_matches(client: &Client) -> Vec<SeenMatch<'_>> {
    let mut told: Vec<SeenMatch<'_>> = Vec::new();
    let mut last = None;
    for (&seq, event) in &client.told {
        let follows = last == Some(seq - 1);
        last = Some(seq);
        if let RoomEvent::Start(start) = event {
            let own = giog_rules::record::Player::Person {
                id: client.person.player,
            };
            let seat = start
                .facts
                .players
                .iter()
                .find(|(_, player)| **player == own);
            told.push(SeenMatch {
                match_id: start.facts.match_id,
                observer: seat.map_or(Observer::Spectator, |(seat, _)| Observer::Seat(seat)),
                events: vec![event],
                whole: true,
            });
        } else if let Some(current) = told.last_mut() {
            current.whole &= follows;
            if current.whole {
                current.events.push(event);
            }
        }
    }
    told
}

impl SeenMatch<'_> {
    /// Checks that the record has the same events, except for absences.
    fn check(&self, record: &Record) {
        let of_match = |event: &&RoomEvent| {
            matches!(
                event,
                RoomEvent::Start(_)
                    | RoomEvent::Game(_)
                    | RoomEvent::Finished { .. }
                    | RoomEvent::Abandoned { .. }
            )
        };
        let replayed = replayed_events(record, self.observer).expect("a record can be replayed");
        let replayed: Vec<&RoomEvent> = replayed.iter().filter(of_match).collect();
        let told: Vec<&RoomEvent> = self.events.iter().copied().filter(of_match).collect();
        assert_eq!(
            told,
            replayed[..told.len()],
            "the record tells what was told"
        );
    }

    /// Checks that after every action the events give the same table as a view.
    fn check_table(&self, record: &Record, tables: &mut Tables) {
        let RoomEvent::Start(start) = self.events[0] else {
            panic!("a match is told from its start");
        };
        let mut known = GameMirror::beginning(self.observer, &start.facts);
        let mut events = self.events.iter().filter_map(|event| match event {
            RoomEvent::Game(game) => Some(game),
            _ => None,
        });
        let terms = record.terms().expect("a record has terms");
        let deal = record.deal().expect("a record has a deal");
        let Started {
            mut game, opening, ..
        } = Match::start(&terms, deal, None);
        let mut happened = opening.len();
        let mut actions = record.actions.iter();
        loop {
            for _ in 0..happened {
                let Some(event) = events.next() else {
                    return;
                };
                known.hear(event);
            }
            tables.compared += 1;
            assert_eq!(
                known.table.view,
                *game.view(self.observer).tricks().expect("a trick game"),
                "events make the table that views show"
            );
            let Some(taken) = actions.next() else {
                break;
            };
            let acted = game.act(taken.seat, &taken.action);
            happened = acted.expect("a record is of legal actions").len();
        }
        tables.note(&known.table.view);
    }

    fn receipt(&self, seat: Seat, client: &Client) -> Receipt {
        let RoomEvent::Start(start) = self.events[0] else {
            panic!("a match is told from its start");
        };
        let sealed = self.events.iter().filter_map(|event| match event {
            RoomEvent::Game(game) => game.sealed.as_ref(),
            _ => None,
        });
        Receipt {
            match_id: self.match_id,
            seed_commitment: start.facts.seed_commitment,
            seat,
            entropy: client.own_entropy(self.match_id, start.facts.entropy.get(seat)),
            start_signature: start.start_signature,
            commitments: sealed
                .map(|seal| Commitment {
                    label: seal.label,
                    commitment: seal.commitment,
                })
                .collect(),
            late: false,
        }
    }
}
