//! Chat and muting. Nothing of this is logged; the latest lines are kept in memory, and only while the room is open: for reports, and to be
//! shown again to those whom they had reached.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use giog_protocol::client::{Chat, Mute};
use giog_protocol::server::{ErrorReply, Happened, RoomNotice};
use giog_protocol::{Audience, ChatLine, ChatMode, ErrorCode, Person, Problem, Said};
use giog_rules::PlayerId;
use giog_store::ReportId;

use super::Room;
use super::happened::Happenings;
use super::state::RoomStage;
use crate::conn::ConnId;
use crate::key::check_key;
use crate::rate::{Rate, RateUsage};

/// The last lines of a room's chat that a report has, and that are shown again to whoever loads the page anew: as many as a report may
/// need to be understood.
pub const REPORTED_LINES: usize = 30;
/// The chat limit of all people without a seat together, where one person has this one: as much as can be read during a match.
const fn of_spectators(one: Rate) -> Rate {
    Rate {
        at_once: one.at_once,
        every_ms: one.every_ms.div_ceil(2),
    }
}

/// The chat limit of all people in the room together: a full table and its spectators, each with their own limit. People who take a seat
/// only to chat do not raise it.
const fn of_all(one: Rate) -> Rate {
    Rate {
        at_once: one.at_once.saturating_mul(4),
        every_ms: (one.every_ms * 3).div_ceil(20),
    }
}

/// Keys of a person's latest lines that are kept to detect repeated requests: more than may be on their way.
const KEYS_KEPT: usize = 8;
/// People whose latest lines and mutes are kept, even after they have left: as many as watch at the most popular tables, and a table.
const CHATTERS_KEPT: usize = 128;
/// The most people that one person can mute in a room: more than there are seats and loud spectators.
const MAX_MUTED: usize = 32;
/// The state of the chat in a room.
#[derive(Debug, Default)]
pub(super) struct ChatState {
    pub(super) lines: VecDeque<KeptLine>,
    /// How many lines were said since the room was created or restored.
    pub(super) said: u64,
    pub(super) happened: Happenings,
    by_spectators: RateUsage,
    by_all: RateUsage,
    pub(super) chatters: BTreeMap<PlayerId, Chatter>,
    /// Whether the room was restored from its log (see [`Room::share_chat`]).
    pub(super) is_restored: bool,
}

/// A line of chat that is kept.
#[derive(Debug)]
pub(super) struct KeptLine {
    pub line: ChatLine,
    /// The people to whom it was sent, with its author; they get it again in a snapshot. No more than may be in a room.
    reached: BTreeSet<PlayerId>,
    /// The latest report with which it is stored, and when that was made, on the server's clock.
    pub stored: Option<(ReportId, u64)>,
}

/// What is kept about a person who chats, mutes or reports.
#[derive(Debug, Default)]
pub(super) struct Chatter {
    said: RateUsage,
    keys: VecDeque<String>,
    muted: BTreeSet<PlayerId>,
    pub(super) nudges: RateUsage,
    pub(super) reported: BTreeSet<PlayerId>,
}

impl ChatState {
    /// The kept lines that had reached a person, without those of people whom they have muted since; and what happened among them.
    pub(super) fn reached(&self, player: PlayerId) -> (Vec<ChatLine>, Vec<Happened>) {
        let muted = self.chatters.get(&player).map(|chatter| &chatter.muted);
        let first = self.said - self.lines.len() as u64;
        let lines = (first..).zip(&self.lines).filter(|(_, kept)| {
            let is_muted = muted.is_some_and(|muted| muted.contains(&kept.line.from.player));
            kept.reached.contains(&player) && !is_muted
        });
        let (numbers, lines): (Vec<u64>, Vec<ChatLine>) = lines
            .map(|(number, kept)| (number, kept.line.clone()))
            .unzip();
        let before = |said| numbers.iter().filter(|&&number| number < said).count();
        let happened = self.happened.reached(player, before);
        (lines, happened)
    }

    /// The room was opened to more people: what was said before is not shown again.
    pub(super) fn end_past(&mut self) {
        for kept in &mut self.lines {
            kept.reached.clear();
        }
        self.happened.end_past();
    }
}

