//! The next request of a simulated person: usually sensible, sometimes nonsense.

use giog_bots::levels;
use giog_protocol::client::{
    Act, AddBot, AskTurn, Chat, CloseRoom, Configure, EndMatch, Hint, Leave, ListPeople, Mute,
    NewSeries, Nudge, OpenEntropy, PassOwnership, Pause, Ready, Remove, Report, ResumeMatch,
    RoomCommand, Silence, Sit, Stand, Suggest, TakeSuggestion, Unban, Unready,
};
use giog_protocol::{Access, ChatText, Occupant, Phase, Phrase, Said, SeatState};
use giog_rules::fairness::{Entropy, Hex, entropy_commitment};
use giog_rules::tricks::{Ask, RowEnd, Sign};
use giog_rules::{Action, Decision, Level, MatchId, PlayerId, tricks};
use uuid::Uuid;

use crate::chance::Chance;
use crate::client::Client;
use crate::mirror::Mirror;
use crate::settings;

/// The next request of a person, from their state of the room.
pub fn some(chance: &mut Chance, client: &mut Client, mirror: &Mirror) -> Option<RoomCommand> {
    if chance.one_in(60) {
        return Some(nonsense(chance, mirror));
    }
    if chance.one_in(12) {
        return Some(talk(chance, client, mirror));
    }
    match mirror.state.phase {
        Phase::Gathering => gathering(chance, client, mirror),
        Phase::Opening => opening(chance, client, mirror),
        Phase::Playing => playing(chance, client, mirror),
        Phase::Closed => None,
    }
}

fn gathering(chance: &mut Chance, client: &mut Client, mirror: &Mirror) -> Option<RoomCommand> {
    let owns = mirror.state.owner == Some(client.person.player);
    if owns && chance.one_in(4) {
        return owner(chance, mirror);
    }
    if mirror.state.quick && mirror.seat().is_some() && chance.one_in(6) {
        return Some(RoomCommand::AddBot(AddBot {
            seat: None,
            all: true,
            level: None,
        }));
    }
    let Some(seat) = mirror.seat() else {
        return chance
            .one_in(2)
            .then_some(RoomCommand::Sit(Sit { seat: None }));
    };
    if chance.one_in(20) {
        return Some(asked_of_others(chance));
    }
    let own: &SeatState = &mirror.state.seats[seat.index()];
    if own.ready {
        return chance.one_in(30).then(|| {
            chance.pick(&[
                RoomCommand::Unready(Unready {}),
                RoomCommand::Stand(Stand {}),
            ])
        });
    }
    let next = mirror.state.next?;
    let entropy = client.entropy_for(next.match_id, chance);
    let entropy = Some(entropy).filter(|entropy| !entropy.is_none());
    let entropy_commitment =
        entropy.map(|entropy| entropy_commitment(next.match_id, seat, &entropy));
    let named = client.gives_entropy || chance.one_in(2);
    Some(RoomCommand::Ready(Ready {
        match_id: named.then_some(next.match_id),
        entropy_commitment,
    }))
}

/// What a seated person asks of the others before a match.
fn asked_of_others(chance: &mut Chance) -> RoomCommand {
    if chance.one_in(3) {
        return RoomCommand::Nudge(Nudge {
            seat: chance.between(0, 4).cast_signed(),
        });
    }
    let variant = chance.pick(&tricks::Variant::ALL).into();
    RoomCommand::Suggest(Suggest {
        variant: (!chance.one_in(4)).then_some(variant),
    })
}

fn owner(chance: &mut Chance, mirror: &Mirror) -> Option<RoomCommand> {
    let free = mirror
        .state
        .seats
        .iter()
        .any(|seat| seat.occupant.is_none());
    Some(match chance.below(44) {
        0 | 1 => RoomCommand::Configure(Configure {
            settings: settings::some(chance),
        }),
        2 => remove_seat(chance),
        3 if chance.one_in(8) => RoomCommand::CloseRoom(CloseRoom {}),
        4 => RoomCommand::NewSeries(NewSeries {}),
        16..20 => {
            let mut seats = mirror.state.seats.iter();
            let variant = seats.find_map(|seat| seat.suggests)?;
            RoomCommand::TakeSuggestion(TakeSuggestion { variant })
        }
        5 => RoomCommand::PassOwnership(PassOwnership {
            seat: chance.between(0, 4).cast_signed(),
        }),
        6 => RoomCommand::Silence(Silence {
            silenced: chance.one_in(2),
        }),
        7 => RoomCommand::ListPeople(ListPeople {}),
        8..12 => RoomCommand::Remove(Remove {
            player: Some(person(chance)),
            ban: chance.one_in(2),
            seat: None,
        }),
        12..16 => RoomCommand::Unban(Unban {
            player: person(chance),
        }),
        _ if free => RoomCommand::AddBot(AddBot {
            seat: None,
            all: chance.one_in(4),
            level: level(chance, mirror),
        }),
        _ => return None,
    })
}

