//! The sessions that are played to a program: every game as recorded, and damaged ones.

use giog_protocol::bot::{BOT_VERSION, RunnerPing, ToProgram};
use giog_rules::Variant;
use serde_json::{Value, json};

use super::recorded::{Asked, Recorded};
use super::wrong::Wrong;

/// Changes the line of a turn.
type Damage = fn(&str) -> String;

/// A session in a process of its own.
pub struct Scene<'a> {
    /// What it shows, for people.
    pub name: String,
    /// What it means if the program fails in it.
    pub crash: Wrong,
    /// What it means if a turn is not answered.
    pub silent: Wrong,
    /// The lines.
    pub steps: Vec<Step<'a>>,
}

/// A line to the program.
pub enum Step<'a> {
    /// The first message.
    Hello,
    /// Another message that needs no answer.
    Say(ToProgram),
    /// A line that needs no answer.
    Raw(String),
    /// A turn, perhaps changed.
    Turn {
        asked: &'a Asked,
        damage: Option<Damage>,
    },
}

impl Scene<'_> {
    /// Whether the program is asked in it.
    pub fn is_asked(&self) -> bool {
        self.steps
            .iter()
            .any(|step| matches!(step, Step::Turn { .. }))
    }
}

/// Two matches of each game.
pub struct Matches {
    first: Vec<Recorded>,
    second: Vec<Recorded>,
}

impl Matches {
    /// Records them.
    pub fn of(games: &[Variant]) -> Self {
        let matches = |number| games.iter().map(move |&game| Recorded::of(game, number));
        Self {
            first: matches(1).collect(),
            second: matches(2).collect(),
        }
    }

    /// All sessions, the simplest first.
    pub fn groups(&self) -> Vec<Group<'_>> {
        let mut groups: Vec<Group<'_>> = Vec::new();
        let single = |part| Group {
            whole: None,
            parts: vec![part],
            apart: Vec::new(),
        };
        if let Some(one) = self.first.first() {
            let steps = alone(one).into_iter().flat_map(|scene| scene.steps);
            groups.push(Group {
                whole: Some(scene("no turn", Wrong::Exit, steps.collect())),
                parts: alone(one),
                apart: Vec::new(),
            });
        }
        for (one, other) in self.first.iter().zip(&self.second) {
            let mut parts = vec![plain(one)];
            parts.extend(damaged(one));
            parts.extend([again(one), both(one, other)]);
            groups.push(Group {
                whole: Some(whole(one, other)),
                parts,
                apart: vec![resumed(one)],
            });
        }
        if let (Some(one), [_, .., other]) = (self.first.first(), &self.second[..]) {
            groups.push(single(both(one, other)));
        }
        groups
    }
}

/// Sessions that show several things.
pub struct Group<'a> {
    /// All that the parts show. If nothing is wrong in it, they need not be played.
    pub whole: Option<Scene<'a>>,
    pub parts: Vec<Scene<'a>>,
    /// What it does not show.
    pub apart: Vec<Scene<'a>>,
}

/// All that the sessions of a game show, one after another.
fn whole<'a>(one: &'a Recorded, other: &'a Recorded) -> Scene<'a> {
    let mut steps = plain(one).steps;
    steps.pop();
    let after_opening = |scene: Scene<'a>| scene.steps.into_iter().skip(opening(one).len());
    steps.extend(damaged(one).into_iter().flat_map(after_opening));
    steps.extend(after_opening(again(one)));
    steps.extend(after_opening(both(one, other)));
    Scene {
        name: format!("all of {}", one.place.game),
        crash: Wrong::CrashTurn,
        silent: Wrong::Silent,
        steps,
    }
}

/// Messages that need no answer.
fn alone(one: &Recorded) -> Vec<Scene<'_>> {
    let start = || Step::Say(one.place.start(one.options));
    let ping = ToProgram::Ping(RunnerPing { v: BOT_VERSION });
    let weather = r#"{"type":"weather","v":1,"wind":{"from":"north"}}"#.to_owned();
    let over = || Step::Say(one.place.over(None, None));
    vec![
        scene("no message", Wrong::Exit, Vec::new()),
        scene("`hello` alone", Wrong::CrashHello, vec![Step::Hello]),
        scene("`start`", Wrong::CrashStart, vec![Step::Hello, start()]),
        scene(
            "`over`",
            Wrong::CrashOver,
            vec![Step::Hello, start(), over()],
        ),
        scene(
            "`ping`",
            Wrong::CrashPing,
            vec![Step::Hello, Step::Say(ping)],
        ),
        scene(
            "a message of a later version",
            Wrong::CrashUnknownMessage,
            vec![Step::Hello, Step::Raw(weather)],
        ),
    ]
}

