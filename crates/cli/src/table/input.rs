//! Parses typed lines.

use giog_protocol::{Access, Clock, SettingsInput};
use giog_rules::boards::{BoardAction, BoardDecision};
use giog_rules::tiles::{Claim, Stake, TilesAction, TilesAsk, TilesDecision};
use giog_rules::tricks::{Action, Ask, RowEnd, Sign};
use giog_rules::{Ceremony, Decision, Level, May, Piece, Seat, Variant};

/// The request in a typed line.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// Nothing.
    Nothing,
    /// The help text.
    Help,
    /// End the program.
    Quit,
    /// List the public rooms.
    Rooms,
    /// Quick play, with people who want this game; also with declared bots if the second is true.
    Quick(Option<Variant>, bool),
    /// Join a room, given by its number in the list or its id; with a password, if any.
    Join(String, Option<String>),
    /// Create a room.
    New(Box<NewRoom>),
    /// Show the whole state of the room again.
    Look,
    /// Get ready, or not ready any more.
    Ready(bool),
    /// Agree to a pause of the match; or let it go on, and do not want a pause any more.
    Pause(bool),
    /// Take a seat; the lowest free one if none is given.
    Sit(Option<Seat>),
    /// Give up the seat.
    Stand,
    /// Add a bot of a level to a seat; the usual one and the lowest free one if none is given.
    Bot(Option<Seat>, Option<Level>),
    /// Add bots of a level to all free seats.
    Bots(Option<Level>),
    /// Send a chat message.
    Say(String),
    /// Hide chat of the person on a seat, or show it again.
    Mute(Seat, bool),
    /// Report the person on a seat to the operator.
    Report(Seat, String),
    /// Make the person on a seat the owner of the room.
    Pass(Seat),
    /// Remove the person or bot from a seat.
    Remove(Seat),
    /// Agree to end the match early, or do not agree any more.
    End(bool),
    /// Leave the room.
    Leave,
    /// Close the room.
    Close,
    /// An action in the match.
    Act(giog_rules::Action),
    /// The default action of the decision, which is also taken when the time runs out.
    Default,
    /// Ask the server's bot what it would do.
    Hint,
    /// A line that cannot be understood, with the explanation.
    Wrong(String),
}

/// A room to create.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewRoom {
    /// Its settings.
    pub settings: SettingsInput,
    /// Whether to add bots to all other seats.
    pub bots: bool,
    /// Their level; the usual one if none is given.
    pub level: Option<Level>,
}

/// Words that are always commands.
const COMMANDS: [&str; 31] = [
    "help", "?", "quit", "rooms", "join", "new", "look", "ready", "unready", "sit", "stand", "bot",
    "bots", "remove", "leave", "close", "quick", "say", "mute", "unmute", "report", "pass", "hint",
    "resign", "draw", "accept", "decline", "end", "continue", "pause", "resume",
];

