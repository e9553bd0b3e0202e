//! Counts of what occurred in a run.

use giog_protocol::ErrorCode;
use giog_protocol::server::{NewsNow, Now, RoomEvent, ServerMessage, short};
use giog_rules::tricks;

use crate::history::Tables;

/// Counts of what happened in a run, so that a run without anything is noticed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub rows: u64,
    /// Those for requests of several people together.
    pub shared_rows: u64,
    pub matches: u64,
    pub abandoned: u64,
    /// Matches that changed ratings, and those of them with computer players.
    pub rated: u64,
    pub anchored: u64,
    pub cancelled: u64,
    pub crashes: u64,
    /// Those between the last action of a match and the row with its record.
    pub crashes_over: u64,
    pub outages: u64,
    /// How often nodes were unable to reach each other.
    pub cuts: u64,
    /// How often the clock stood still because of that.
    pub stood_still: u64,
    pub overflows: u64,
    pub resumed: u64,
    pub snapshots: u64,
    pub refused: u64,
    pub timeouts: u64,
    pub aways: u64,
    pub backs: u64,
    pub take_backs: u64,
    pub banned: u64,
    pub silenced: u64,
    pub suggested: u64,
    /// Pauses: those that began, that somebody ended, and whose time was over.
    pub paused: u64,
    pub continued: u64,
    pub pauses_over: u64,
    /// Crashes during a pause.
    pub crashes_paused: u64,
    pub ending: u64,
    /// Matches that ended by agreement.
    pub agreed: u64,
    pub forgotten: u64,
    /// How often a player who had left too often had no decision any more.
    pub given_up: u64,
    /// Bots that took seats by themselves.
    pub bots_came: u64,
    pub already: u64,
    pub answers: u64,
    /// Decisions that were searched.
    pub thoughts: u64,
    /// Of them those whose result never came, or too late.
    pub thoughtless: u64,
    /// Rooms that were compared with those restored from their logs.
    pub alike: u64,
    /// Those of them that had a floor.
    pub floors: u64,
    /// Snapshots of a match that were compared with the events.
    pub pictures: u64,
    /// Events and `now` messages with a short form.
    pub short_events: u64,
    pub short_nows: u64,
    pub tables: Tables,
}

impl Tally {
    fn fields(&mut self) -> Vec<(&'static str, &mut u64)> {
        let ids = tricks::Variant::ALL.map(tricks::Variant::id);
        let ended = ids.into_iter().zip(&mut self.tables.ended);
        let others = [
            ("rows", &mut self.rows),
            ("shared_rows", &mut self.shared_rows),
            ("matches", &mut self.matches),
            ("abandoned", &mut self.abandoned),
            ("rated", &mut self.rated),
            ("anchored", &mut self.anchored),
            ("cancelled", &mut self.cancelled),
            ("crashes", &mut self.crashes),
            ("crashes_over", &mut self.crashes_over),
            ("outages", &mut self.outages),
            ("cuts", &mut self.cuts),
            ("stood_still", &mut self.stood_still),
            ("overflows", &mut self.overflows),
            ("resumed", &mut self.resumed),
            ("snapshots", &mut self.snapshots),
            ("refused", &mut self.refused),
            ("timeouts", &mut self.timeouts),
            ("aways", &mut self.aways),
            ("backs", &mut self.backs),
            ("take_backs", &mut self.take_backs),
            ("banned", &mut self.banned),
            ("silenced", &mut self.silenced),
            ("suggested", &mut self.suggested),
            ("paused", &mut self.paused),
            ("continued", &mut self.continued),
            ("pauses_over", &mut self.pauses_over),
            ("crashes_paused", &mut self.crashes_paused),
            ("ending", &mut self.ending),
            ("agreed", &mut self.agreed),
            ("forgotten", &mut self.forgotten),
            ("given_up", &mut self.given_up),
            ("bots_came", &mut self.bots_came),
            ("already", &mut self.already),
            ("answers", &mut self.answers),
            ("thoughts", &mut self.thoughts),
            ("thoughtless", &mut self.thoughtless),
            ("alike", &mut self.alike),
            ("floors", &mut self.floors),
            ("pictures", &mut self.pictures),
            ("short_events", &mut self.short_events),
            ("short_nows", &mut self.short_nows),
            ("compared", &mut self.tables.compared),
            ("aside", &mut self.tables.aside),
            ("unseen", &mut self.tables.unseen),
            ("thrown", &mut self.tables.thrown),
        ];
        others.into_iter().chain(ended).collect()
    }

    pub fn add(&mut self, other: &Self) {
        let mut other = *other;
        for ((_, sum), (_, more)) in self.fields().into_iter().zip(other.fields()) {
            *sum += *more;
        }
    }

    pub(super) fn note(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Resumed(_) => self.resumed += 1,
            ServerMessage::Snapshot(_) => self.snapshots += 1,
            ServerMessage::Error(error) => {
                self.refused += 1;
                self.already += u64::from(error.code == ErrorCode::Already);
            }
            ServerMessage::Event(event) => {
                self.short_events += u64::from(check_event(&event.event));
            }
            ServerMessage::Now(now) => self.short_nows += u64::from(check_now(now)),
            _ => {}
        }
    }

    /// A simulation in which something never happens does not test it.
    pub fn must_have_seen_everything(mut self) {
        for (name, count) in self.fields() {
            // A week without any action is rare, and has a separate test.
            assert!(
                *count > 0 || name == "abandoned",
                "the simulation never saw {name}"
            );
        }
    }
}

/// Whether an event has a short form; checks that it has the same content.
fn check_event(event: &RoomEvent) -> bool {
    let mut bytes = Vec::new();
    let has = short::write_event(&mut bytes, event);
    if has {
        let list = serde_json::from_slice(&bytes).expect("short forms are JSON");
        let read = short::read_event(list).expect("it is read as it was written");
        assert_eq!(&read, event);
    }
    has
}

/// Whether a `now` has a short form; checks that it has the same content.
fn check_now(now: &Now) -> bool {
    let now = NewsNow::from(now.clone());
    let mut bytes = Vec::new();
    let has = short::write_now(&mut bytes, &now);
    if has {
        let read = short::now(&mut serde_json::Deserializer::from_slice(&bytes));
        assert_eq!(read.expect("it is read as it was written"), Some(now));
    }
    has
}