/// A level that the game has; mostly any but the usual one.
fn level(chance: &mut Chance, mirror: &Mirror) -> Option<Level> {
    let settings = &mirror.state.settings;
    let levels = levels::of(settings.variant, settings.seats.into());
    (levels.len() > 1).then(|| chance.pick(levels))
}

/// One of the first people.
fn person(chance: &mut Chance) -> PlayerId {
    Client::new(chance.below(4), false, false).person.player
}

fn remove_seat(chance: &mut Chance) -> RoomCommand {
    RoomCommand::Remove(Remove {
        seat: Some(chance.between(0, 4).cast_signed()),
        ..Remove::default()
    })
}

fn opening(chance: &mut Chance, client: &Client, mirror: &Mirror) -> Option<RoomCommand> {
    let match_id = mirror.state.next?.match_id;
    let entropy = client.entropy_of(match_id);
    let entropy = match chance.below(40) {
        0 => Entropy::NONE,
        1 => Entropy::new(vec![9]).expect("a byte"),
        2..6 => return None,
        _ if entropy.is_none() => return None,
        _ => entropy,
    };
    Some(RoomCommand::OpenEntropy(OpenEntropy { match_id, entropy }))
}

fn playing(chance: &mut Chance, client: &Client, mirror: &Mirror) -> Option<RoomCommand> {
    if client.restless && mirror.seat().is_some() && chance.one_in(4) {
        return Some(RoomCommand::Leave(Leave {}));
    }
    if let Some(command) = pausing(chance, mirror) {
        return Some(command);
    }
    let match_id = mirror.game.as_ref()?.match_id;
    let seats = &mirror.state.seats;
    let asked_to_end = seats.iter().any(|seat| seat.ending);
    if mirror.seat().is_some() && chance.one_in(if asked_to_end { 6 } else { 200 }) {
        let agrees = !chance.one_in(5);
        return Some(RoomCommand::EndMatch(EndMatch { match_id, agrees }));
    }
    let you = mirror.now.as_ref()?.you.as_ref()?;
    let decision = you.decision.as_ref()?;
    let act = |turn, action| {
        let match_id = Some(match_id);
        Some(RoomCommand::Act(Act {
            turn,
            match_id,
            action,
        }))
    };
    if !decision.must() {
        return if chance.one_in(12) {
            act(
                you.turn,
                Action::Tricks(giog_rules::tricks::Action::TakeBack),
            )
        } else {
            None
        };
    }
    match chance.below(40) {
        0 => act(you.turn, illegal(chance)),
        1 => act(you.turn.saturating_sub(1), legal(chance, decision)),
        2 => act(you.turn + 1, legal(chance, decision)),
        3 => Some(RoomCommand::Act(Act {
            turn: you.turn,
            match_id: None,
            action: legal(chance, decision),
        })),
        4 | 5 => Some(RoomCommand::Hint(Hint {
            turn: you.turn + u32::from(chance.one_in(4)),
        })),
        7 | 8 => Some(RoomCommand::AskTurn(AskTurn { after: Some(0) })),
        6 if chance.one_in(3) => Some(RoomCommand::Leave(Leave {})),
        _ => act(you.turn, legal(chance, decision)),
    }
}

/// A person agrees to a pause, without knowing whether somebody is cut off, or ends one.
fn pausing(chance: &mut Chance, mirror: &Mirror) -> Option<RoomCommand> {
    if mirror.state.paused {
        return chance
            .one_in(12)
            .then_some(RoomCommand::ResumeMatch(ResumeMatch {}));
    }
    let others_agree = mirror.state.seats.iter().any(|seat| seat.agrees);
    let asks = mirror.state.settings.access == Access::Unlisted
        && chance.one_in(if others_agree { 2 } else { 10 });
    asks.then(|| {
        RoomCommand::Pause(Pause {
            agrees: !chance.one_in(8),
        })
    })
}

