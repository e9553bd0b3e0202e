//! Texts for what a room reports.

use giog_protocol::server::{CancelReason, CloseReason, LeftReason, RoomNotice, ServerMessage};
use giog_protocol::{
    Access, Called, ChatLine, ChatMode, Clock, Occupant, Phase, Phrase, RoomId, RoomSummary, Said,
    Series, Settings,
};
use giog_rules::text::wrapped;

/// What a declared bot says of itself; none for anybody else.
pub fn engine_words(occupant: &Occupant) -> Option<String> {
    let declared = occupant.person()?.declared_bot.as_ref()?;
    Some(format!("bot: {declared}"))
}

/// A line about a room of the lobby.
pub fn room_line(number: usize, room: &RoomSummary) -> Vec<String> {
    let seats = room.seats.len();
    let free = room.seats.iter().filter(|seat| seat.is_none()).count();
    let people = room.seats.iter().flatten().map(|occupant| {
        let name = Called::from(occupant).in_list();
        match engine_words(occupant) {
            Some(bot) => format!("{name} [{bot}]"),
            None => name,
        }
    });
    let people: Vec<String> = people.collect();
    let clock = clock_words(room.clock);
    let phase = phase_word(room.phase);
    let text = format!(
        "{number}  {}, {seats} seats, {free} free, {phase}, {clock}: {}",
        room.variant,
        people.join(", ")
    );
    let mut lines = wrapped(0, &text);
    lines.push(format!("    {}", room.room));
    lines
}

const fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Gathering => "gathering",
        Phase::Opening => "about to begin",
        Phase::Playing => "playing",
        Phase::Closed => "closed",
    }
}

/// A line about the settings of a table.
pub(super) fn settings_line(settings: &Settings) -> String {
    let access = match settings.access {
        Access::Public => "public",
        Access::Unlisted => "unlisted",
        Access::Password => "with a password",
    };
    let backs = if settings.take_backs {
        ""
    } else {
        ", no take-backs"
    };
    let chat = match settings.chat {
        ChatMode::Free => "",
        ChatMode::Phrases => ", only set phrases",
        ChatMode::Off => ", nothing is said",
    };
    let clock = clock_words(settings.clock);
    format!(
        "{}, {} seats, {access}, {clock}{backs}{chat}",
        settings.variant, settings.seats
    )
}

fn clock_words(clock: Clock) -> String {
    match clock {
        Clock::Auto => "the usual clock".to_owned(),
        Clock::None => "no clock".to_owned(),
        Clock::Timed {
            decision_ms,
            bank_ms,
        } => {
            format!(
                "{} s a decision and a bank of {} s",
                decision_ms / 1_000,
                bank_ms / 1_000
            )
        }
        Clock::Bank {
            bank_ms,
            increment_ms,
        } => format!(
            "{} s for the match, and {} s more for each move",
            bank_ms / 1_000,
            increment_ms / 1_000
        ),
        Clock::Days { days } => format!("{days} days a decision"),
    }
}

/// The reason why a start was cancelled.
pub(super) const fn cancel_reason(reason: CancelReason) -> &'static str {
    match reason {
        CancelReason::NotOpened => "somebody did not open their entropy",
        CancelReason::Mismatch => "somebody opened entropy that does not match the commitment",
        CancelReason::Left => "somebody left",
        CancelReason::Closed => "the room is closed",
    }
}

/// The reason why a room was closed.
pub(super) const fn close_reason(reason: CloseReason) -> &'static str {
    match reason {
        CloseReason::Owner => "its owner closed it",
        CloseReason::Operator => "the operator closed it",
        CloseReason::Empty => "nobody was in it",
    }
}

/// The reason why the person is out of a room.
pub(super) const fn left_line(reason: LeftReason) -> &'static str {
    match reason {
        LeftReason::Left => "You have left the room.",
        LeftReason::Replaced => "You are in this room on other connections now.",
        LeftReason::NoSpectators => "The room takes no spectators while a match is played.",
        LeftReason::Removed => "The owner removed you from the room.",
        LeftReason::Password => "The room has a new password; with it you can join again.",
        LeftReason::Expelled => "The operator removed you from the room.",
        LeftReason::Closed => "The room is closed.",
        LeftReason::Failed => "A fault of the server stopped this room.",
    }
}

/// The lines for a message that is not an event of the room.
pub fn aside(room: RoomId, message: &ServerMessage) -> Vec<String> {
    match message {
        ServerMessage::Notice(notice) if notice.room == room => match &notice.notice {
            RoomNotice::Chat(line) => wrapped(0, &chat_line(line)),
            RoomNotice::Nudge(nudged) => {
                let name = Called::from(&nudged.from).in_list();
                wrapped(0, &format!("{name} waits until you are ready."))
            }
            RoomNotice::Presence(_) => Vec::new(),
        },
        _ => anywhere(message),
    }
}

