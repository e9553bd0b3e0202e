//! Turns what happens in a room into lines of text for one person in it.

use super::room::{called, follow};
use super::words::{
    cancel_reason, close_reason, engine_words, left_line, series_lines, settings_line,
};
use giog_protocol::server::{
    GameEvent, LeftReason, MatchStart, RoomEvent, ServerMessage, Snapshot,
};
use giog_protocol::{Occupant, Person, Phase, RoomState, SeatState};
use giog_rules::record::Player;
use giog_rules::text::{EventContext, Narrator, Pace, Style, Table, wrapped};
use giog_rules::tricks::SeenEvent;
use giog_rules::{BySeat, MatchId, Pieces, PlayerId, SealLabel, Seat};
use giog_seats::stand_reason;

/// That the match is paused, for somebody who plays in it.
pub const PAUSED: &str = "The match is paused. To let it go on, type resume.";

/// The texts of one room for one person.
#[derive(Debug)]
pub struct Teller {
    style: Style,
    me: PlayerId,
    you: Option<Seat>,
    state: Option<RoomState>,
    game: Option<Game>,
}

/// The running match.
#[derive(Debug)]
struct Game {
    match_id: MatchId,
    narrator: Narrator,
    players: BySeat<Player>,
    /// The person's seat in it.
    you: Option<Seat>,
    hand: Option<Pieces>,
    laid: Option<Pieces>,
}

impl Teller {
    /// A teller that has seen no messages yet.
    pub const fn new(style: Style, me: PlayerId) -> Self {
        Self {
            style,
            me,
            you: None,
            state: None,
            game: None,
        }
    }

    /// The person's seat; in the running match, if there is one.
    pub fn seat(&self) -> Option<Seat> {
        self.game.as_ref().map_or(self.you, |game| game.you)
    }

    /// The person's hand.
    pub fn hand(&self) -> Option<Pieces> {
        self.game.as_ref()?.hand
    }

    /// The room's state, without its match.
    pub const fn state(&self) -> Option<&RoomState> {
        self.state.as_ref()
    }

    /// The running match, if any.
    pub fn match_id(&self) -> Option<MatchId> {
        self.game.as_ref().map(|game| game.match_id)
    }

    /// Whether a match is running.
    pub const fn is_playing(&self) -> bool {
        self.game.is_some()
    }

    /// The lines for a message, which must be the next one of the room, or a snapshot.
    pub fn hear(&mut self, message: &ServerMessage) -> Vec<String> {
        match message {
            ServerMessage::Snapshot(snapshot) => self.snapshot(snapshot),
            ServerMessage::Event(event) => self.event(&event.event),
            ServerMessage::Left(left) => {
                let phase = self.state.as_ref().map(|state| state.phase);
                // The closing and its reason were printed already.
                if left.reason == LeftReason::Closed && phase == Some(Phase::Closed) {
                    return Vec::new();
                }
                vec![left_line(left.reason).to_owned()]
            }
            _ => Vec::new(),
        }
    }

    /// A snapshot.
    fn snapshot(&mut self, snapshot: &Snapshot) -> Vec<String> {
        self.you = snapshot.you;
        self.state = Some(snapshot.state.clone());
        let mut lines = wrapped(0, &format!("Room {}", snapshot.room));
        lines.extend(self.seats());
        lines.extend(series_lines(&snapshot.state.series));
        self.game = snapshot.game.as_ref().and_then(|running| {
            let table = self.table(&running.start);
            let tricks = running.view.tricks();
            Some(Game {
                match_id: running.start.facts.match_id,
                narrator: Narrator::resumed(table, self.style, &running.view).ok()?,
                players: running.start.facts.players.clone(),
                you: running.view.you(),
                hand: tricks.and_then(|view| view.hand),
                laid: tricks.and_then(|view| view.trick.as_ref()?.yours),
            })
        });
        if let (Some(game), Some(running)) = (&self.game, &snapshot.game) {
            lines.extend(game.narrator.heading());
            lines.extend(game.narrator.picture(&running.view));
        }
        lines
    }