fn legal(chance: &mut Chance, decision: &Decision) -> Action {
    let chosen = match &decision.tricks().expect("a trick game").ask {
        Ask::Play { plays, .. } => plays
            .as_ref()
            .filter(|plays| !plays.is_empty())
            .map(|plays| {
                Action::Tricks(giog_rules::tricks::Action::Play {
                    pieces: chance.pick(plays).to_string(),
                })
            }),
        Ask::Reveal { stacks } => Some(Action::Tricks(giog_rules::tricks::Action::Reveal {
            stack: chance.pick(stacks).into(),
        })),
        Ask::Take { stacks } => Some(Action::Tricks(giog_rules::tricks::Action::Take {
            stack: chance.pick(stacks).into(),
        })),
        Ask::Expose { stacks } => Some(Action::Tricks(giog_rules::tricks::Action::Expose {
            stack: chance.pick(stacks).into(),
        })),
        Ask::Throw { signs, .. } => Some(Action::Tricks(giog_rules::tricks::Action::Throw {
            sign: chance.pick(signs),
        })),
        Ask::End { ends } => Some(Action::Tricks(giog_rules::tricks::Action::End {
            end: chance.pick(ends),
        })),
        Ask::Order { stacks } => {
            let mut left: Vec<i64> = (0..(*stacks).into()).collect();
            let mut draw = |_| left.swap_remove(chance.below(left.len()));
            let stacks = (0..*stacks).map(&mut draw).collect();
            Some(Action::Tricks(giog_rules::tricks::Action::Order { stacks }))
        }
        Ask::TakeBack { .. } => None,
    };
    let default = decision
        .default_action()
        .expect("what must be decided has a default");
    chosen.filter(|_| !chance.one_in(3)).unwrap_or(default)
}

fn illegal(chance: &mut Chance) -> Action {
    let pieces = |text: &str| {
        Action::Tricks(giog_rules::tricks::Action::Play {
            pieces: text.to_owned(),
        })
    };
    chance.pick(&[
        pieces(""),
        pieces("KkAaEeRrHhCcPp"),
        pieces("\u{0}"),
        pieces("爵"),
        Action::Tricks(giog_rules::tricks::Action::Take { stack: -1 }),
        Action::Tricks(giog_rules::tricks::Action::Take { stack: i64::MAX }),
        Action::Tricks(giog_rules::tricks::Action::Reveal { stack: 77 }),
        Action::Tricks(giog_rules::tricks::Action::Expose { stack: 0 }),
        Action::Tricks(giog_rules::tricks::Action::Throw { sign: Sign::Paper }),
        Action::Tricks(giog_rules::tricks::Action::End { end: RowEnd::Left }),
        Action::Tricks(giog_rules::tricks::Action::Order { stacks: vec![0, 0] }),
        Action::Tricks(giog_rules::tricks::Action::TakeBack),
    ])
}

fn talk(chance: &mut Chance, client: &Client, mirror: &Mirror) -> RoomCommand {
    let somebody = chance.pick(&mirror.state.seats).occupant;
    let somebody = somebody.as_ref().and_then(Occupant::person);
    let player = somebody.map_or(client.person.player, |person| person.player);
    let text = || ChatText::try_from("爵!".to_owned()).expect("a line");
    match chance.below(8) {
        0 => RoomCommand::Mute(Mute {
            player,
            muted: chance.one_in(2),
        }),
        1 => RoomCommand::Report(Report {
            player,
            text: text(),
        }),
        number => RoomCommand::Chat(Chat {
            key: chance.below(1_000).to_string(),
            said: if number % 2 == 0 {
                Said::Text(text())
            } else {
                Said::Phrase(Phrase::Hello)
            },
        }),
    }
}

fn nonsense(chance: &mut Chance, mirror: &Mirror) -> RoomCommand {
    let stranger = MatchId(Uuid::from_bytes(chance.bytes()));
    match chance.below(9) {
        0 => RoomCommand::Act(Act {
            turn: 0,
            match_id: Some(stranger),
            action: illegal(chance),
        }),
        1 => RoomCommand::Act(Act {
            turn: u32::MAX,
            match_id: None,
            action: illegal(chance),
        }),
        2 => RoomCommand::Sit(Sit {
            seat: Some(i64::MIN),
        }),
        3 => RoomCommand::OpenEntropy(OpenEntropy {
            match_id: stranger,
            entropy: Entropy::NONE,
        }),
        4 => RoomCommand::Ready(Ready {
            match_id: Some(stranger),
            entropy_commitment: Some(Hex(chance.bytes())),
        }),
        5 => remove_seat(chance),
        6 => RoomCommand::Sit(Sit {
            seat: mirror
                .state
                .seats
                .last()
                .map(|seat| u8::from(seat.seat).into()),
        }),
        7 => RoomCommand::Leave(Leave {}),
        _ => RoomCommand::Stand(Stand {}),
    }
}