/// Parses a line; its meaning depends on the open decision.
pub fn read(line: &str, asked: Option<&Decision>) -> Input {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&first, rest)) = words.split_first() else {
        return Input::Nothing;
    };
    let word = first.to_lowercase();
    // No answer to a decision is spelled like a command.
    if !COMMANDS.contains(&word.as_str()) {
        return answer(&words, asked);
    }
    match (word.as_str(), rest) {
        ("help" | "?", _) => Input::Help,
        ("say", [_, ..]) => Input::Say(rest.join(" ")),
        ("say", []) => wrong("say what? Type `say` and what is to be said"),
        ("quick", games) => {
            let bots = games.last().is_some_and(|&last| last == "bots");
            match &games[..games.len() - usize::from(bots)] {
                [] => Input::Quick(None, bots),
                [game] => match game.parse() {
                    Ok(variant) => Input::Quick(Some(variant), bots),
                    Err(_) => wrong("there is no such game; type `help` for those there are"),
                },
                _ => wrong("quick takes one game, and `bots` if you agree to play with bots"),
            }
        }
        ("report", [seat, _, ..]) => match a_seat(seat) {
            Some(seat) => Input::Report(seat, rest[1..].join(" ")),
            None => wrong(NO_SEAT),
        },
        ("report", _) => {
            wrong("report whom? Type `report`, the number of the seat, and what happened")
        }
        ("quit", []) => Input::Quit,
        ("resign", []) => Input::Act(BoardAction::Resign.into()),
        ("draw", []) => Input::Act(BoardAction::OfferDraw.into()),
        ("accept", []) => Input::Act(BoardAction::AcceptDraw.into()),
        ("undo", []) => Input::Act(BoardAction::ProposeTakeBack.into()),
        ("accept", ["undo"]) => Input::Act(BoardAction::AcceptTakeBack.into()),
        ("decline", ["undo"]) => Input::Act(BoardAction::DeclineTakeBack.into()),
        ("decline", []) => Input::Act(BoardAction::DeclineDraw.into()),
        ("rooms", []) => Input::Rooms,
        ("join", [room]) => Input::Join((*room).to_owned(), None),
        ("join", [room, password]) => Input::Join((*room).to_owned(), Some((*password).to_owned())),
        ("join", _) => wrong(
            "join what? Type `join` and the number in the list or the id of a room, and its password if it has one",
        ),
        ("new", words) => new_room(words),
        ("look", []) => Input::Look,
        ("hint", []) => Input::Hint,
        ("ready", []) => Input::Ready(true),
        ("unready", []) => Input::Ready(false),
        ("end", []) => Input::End(true),
        ("continue", []) => Input::End(false),
        ("pause", []) => Input::Pause(true),
        ("resume", []) => Input::Pause(false),
        ("sit", []) => Input::Sit(None),
        ("stand", []) => Input::Stand,
        ("bot", words) => bot(words),
        ("bots", []) => Input::Bots(None),
        ("bots", [level]) => match level.parse() {
            Ok(level) => Input::Bots(Some(level)),
            Err(_) => wrong(NO_LEVEL),
        },
        ("leave", []) => Input::Leave,
        ("close", []) => Input::Close,
        ("sit" | "remove" | "mute" | "unmute" | "pass", [seat]) => {
            a_seat(seat).map_or_else(|| wrong(NO_SEAT), |seat| of_seat(&word, seat))
        }
        ("pass", []) if is_claim(asked) => answer(&words, asked),
        ("remove" | "mute" | "unmute" | "pass", _) => wrong(&format!(
            "{word} whom? Type `{word}` and the number of a seat"
        )),
        _ => wrong(&format!(
            "`{word}` takes no arguments; type `help` for what can be typed"
        )),
    }
}

/// The answer if something is not the number of a seat.
const NO_SEAT: &str = "a seat is a number, the first one 0";

/// The answer if something is not a level.
const NO_LEVEL: &str = "the levels are simple, club, strong and master";

/// `bot [SEAT] [LEVEL]`
fn bot(words: &[&str]) -> Input {
    let (seat, level) = match words {
        [] => (None, None),
        [one] => match one.parse() {
            Ok(level) => (None, Some(level)),
            Err(_) => match a_seat(one) {
                Some(seat) => (Some(seat), None),
                None => return wrong(NO_SEAT),
            },
        },
        [seat, level] => match (a_seat(seat), level.parse()) {
            (Some(seat), Ok(level)) => (Some(seat), Some(level)),
            (None, _) => return wrong(NO_SEAT),
            (_, Err(_)) => return wrong(NO_LEVEL),
        },
        _ => return wrong("type `bot`, the number of a seat and a level, or one of both"),
    };
    Input::Bot(seat, level)
}

/// The meaning of a command about a seat.
fn of_seat(command: &str, seat: Seat) -> Input {
    match command {
        "sit" => Input::Sit(Some(seat)),
        "mute" => Input::Mute(seat, true),
        "unmute" => Input::Mute(seat, false),
        "pass" => Input::Pass(seat),
        _ => Input::Remove(seat),
    }
}

/// Whether the decision is a claim: then `pass` is an answer.
fn is_claim(asked: Option<&Decision>) -> bool {
    let ask = match asked {
        Some(Decision::Tiles(decision)) => &decision.ask,
        _ => return false,
    };
    matches!(ask, TilesAsk::Claim { .. })
}

fn a_seat(word: &str) -> Option<Seat> {
    Seat::try_from(word.parse::<u8>().ok()?).ok()
}

fn wrong(what: &str) -> Input {
    Input::Wrong(what.to_owned())
}