    /// The room beside its match.
    fn seats(&self) -> Vec<String> {
        let Some(state) = &self.state else {
            return Vec::new();
        };
        let mut lines = wrapped(0, &settings_line(&state.settings));
        let names = called(state);
        for (seat, name) in state.seats.iter().zip(names) {
            lines.extend(wrapped(0, &self.seat_line(state, seat, &name)));
        }
        if self.you.is_none() {
            lines.push("You have no seat here.".to_owned());
        }
        if state.paused {
            lines.push(self.paused().to_owned());
        }
        lines
    }

    /// That the match is paused, and what ends that.
    fn paused(&self) -> &'static str {
        if self.seat().is_some() {
            PAUSED
        } else {
            "The match is paused."
        }
    }

    fn seat_line(&self, state: &RoomState, seat: &SeatState, name: &str) -> String {
        let number = seat.seat;
        let Some(occupant) = &seat.occupant else {
            return format!("Seat {number}: free");
        };
        let person = occupant.person().map(|person| person.player);
        let declared = engine_words(occupant);
        let marks = [
            (person == Some(self.me), "you"),
            (person.is_some() && state.owner == person, "owns the room"),
            (
                person.is_some() && seat.ready && state.phase == Phase::Gathering,
                "ready",
            ),
            (seat.away, "away"),
            (seat.agrees, "wants a pause"),
        ];
        let marks = marks.into_iter().filter(|(is_so, _)| *is_so);
        let words: Vec<&str> = [name]
            .into_iter()
            .chain(marks.map(|(_, mark)| mark))
            .chain(declared.as_deref())
            .collect();
        format!("Seat {number}: {}", words.join(", "))
    }

    /// The name of the player on a seat.
    pub fn name(&self, seat: Seat) -> String {
        let names = self.state.as_ref().map(called).unwrap_or_default();
        names
            .into_iter()
            .nth(seat.index())
            .unwrap_or_else(|| "nobody".to_owned())
    }

    fn table(&self, start: &MatchStart) -> Table {
        let facts = &start.facts;
        Table {
            variant: facts.variant,
            options: facts.options,
            names: BySeat::from_fn(facts.seats.into(), |seat| self.name(seat)),
        }
    }

    fn event(&mut self, event: &RoomEvent) -> Vec<String> {
        if let RoomEvent::Game(game) = event {
            return self.game_event(game);
        }
        let line = match event {
            RoomEvent::Configured { settings } => {
                format!("Other settings: {}.", settings_line(settings))
            }
            RoomEvent::Sat { seat, occupant } => {
                self.take(event);
                let you = occupant
                    .person()
                    .is_some_and(|person| person.player == self.me);
                let you = if you { " (you)" } else { "" };
                let bot =
                    engine_words(occupant).map_or_else(String::new, |bot| format!(" [{bot}]"));
                return wrapped(
                    0,
                    &format!("{}{you}{bot} sits down on seat {seat}.", self.name(*seat)),
                );
            }
            RoomEvent::Stood { seat, reason } => {
                format!(
                    "{} leaves seat {seat}: {}.",
                    self.name(*seat),
                    stand_reason(*reason)
                )
            }
            RoomEvent::Suggested { seat, variant } => match variant {
                Some(variant) => format!("{} suggests {}.", self.name(*seat), variant.id()),
                None => format!("{} suggests no game any more.", self.name(*seat)),
            },
            RoomEvent::Ready { seat } => format!("{} is ready.", self.name(*seat)),
            RoomEvent::Unready { seat } => format!("{} is not ready any more.", self.name(*seat)),
            RoomEvent::Cancelled { reason, .. } => {
                format!(
                    "The start is cancelled: {}. Everybody must get ready again.",
                    cancel_reason(*reason)
                )
            }
            RoomEvent::Start(start) => {
                self.take(event);
                return self.begin(start);
            }
            RoomEvent::Away { seat } => format!(
                "{} is away; somebody else plays the seat.",
                self.name(*seat)
            ),
            RoomEvent::Back { seat } => format!("{} is back.", self.name(*seat)),
            RoomEvent::Agrees { seat, agrees: true } => {
                let name = self.name(*seat);
                match self.seat() {
                    Some(own) if own != *seat => {
                        format!("{name} wants a pause. If you agree, type pause.")
                    }
                    _ => format!("{name} wants a pause."),
                }
            }
            RoomEvent::Agrees { seat, .. } => {
                format!("{} does not want a pause any more.", self.name(*seat))
            }
            RoomEvent::Paused => self.paused().to_owned(),
            RoomEvent::Continued { .. } => "The match goes on.".to_owned(),
            RoomEvent::Ending { seat, agrees: true } => format!(
                "{} agrees to end the match, without a result. It ends when all who play agree.",
                self.name(*seat)
            ),
            RoomEvent::Ending { seat, .. } => {
                format!(
                    "{} does not want to end the match any more.",
                    self.name(*seat)
                )
            }
            RoomEvent::Finished { match_id, .. } => format!("Match {match_id} is closed."),
            RoomEvent::Abandoned { match_id, .. } => {
                format!("Match {match_id} is abandoned; nobody wins.")
            }
            RoomEvent::Series(series) => {
                self.take(event);
                return series_lines(series);
            }
            RoomEvent::Renamed(person) => {
                self.take(event);
                self.rename(person);
                return wrapped(0, &renamed(person));
            }
            RoomEvent::Silenced { silenced: true } => {
                "Spectators may not chat any more.".to_owned()
            }
            RoomEvent::Silenced { silenced: false } => "Spectators may chat again.".to_owned(),
            RoomEvent::Closed { reason } => {
                format!("The room is closed: {}.", close_reason(*reason))
            }
            _ => String::new(),
        };
        self.take(event);
        if line.is_empty() {
            Vec::new()
        } else {
            wrapped(0, &line)
        }
    }

    /// Updates the name of a person in the match. Somebody who has left it may have no seat any more.
    fn rename(&mut self, renamed: &Person) {
        let Some(game) = &mut self.game else { return };
        let names = self.state.as_ref().map(called).unwrap_or_default();
        let seats = self.state.as_ref().map_or(&[][..], |state| &state.seats);
        for (seat, player) in game.players.iter() {
            let Player::Person { id } = player else {
                continue;
            };
            let occupant = seats.get(seat.index()).and_then(|at| at.occupant.as_ref());
            let is_seated = occupant
                .and_then(Occupant::person)
                .is_some_and(|person| person.player == *id);
            if let Some(name) = names.get(seat.index()).filter(|_| is_seated) {
                game.narrator.rename(seat, name.clone());
            } else if *id == renamed.player {
                game.narrator.rename(seat, renamed.name.to_string());
            }
        }
    }

    fn begin(&mut self, start: &MatchStart) -> Vec<String> {
        let mut lines = vec![format!("A match begins: {}", start.facts.match_id)];
        let Ok(narrator) = Narrator::new(self.table(start), self.style, Pace::Live) else {
            lines.push("This program does not know how it is played.".to_owned());
            return lines;
        };
        lines.extend(narrator.heading());
        self.game = Some(Game {
            match_id: start.facts.match_id,
            narrator,
            players: start.facts.players.clone(),
            you: self.you,
            hand: None,
            laid: None,
        });
        lines
    }

    fn game_event(&mut self, told: &GameEvent) -> Vec<String> {
        let Some(game) = &mut self.game else {
            return Vec::new();
        };
        if let Some(event) = told.event.tricks() {
            game.follow(event);
        }
        let opened = told.opened.iter();
        let opened: Vec<(SealLabel, &str)> = opened
            .map(|seal| (seal.label, seal.text.as_str()))
            .collect();
        let hands = match (told.event.tricks(), game.you) {
            (Some(SeenEvent::Dealt { taken, hand, .. }), Some(you)) => {
                taken.map(|seat, _| hand.filter(|_| seat == you))
            }
            _ => BySeat::default(),
        };
        game.narrator.tell(EventContext {
            event: &told.event,
            by: told.by,
            opened: &opened,
            hands,
        })
    }

    /// Applies an event to the room's state.
    fn take(&mut self, event: &RoomEvent) {
        if let RoomEvent::Finished { match_id, .. } | RoomEvent::Abandoned { match_id, .. } = event
        {
            self.game = self.game.take().filter(|game| game.match_id != *match_id);
        }
        if let RoomEvent::Sat {
            seat,
            occupant: Occupant::Person(person),
        } = event
            && person.player == self.me
        {
            self.you = Some(*seat);
        }
        if let RoomEvent::Stood { seat, .. } = event
            && self.you == Some(*seat)
        {
            self.you = None;
        }
        if let Some(state) = &mut self.state {
            follow(state, event);
        }
    }
}