impl Chatter {
    fn has_reported(&self) -> bool {
        !self.reported.is_empty()
    }

    /// How many reports they have made here.
    pub(super) fn reports(&self) -> usize {
        self.reported.len()
    }

    /// Whether this is the key of one of their latest lines.
    fn knows(&self, key: &str) -> bool {
        self.keys.iter().any(|known| known == key)
    }

    /// Stores the key of a line.
    fn note(&mut self, key: String) {
        self.keys.push_back(key);
        if self.keys.len() > KEYS_KEPT {
            self.keys.pop_front();
        }
    }
}

impl Room {
    pub(super) fn chat(&mut self, conn: ConnId, person: &Person, re: u64, chat: Chat) {
        match self.say(person, chat) {
            Ok(line) => {
                self.reply_room(conn, re);
                if let Some(line) = line {
                    self.send_line(line);
                }
            }
            Err(problem) => self.reply_error(conn, ErrorReply::new(Some(re), problem)),
        }
    }

    /// The chat line to send; none if it was sent before.
    fn say(&mut self, person: &Person, chat: Chat) -> Result<Option<ChatLine>, Problem> {
        let Chat { key, said } = chat;
        check_key(&key)?;
        match (self.state.settings.chat, &said) {
            (ChatMode::Off, _) | (ChatMode::Phrases, Said::Text(_)) => {
                return Err(ErrorCode::ChatOff.into());
            }
            (ChatMode::Phrases | ChatMode::Free, _) => {}
        }
        let watches = !self.has_seat(person.player);
        if watches && self.state.silenced {
            let text = "people without a seat may say nothing in this room";
            return Err(Problem::new(ErrorCode::ChatOff, text));
        }
        if self.chatter(person.player).knows(&key) {
            return Ok(None);
        }
        self.spend_a_line(person.player, watches)
            .map_err(|wait_ms| Problem::wait(ErrorCode::RateLimited, wait_ms))?;
        self.chatter(person.player).note(key);
        let line = ChatLine {
            from: person.clone(),
            seat: self.state.seat_of(person.player),
            to: self.audience_of(person.player),
            said,
        };
        self.chat_state.said += 1;
        self.chat_state.lines.push_back(KeptLine {
            line: line.clone(),
            reached: BTreeSet::new(),
            stored: None,
        });
        if self.chat_state.lines.len() > REPORTED_LINES {
            self.chat_state.lines.pop_front();
        }
        Ok(Some(line))
    }

    /// Charges a line to every limit that it counts in, or returns how long to wait.
    fn spend_a_line(&mut self, player: PlayerId, watches: bool) -> Result<(), u64> {
        let now_ms = self.clock.mono_ms();
        let said = self.chatter(player).said;
        let one = self.context.limits.chat;
        let said = said.once_more(one, now_ms)?;
        let by_all = self.chat_state.by_all.once_more(of_all(one), now_ms)?;
        if watches {
            let spent = self.chat_state.by_spectators;
            self.chat_state.by_spectators = spent.once_more(of_spectators(one), now_ms)?;
        }
        self.chat_state.by_all = by_all;
        self.chatter(player).said = said;
        Ok(())
    }

    /// Who can read a person's chat: during a match, players and spectators are separated.
    fn audience_of(&self, player: PlayerId) -> Audience {
        match self.state.stage {
            RoomStage::Playing(_) if self.has_seat(player) => Audience::Players,
            RoomStage::Playing(_) => Audience::Spectators,
            _ => Audience::Room,
        }
    }

    fn send_line(&mut self, line: ChatLine) {
        let from = line.from.player;
        let hears = |player: PlayerId| {
            !self.has_muted(player, from)
                && (line.to == Audience::Room || line.to == self.audience_of(player))
        };
        let to = self.people.iter();
        let to: Vec<_> = to.filter(|&(_, player)| hears(player)).collect();
        if let Some(kept) = self.chat_state.lines.back_mut() {
            kept.reached = to.iter().map(|&(_, player)| player).collect();
        }
        let to = to.into_iter().map(|(conn, _)| conn).collect();
        self.send_notice(to, RoomNotice::Chat(line));
    }