/// Parses a line that is not a command: the answer to the open decision.
fn answer(words: &[&str], asked: Option<&Decision>) -> Input {
    let nothing_asked = "you have nothing to decide now; type `help` for what can be typed";
    if let ["."] = words {
        return Input::Default;
    }
    let is_back = matches!(words, ["back"]);
    let Some(decision) = asked else {
        // In games of tiles and dice, what was laid can be taken back while no decision is open.
        return if is_back {
            Input::Act(TilesAction::TakeBack.into())
        } else {
            wrong(nothing_asked)
        };
    };
    let decision = match decision {
        Decision::Tricks(decision) => decision,
        Decision::Board(decision) => return board_answer(words, decision),
        Decision::Tiles(decision) => return tiles_answer(words, decision),
    };
    let numbers = || -> Option<Vec<i64>> { words.iter().map(|word| word.parse().ok()).collect() };
    let stack = || match words {
        [stack] => stack.parse().ok(),
        _ => None,
    };
    let action = match &decision.ask {
        Ask::TakeBack { .. } if is_back => Some(Action::TakeBack),
        Ask::TakeBack { .. } => {
            return wrong("you have laid; type `back` to take it back, or wait");
        }
        Ask::Reveal { .. } => stack().map(|stack| Action::Reveal { stack }),
        Ask::Take { .. } => stack().map(|stack| Action::Take { stack }),
        Ask::Expose { .. } => stack().map(|stack| Action::Expose { stack }),
        Ask::Throw { .. } => sign(words).map(|sign| Action::Throw { sign }),
        Ask::End { .. } => end(words).map(|end| Action::End { end }),
        Ask::Order { .. } => numbers().map(|stacks| Action::Order { stacks }),
        Ask::Play { .. } => {
            let pieces: String = words.concat();
            let stray = pieces.chars().find(|&c| Piece::from_code(c).is_none());
            if let Some(stray) = stray {
                return wrong(&format!(
                    "`{stray}` is not a piece; they are K A E R H C P for red, k a e r h c p for black"
                ));
            }
            Some(Action::Play { pieces })
        }
    };
    let action = action.map(giog_rules::Action::Tricks);
    action.map_or_else(|| wrong(wanted(&decision.ask)), Input::Act)
}

/// An action on a board, found by its argument: of the kind that lists it as legal, or of the only possible kind.
fn board_answer(words: &[&str], asked: &BoardDecision) -> Input {
    let [word] = words else {
        return wrong(ON_BOARD);
    };
    let lists = |kind: &&May| {
        let mut choices = kind.choices.iter().flatten();
        choices.any(|choice| choice == word)
    };
    let kind = asked.may.iter().find(lists).or(match asked.may.as_slice() {
        [only] => Some(only),
        _ => None,
    });
    let action = kind.and_then(|kind| BoardAction::of(kind.verb, word));
    action.map_or_else(|| wrong(ON_BOARD), |action| Input::Act(action.into()))
}

/// The two tiles of one hand, or bets with their points, one after another.
fn tiles_answer(words: &[&str], asked: &TilesDecision) -> Input {
    match &asked.ask {
        TilesAsk::Split { .. } => Input::Act(
            TilesAction::Split {
                low: words.concat(),
            }
            .into(),
        ),
        TilesAsk::Choose { .. } => match words {
            ["win"] => Input::Act(TilesAction::Win.into()),
            ["kong", tile] => Input::Act(
                TilesAction::Kong {
                    tile: (*tile).to_owned(),
                }
                .into(),
            ),
            [tile] => Input::Act(
                TilesAction::Discard {
                    tile: (*tile).to_owned(),
                }
                .into(),
            ),
            _ => wrong("type a tile to discard it, `kong` and a tile, or `win`"),
        },
        TilesAsk::Claim { .. } => {
            let claim = match words {
                ["pass"] => Some(Claim::Pass),
                ["pung"] => Some(Claim::Pung),
                ["kong"] => Some(Claim::Kong),
                ["win"] => Some(Claim::Win),
                ["chow", tiles] => Some(Claim::Chow {
                    tiles: (*tiles).to_owned(),
                }),
                _ => None,
            };
            claim.map_or_else(
                || wrong("type `pass`, `chow` and two tiles, `pung`, `kong` or `win`"),
                |claim| Input::Act(TilesAction::Claim { claim }.into()),
            )
        }
        TilesAsk::Bet { .. } => {
            let stakes = |pair: &[&str]| match pair {
                [on, points] => Some(Stake {
                    on: (*on).to_owned(),
                    points: points.parse().ok()?,
                }),
                _ => None,
            };
            let bets: Option<Vec<Stake>> = match words {
                ["none"] => Some(Vec::new()),
                _ => words.chunks(2).map(stakes).collect(),
            };
            bets.map_or_else(
                || wrong("type what to bet on and the points, such as `big 20 single-2 5`, or `none`"),
                |bets| Input::Act(TilesAction::Bet { bets }.into()),
            )
        }
    }
}