/// The line about a new name.
fn renamed(person: &Person) -> String {
    if *person == Person::forgotten(person.player) {
        "A person deleted their data; their name is forgotten from now on.".to_owned()
    } else {
        format!("A person is now called {}.", person.name)
    }
}

impl Game {
    /// Updates the person's hand.
    fn follow(&mut self, event: &SeenEvent) {
        match event {
            SeenEvent::Dealt {
                hand: Some(hand), ..
            } => self.hand = Some(*hand),
            SeenEvent::Play {
                seat,
                pieces: Some(pieces),
                ..
            } if Some(*seat) == self.you => {
                self.hand = self.hand.map(|hand| hand.saturating_minus(*pieces));
                self.laid = Some(*pieces);
            }
            SeenEvent::TakeBack { seat, .. } if Some(*seat) == self.you => {
                if let (Some(hand), Some(laid)) = (self.hand, self.laid.take()) {
                    self.hand = Some(hand.plus(laid));
                }
            }
            SeenEvent::Trick(_) => self.laid = None,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::room::free_seat;
    use giog_protocol::server::SeqEvent;
    use giog_protocol::{DeclaredBot, Person, PlayerName, SettingsInput};
    use uuid::Uuid;

    use super::*;

    const ROOM: giog_protocol::RoomId = giog_protocol::RoomId(Uuid::nil());

    fn player(number: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(number))
    }

    fn person(number: u128, name: &str) -> Occupant {
        Occupant::Person(Person {
            player: player(number),
            name: PlayerName::try_from(name.to_owned()).expect("a test's name"),
            declared_bot: None,
        })
    }

    /// A teller for player 1 in an empty room for two.
    fn teller() -> Teller {
        let settings = SettingsInput {
            seats: Some(2),
            ..SettingsInput::default()
        };
        let (settings, _) = settings.resolve().expect("default settings");
        let mut teller = Teller::new(Style::Codes, player(1));
        teller.state = Some(RoomState {
            settings,
            phase: Phase::Gathering,
            owner: None,
            seats: vec![free_seat(0), free_seat(1)],
            next: None,
            entropy_commitments: None,
            previous: None,
            series: giog_protocol::Series::default(),
            quick: false,
            silenced: false,
            paused: false,
        });
        teller
    }

    fn hear(teller: &mut Teller, event: RoomEvent) -> Vec<String> {
        teller.hear(&ServerMessage::Event(SeqEvent {
            room: ROOM,
            seq: 1,
            event,
        }))
    }

    fn sit(teller: &mut Teller, seat: usize, occupant: Occupant) -> Vec<String> {
        let seat = Seat::new(seat);
        hear(teller, RoomEvent::Sat { seat, occupant })
    }

    #[test]
    fn a_declared_bot_is_told_with_its_engine() {
        let mut teller = teller();
        let Occupant::Person(rocky) = person(2, "Rocky") else {
            panic!("a person");
        };
        let rocky = Person {
            declared_bot: Some(Box::new(DeclaredBot::restored("rocket", "1.2"))),
            ..rocky
        };
        let told = sit(&mut teller, 0, Occupant::Person(rocky));
        assert_eq!(told, ["Rocky [bot: rocket 1.2] sits down on seat 0."]);
    }

    #[test]
    fn people_are_told_apart_and_the_seat_of_ones_own_is_known() {
        let mut teller = teller();
        let told = sit(&mut teller, 1, person(1, "Lin"));
        assert_eq!(told, ["Lin (you) sits down on seat 1."]);
        assert_eq!(teller.seat(), Some(Seat::new(1)));
        let told = sit(&mut teller, 0, person(2, "LIN"));
        assert!(told[0].starts_with("LIN#"), "{told:?}");
        let gone = RoomEvent::Stood {
            seat: Seat::new(1),
            reason: giog_protocol::server::StandReason::Removed,
        };
        let told = hear(&mut teller, gone);
        assert!(
            told[0].ends_with(" leaves seat 1: the owner wants it."),
            "{told:?}"
        );
        assert_eq!(teller.seat(), None);
    }

    #[test]
    fn other_settings_make_nobody_ready_and_the_table_larger_or_smaller() {
        let mut teller = teller();
        sit(&mut teller, 0, person(1, "Lin"));
        hear(&mut teller, RoomEvent::Ready { seat: Seat::new(0) });
        let lines = teller.seats();
        assert!(
            lines.contains(&"Seat 0: Lin, you, ready".to_owned()),
            "{lines:?}"
        );
        let settings = SettingsInput {
            seats: Some(3),
            ..SettingsInput::default()
        };
        let (settings, _) = settings.resolve().expect("default settings");
        hear(&mut teller, RoomEvent::Configured { settings });
        assert_eq!(
            teller.seats()[1..],
            ["Seat 0: Lin, you", "Seat 1: free", "Seat 2: free"]
        );
    }

    #[test]
    fn who_has_a_seat_is_told_what_to_type_about_a_pause() {
        let mut teller = teller();
        sit(&mut teller, 0, person(2, "Mei"));
        let agrees = |seat| RoomEvent::Agrees {
            seat: Seat::new(seat),
            agrees: true,
        };
        assert_eq!(hear(&mut teller, agrees(0)), ["Mei wants a pause."]);
        assert_eq!(
            hear(&mut teller, RoomEvent::Paused),
            ["The match is paused."]
        );
        let goes_on = RoomEvent::Continued { seat: None };
        hear(&mut teller, goes_on.clone());
        sit(&mut teller, 1, person(1, "Lin"));
        assert_eq!(
            hear(&mut teller, agrees(0)),
            ["Mei wants a pause. If you agree, type pause."]
        );
        assert!(
            teller
                .seats()
                .contains(&"Seat 0: Mei, wants a pause".to_owned())
        );
        assert_eq!(hear(&mut teller, agrees(1)), ["Lin wants a pause."]);
        assert_eq!(hear(&mut teller, RoomEvent::Paused), [PAUSED]);
        // Whoever comes back reads it too, and nobody wants a pause any more.
        assert_eq!(
            teller.seats()[1..],
            ["Seat 0: Mei", "Seat 1: Lin, you", PAUSED]
        );
        hear(&mut teller, goes_on);
        assert_eq!(teller.seats()[1..], ["Seat 0: Mei", "Seat 1: Lin, you"]);
    }

    /// The lines of a whole session in which a person changes their name as soon as the match has begun.
    fn told_with(renamed: &str) -> (Vec<String>, Vec<String>) {
        let session = include_str!("../../../../docs/sessions/giog.jsonl");
        let mut teller = Teller::new(Style::Codes, player(0));
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for line in session.lines() {
            let mut frame: serde_json::Value = serde_json::from_str(line).expect("JSON");
            if frame["who"] != "Lin" || frame["got"].is_null() {
                continue;
            }
            let message = serde_json::from_value(frame["got"].take()).expect("a message");
            if teller.is_playing() {
                after.extend(teller.hear(&message));
                continue;
            }
            before.extend(teller.hear(&message));
            if let Some(game) = &teller.game {
                let Player::Person { id } = game.players[Seat::new(1)] else {
                    panic!("a person");
                };
                let name = PlayerName::try_from(renamed.to_owned()).expect("a test's name");
                let person = Person {
                    player: id,
                    name,
                    declared_bot: None,
                };
                before.extend(hear(&mut teller, RoomEvent::Renamed(person)));
            }
        }
        (before, after)
    }

    #[test]
    fn a_name_that_was_changed_in_a_match_is_told_no_more() {
        let (before, after) = told_with("Bo");
        let has = |lines: &[String], name: &str| lines.iter().any(|line| line.contains(name));
        assert!(has(&before, "Mei"), "{before:#?}");
        assert!(has(&after, "Bo"), "{after:#?}");
        assert!(!has(&after, "Mei"), "{after:#?}");
    }
}