    /// Whether a person has muted another one.
    pub(super) fn has_muted(&self, player: PlayerId, other: PlayerId) -> bool {
        let chatter = self.chat_state.chatters.get(&player);
        chatter.is_some_and(|chatter| chatter.muted.contains(&other))
    }

    pub(super) fn mute(&mut self, player: PlayerId, mute: &Mute) -> Result<(), Problem> {
        let muted = &mut self.chatter(player).muted;
        if !mute.muted {
            muted.remove(&mute.player);
        } else if muted.len() < MAX_MUTED || muted.contains(&mute.player) {
            muted.insert(mute.player);
        } else {
            let text = format!("nobody can mute more than {MAX_MUTED} people in a room");
            return Err(Problem::new(ErrorCode::BadRequest, text));
        }
        Ok(())
    }

    /// A person who is or was in this room, with the name that they had.
    pub(super) fn known_person(&self, player: PlayerId) -> Option<Person> {
        let here = self.people.person(player);
        let seated = self.state.seats.values();
        let seated = seated.filter_map(|place| place.occupant.as_ref()?.person());
        let rows = self.state.series.rows.iter();
        let former = rows.filter_map(|row| row.occupant.person());
        let talked = self.chat_state.lines.iter();
        let talked = talked.map(|kept| &kept.line.from);
        // Banned people can still be reported.
        let banned = self.state.banned.iter();
        let known = here.into_iter().chain(seated).chain(former);
        let gone = self.people.gone(player);
        let mut known = known.chain(talked).chain(banned).chain(gone);
        known.find(|person| person.player == player).cloned()
    }

    /// Removes a deleted person's name from the kept chat, which nobody is shown again as far as it is theirs.
    pub(super) fn forget_chatter(&mut self, player: PlayerId) {
        self.chat_state.happened.forget(player);
        for KeptLine { line, reached, .. } in &mut self.chat_state.lines {
            reached.remove(&player);
            if line.from.player == player {
                line.from = Person::forgotten(player);
                reached.clear();
            }
        }
    }

    pub(super) fn chatter(&mut self, player: PlayerId) -> &mut Chatter {
        let chatters = &self.chat_state.chatters;
        if chatters.len() >= CHATTERS_KEPT && !chatters.contains_key(&player) {
            // Of people who have left, only their reports must be kept, so there are never more than that, or than the room accepts
            // people and reporters.
            let (people, state) = (&self.people, &self.state);
            self.chat_state.chatters.retain(|&known, chatter| {
                people.is_connected(known)
                    || state.seat_of(known).is_some()
                    || chatter.has_reported()
            });
        }
        self.chat_state.chatters.entry(player).or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::RoomLimits;

    #[test]
    fn there_are_some_lines_at_once_and_then_one_at_a_time() {
        let one = RoomLimits::default().chat;
        for rate in [one, of_spectators(one), of_all(one)] {
            let Rate { at_once, every_ms } = rate;
            let mut spent = RateUsage::default();
            let mut say = |now_ms: u64| {
                spent = spent.once_more(rate, now_ms)?;
                Ok(())
            };
            for _ in 0..at_once {
                assert_eq!(say(100), Ok(()));
            }
            assert_eq!(say(100), Err(every_ms));
            assert_eq!(say(100 + every_ms - 1), Err(1));
            assert_eq!(say(100 + every_ms), Ok(()));
            assert_eq!(say(100 + every_ms), Err(every_ms));
            for _ in 0..at_once {
                assert_eq!(say(1_000_000), Ok(()));
            }
            assert!(say(1_000_000).is_err());
        }
    }

    #[test]
    fn the_latest_keys_are_known_again() {
        let mut chatter = Chatter::default();
        for key in 0..=KEYS_KEPT {
            assert!(!chatter.knows(&key.to_string()));
            chatter.note(key.to_string());
        }
        assert!(chatter.knows(&KEYS_KEPT.to_string()));
        assert!(!chatter.knows("0"), "the oldest is forgotten");
    }
}