fn scene<'a>(name: &str, crash: Wrong, steps: Vec<Step<'a>>) -> Scene<'a> {
    Scene {
        name: name.to_owned(),
        crash,
        silent: Wrong::Silent,
        steps,
    }
}

fn opening(recorded: &Recorded) -> Vec<Step<'_>> {
    vec![
        Step::Hello,
        Step::Say(recorded.place.start(recorded.options)),
    ]
}

fn turn(asked: &Asked) -> Step<'_> {
    Step::Turn {
        asked,
        damage: None,
    }
}

/// A match as it was.
fn plain(recorded: &Recorded) -> Scene<'_> {
    let mut steps = opening(recorded);
    steps.extend(recorded.turns.iter().map(turn));
    let outcome = recorded.outcome.clone();
    steps.push(Step::Say(recorded.place.over(outcome, None)));
    Scene {
        name: format!("a match of {}", recorded.place.game),
        crash: Wrong::CrashTurn,
        silent: Wrong::Silent,
        steps,
    }
}

/// A good turn, and then one that is damaged in each way.
fn damaged(recorded: &Recorded) -> Vec<Scene<'_>> {
    let ways: [(&str, Wrong, Damage); 4] = [
        (
            "fields of a later version",
            Wrong::CrashUnknownField,
            more_fields,
        ),
        (
            "an event of a later version",
            Wrong::CrashUnknownEvent,
            more_events,
        ),
        ("fields in another order", Wrong::CrashOrder, sorted),
        ("no clock", Wrong::CrashClock, no_clock),
    ];
    let scene = |(name, crash, damage)| {
        let mut steps = opening(recorded);
        let damaged = recorded.turns.iter().take(2).map(|asked| Step::Turn {
            asked,
            damage: Some(damage),
        });
        steps.extend(damaged);
        Scene {
            name: format!("{name}, {}", recorded.place.game),
            crash,
            silent: crash,
            steps,
        }
    };
    ways.map(scene).into()
}

/// The program is started again in the middle of a match.
fn resumed(recorded: &Recorded) -> Scene<'_> {
    let mut steps = opening(recorded);
    steps.extend(recorded.turns.last().map(|asked| Step::Turn {
        asked,
        damage: Some(no_events),
    }));
    Scene {
        name: format!("{} goes on", recorded.place.game),
        crash: Wrong::CrashResume,
        silent: Wrong::CrashResume,
        steps,
    }
}

/// The same turn comes again.
fn again(recorded: &Recorded) -> Scene<'_> {
    let mut steps = opening(recorded);
    let first = recorded.turns.first();
    steps.extend(first.into_iter().chain(first).map(turn));
    Scene {
        name: format!("the same turn again, {}", recorded.place.game),
        crash: Wrong::Once,
        silent: Wrong::Once,
        steps,
    }
}

/// Two matches at the same time.
fn both<'a>(one: &'a Recorded, other: &'a Recorded) -> Scene<'a> {
    let mut steps = opening(one);
    steps.push(Step::Say(other.place.start(other.options)));
    for (one, other) in one.turns.iter().zip(&other.turns).take(2) {
        steps.extend([turn(one), turn(other)]);
    }
    steps.push(Step::Say(one.place.over(one.outcome.clone(), None)));
    steps.extend(other.turns.first().map(turn));
    Scene {
        name: format!(
            "two matches at a time, {} and {}",
            one.place.game, other.place.game
        ),
        crash: Wrong::CrashSecondMatch,
        silent: Wrong::CrashSecondMatch,
        steps,
    }
}

fn changed(line: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(line).unwrap_or_default();
    change(&mut value);
    value.to_string()
}

fn more_fields(line: &str) -> String {
    changed(line, |turn| {
        turn["mood"] = json!({ "of": ["the", "day"] });
        turn["view"]["mood"] = json!(3);
        turn["decision"]["mood"] = Value::Null;
    })
}

fn more_events(line: &str) -> String {
    changed(line, |turn| {
        if let Some(events) = turn["events"].as_array_mut() {
            events.insert(0, json!({ "do": "sneeze", "loud": true }));
        }
    })
}

/// Objects are written with their fields in the order of the alphabet.
fn sorted(line: &str) -> String {
    changed(line, |_| {})
}

fn no_clock(line: &str) -> String {
    changed(line, |turn| turn["left_ms"] = Value::Null)
}

fn no_events(line: &str) -> String {
    changed(line, |turn| turn["events"] = json!([]))
}