/// The lines for a message that is printed wherever the person is: the operator's announcement, or an invitation.
pub fn anywhere(message: &ServerMessage) -> Vec<String> {
    match message {
        ServerMessage::Announcement(said) if !said.text.is_empty() => {
            wrapped(0, &format!("The operator says: {}", said.text))
        }
        ServerMessage::Invitation(invitation) => {
            let name = Called::from(&invitation.from).in_list();
            let (game, room) = (invitation.variant.id(), invitation.room);
            let password = match invitation.access {
                Access::Password => " PASSWORD",
                Access::Public | Access::Unlisted => "",
            };
            wrapped(
                0,
                &format!(
                    "{name} invites you to a table of {game}. Outside of rooms: join {room}{password}"
                ),
            )
        }
        _ => Vec::new(),
    }
}

/// A line of chat.
fn chat_line(line: &ChatLine) -> String {
    let name = Called::from(&line.from).in_list();
    let said = match &line.said {
        Said::Text(text) => text.as_str(),
        Said::Phrase(phrase) => phrase_words(*phrase),
    };
    format!("{name} says: {said}")
}

/// The text of a phrase (predefined chat message).
pub const fn phrase_words(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::Hello => "Hello.",
        Phrase::GoodLuck => "Good luck.",
        Phrase::WellPlayed => "Well played.",
        Phrase::Thanks => "Thank you.",
        Phrase::Sorry => "Sorry.",
        Phrase::OneMoment => "One moment, please.",
        Phrase::YourTurn => "Your turn.",
        Phrase::AnotherOne => "Shall we play another one?",
        Phrase::Yes => "Yes.",
        Phrase::No => "No.",
        Phrase::Goodbye => "Goodbye.",
    }
}

/// The phrases, as they are typed.
pub const PHRASES: &str = "hello, good luck, well played, thanks, sorry, one moment, your turn, another one, yes, no, goodbye";

/// The phrase with this typed form or text.
pub fn phrase(typed: &str) -> Option<Phrase> {
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphabetic());
        letters.flat_map(char::to_lowercase).collect()
    };
    let typed = plain(typed);
    let mut phrases = Phrase::ALL.into_iter().zip(PHRASES.split(", "));
    let found = phrases.find(|(phrase, words)| {
        [*words, phrase_words(*phrase)]
            .iter()
            .any(|words| plain(words) == typed)
    });
    found.map(|(phrase, _)| phrase)
}

/// The score table of the series; empty before the first match.
pub(super) fn series_lines(series: &Series) -> Vec<String> {
    if series.matches == 0 {
        return Vec::new();
    }
    let mut lines = vec![format!("Matches at this table: {}.", series.matches)];
    for row in &series.rows {
        let name = Called::from(&row.occupant).in_list();
        let seat = row
            .seat
            .map_or_else(String::new, |seat| format!(" on seat {seat}"));
        let shared = if row.shared > 0 {
            format!(" and shared {}", row.shared)
        } else {
            String::new()
        };
        let score = row
            .score
            .map_or_else(String::new, |score| format!(", score {score:+}"));
        let captured = row
            .captured
            .map_or_else(String::new, |captured| format!(", captured {captured}"));
        let text = format!(
            "{name}{seat}: won {}{shared} of {}{captured}{score}",
            row.won, row.played
        );
        lines.extend(wrapped(2, &text));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_phrase_is_found_by_its_name_and_by_its_words() {
        for (typed, expected) in [
            ("well played", Some(Phrase::WellPlayed)),
            ("good_luck", Some(Phrase::GoodLuck)),
            ("Hello!", Some(Phrase::Hello)),
            ("thank you", Some(Phrase::Thanks)),
            ("another one", Some(Phrase::AnotherOne)),
            ("goodbye", Some(Phrase::Goodbye)),
            ("hello all", None),
            ("", None),
        ] {
            assert_eq!(phrase(typed), expected, "{typed}");
        }
    }

    #[test]
    fn an_invitation_says_how_to_join() {
        let mut invitation = serde_json::json!({
            "type": "invitation", "room": "00000000-0000-0000-0000-000000000009", "variant": "giog", "access": "unlisted",
            "from": {"player": "00000000-0000-0000-0000-000000000002", "name": "Lin"}, "ends_in_ms": 300_000,
        });
        let mut told = |access: &str| {
            invitation["access"] = access.into();
            let message = serde_json::from_value(invitation.clone()).expect("a message");
            // However wide the lines are.
            let lines = anywhere(&message).join(" ");
            lines.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let open = told("unlisted");
        assert!(open.contains("Lin"), "{open}");
        assert!(
            open.ends_with("join 00000000-0000-0000-0000-000000000009"),
            "{open}"
        );
        assert!(told("password").ends_with(" PASSWORD"));
    }

    #[test]
    fn every_set_phrase_is_named_as_the_protocol_names_it() {
        assert_eq!(PHRASES.split(", ").count(), Phrase::ALL.len());
        for (phrase, typed) in Phrase::ALL.into_iter().zip(PHRASES.split(", ")) {
            let name = serde_json::to_value(phrase).expect("a name");
            assert_eq!(name, typed.replace(' ', "_"));
        }
    }
}