/// The syntax of actions on a board.
const ON_BOARD: &str = "type one of the legal actions: two points such as `h2e2`, a drop such as `P@e3`, a point or a state";

/// The syntax of an answer.
const fn wanted(ask: &Ask) -> &'static str {
    match ask {
        Ask::Reveal { .. } | Ask::Take { .. } | Ask::Expose { .. } => "type the number of a stack",
        Ask::Throw { .. } => "type `rock`, `paper` or `scissors`",
        Ask::End { .. } => "type `left` or `right`",
        Ask::Order { .. } => "type the numbers of all stacks, the first taken first",
        Ask::Play { .. } => "type the letters of pieces",
        Ask::TakeBack { .. } => "type `back`, or wait",
    }
}

fn sign(words: &[&str]) -> Option<Sign> {
    let [word] = words else { return None };
    Sign::ALL
        .into_iter()
        .find(|sign| word.eq_ignore_ascii_case(sign.name()))
}

fn end(words: &[&str]) -> Option<RowEnd> {
    match words {
        [word] if word.eq_ignore_ascii_case("left") => Some(RowEnd::Left),
        [word] if word.eq_ignore_ascii_case("right") => Some(RowEnd::Right),
        _ => None,
    }
}

/// `new [GAME] [SEATS] [bots] [LEVEL] [unlisted] [password=…] [lots] [noclock]`, in any order.
fn new_room(words: &[&str]) -> Input {
    let mut room = NewRoom::default();
    let settings = &mut room.settings;
    for word in words {
        if let Ok(variant) = word.parse::<Variant>() {
            settings.variant = Some(variant);
        } else if let Ok(seats) = word.parse() {
            settings.seats = Some(seats);
        } else if let Ok(level) = word.parse::<Level>() {
            (room.bots, room.level) = (true, Some(level));
        } else if let Some(password) = word.strip_prefix("password=") {
            settings.password = Some(password.to_owned());
        } else {
            match *word {
                "bots" => room.bots = true,
                "unlisted" => settings.access = Some(Access::Unlisted),
                "lots" => settings.ceremony = Some(Ceremony::Server),
                "noclock" => settings.clock = Some(Clock::None),
                "nopause" => settings.reveal_pause_ms = Some(0),
                _ => {
                    return wrong(&format!(
                        "`{word}` is neither a game nor a setting of a room; type for example `new giog 3 bots`, and `help` for more"
                    ));
                }
            }
        }
    }
    Input::New(Box::new(room))
}

#[cfg(test)]
mod tests {
    use giog_rules::tricks::{self, Generals};

    use super::*;

    fn asked(ask: Ask) -> Decision {
        Decision::Tricks(tricks::Decision {
            decision: 0,
            must: true,
            stage: giog_rules::Stage::Play,
            ask,
            default: None,
            actions: None,
            more_actions: false,
        })
    }

    fn play() -> Decision {
        asked(Ask::Play {
            trick: 0,
            lead: true,
            kind: None,
            count: None,
            generals: Generals::Free,
            plays: None,
        })
    }

    fn check(line: &str, ask: Option<&Decision>, expected: &Input) {
        assert_eq!(read(line, ask), *expected, "{line}");
    }

    #[test]
    fn commands_mean_the_same_whatever_is_asked() {
        let asked_to_play = play();
        for ask in [None, Some(&asked_to_play)] {
            check("", ask, &Input::Nothing);
            check("  ready ", ask, &Input::Ready(true));
            check("Leave", ask, &Input::Leave);
            check("end", ask, &Input::End(true));
            check("continue", ask, &Input::End(false));
            check("pause", ask, &Input::Pause(true));
            check("resume", ask, &Input::Pause(false));
            check("sit 2", ask, &Input::Sit(Some(Seat::new(2))));
            check("bot", ask, &Input::Bot(None, None));
            check("bot 2", ask, &Input::Bot(Some(Seat::new(2)), None));
            check("bot club", ask, &Input::Bot(None, Some(Level::Club)));
            check(
                "bot 2 strong",
                ask,
                &Input::Bot(Some(Seat::new(2)), Some(Level::Strong)),
            );
            check("bots master", ask, &Input::Bots(Some(Level::Master)));
            for line in [
                "bot clever",
                "bot strong 2",
                "bot 1 clever",
                "bots 1",
                "bot 1 club 2",
            ] {
                let read = read(line, ask);
                assert!(matches!(read, Input::Wrong(_)), "{line}: {read:?}");
            }
            check("remove 1", ask, &Input::Remove(Seat::new(1)));
            check(
                "join 1 secret",
                ask,
                &Input::Join("1".to_owned(), Some("secret".to_owned())),
            );
        }
    }

    #[test]
    fn no_command_is_a_hand_of_pieces() {
        for command in COMMANDS {
            assert!(
                command.chars().any(|c| Piece::from_code(c).is_none()),
                "{command}"
            );
        }
    }

    #[test]
    fn an_answer_is_read_as_what_is_asked_wants_it() {
        let act = |action: Action| Input::Act(action.into());
        let pieces = |text: &str| Action::Play {
            pieces: text.to_owned(),
        };
        check("KAE", Some(&play()), &act(pieces("KAE")));
        check("K a e", Some(&play()), &act(pieces("Kae")));
        // All letters are piece letters, and a sign only where signs are thrown.
        check("paper", Some(&play()), &act(pieces("paper")));
        let throw = asked(Ask::Throw {
            round: 0,
            signs: Sign::ALL.to_vec(),
        });
        check(
            "Paper",
            Some(&throw),
            &act(Action::Throw { sign: Sign::Paper }),
        );
        let stacks = vec![0, 3];
        check(
            "3",
            Some(&asked(Ask::Take {
                stacks: stacks.clone(),
            })),
            &act(Action::Take { stack: 3 }),
        );
        check(
            "3",
            Some(&asked(Ask::Reveal {
                stacks: stacks.clone(),
            })),
            &act(Action::Reveal { stack: 3 }),
        );
        check(
            "0",
            Some(&asked(Ask::Expose { stacks })),
            &act(Action::Expose { stack: 0 }),
        );
        let end = asked(Ask::End {
            ends: vec![RowEnd::Left, RowEnd::Right],
        });
        check(
            "right",
            Some(&end),
            &act(Action::End { end: RowEnd::Right }),
        );
        check(
            "2 0 1",
            Some(&asked(Ask::Order { stacks: 3 })),
            &act(Action::Order {
                stacks: vec![2, 0, 1],
            }),
        );
        let back = asked(Ask::TakeBack {
            trick: 0,
            pieces: "K".parse().expect("pieces"),
        });
        check("back", Some(&back), &act(Action::TakeBack));
        check(".", None, &Input::Default);
    }

    #[test]
    fn an_action_on_a_board_is_one_of_those_that_are_listed() {
        let decision: Decision = serde_json::from_value(serde_json::json!({
            "decision": 0, "must": true, "stage": "play", "do": "choose", "default": null, "on_time": "lose",
            "may": [{"do": "move", "choices": ["h2e2"]}, {"do": "drop", "choices": ["P@e3"]}],
        }))
        .expect("a decision");
        let moved = BoardAction::Move {
            points: "h2e2".to_owned(),
        };
        let dropped = BoardAction::Drop {
            piece: "P".to_owned(),
            to: "e3".to_owned(),
        };
        check("h2e2", Some(&decision), &Input::Act(moved.into()));
        check("P@e3", Some(&decision), &Input::Act(dropped.into()));
        assert!(matches!(read("h2e3", Some(&decision)), Input::Wrong(_)));
        check("resign", None, &Input::Act(BoardAction::Resign.into()));
    }

    #[test]
    fn what_means_nothing_is_explained() {
        let back = asked(Ask::TakeBack {
            trick: 0,
            pieces: "K".parse().expect("pieces"),
        });
        for (line, ask) in [
            ("K", None),
            ("xyz", Some(play())),
            ("K", Some(back)),
            ("left", Some(asked(Ask::Order { stacks: 3 }))),
            ("new chess", None),
            ("join", None),
            ("sit here", None),
            ("ready now", None),
        ] {
            let input = read(line, ask.as_ref());
            assert!(matches!(input, Input::Wrong(_)), "{line}: {input:?}");
        }
    }

    #[test]
    fn a_new_room_is_described_in_any_order() {
        let Input::New(room) = read("new bots sang-krip 3 password=x lots", None) else {
            panic!("a new room");
        };
        assert!(room.bots && room.level.is_none());
        assert_eq!(
            room.settings.variant,
            Some(tricks::Variant::SangKrip.into())
        );
        assert_eq!(room.settings.seats, Some(3));
        assert_eq!(room.settings.password.as_deref(), Some("x"));
        assert_eq!(room.settings.ceremony, Some(Ceremony::Server));
        let Input::New(room) = read("new giog 4 strong", None) else {
            panic!("a new room");
        };
        assert!(room.bots && room.level == Some(Level::Strong));
    }
}
