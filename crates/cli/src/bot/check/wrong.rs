//! What a program can do wrong.

/// A kind of fault, by what must be mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrong {
    NotStarted,
    CrashHello,
    CrashStart,
    CrashTurn,
    CrashOver,
    CrashPing,
    CrashUnknownMessage,
    CrashUnknownField,
    CrashUnknownEvent,
    CrashOrder,
    CrashClock,
    CrashResume,
    CrashSecondMatch,
    Exit,
    Stays,
    Silent,
    Unflushed,
    Slow,
    NotJson,
    NotObject,
    NoAction,
    BadAction,
    Illegal,
    Extra,
    Unasked,
    OtherMatch,
    OtherTurn,
    TooLong,
    Once,
}

impl Wrong {
    /// Its name, for programs and searches.
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    /// What the program does, and what it should do.
    pub const fn text(self) -> &'static str {
        self.words().1
    }

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::NotStarted => ("not-started", "The program cannot be started."),
            Self::CrashHello => (
                "crash-hello",
                "It fails at `hello`. A program may ignore that message.",
            ),
            Self::CrashStart => (
                "crash-start",
                "It fails at `start`. A program may ignore that message.",
            ),
            Self::CrashTurn => ("crash-turn", "It fails at a `turn`."),
            Self::CrashOver => (
                "crash-over",
                "It fails at `over`; `outcome` and `record` may be null.",
            ),
            Self::CrashPing => (
                "crash-ping",
                "It fails at `ping`. A program may ignore that message.",
            ),
            Self::CrashUnknownMessage => (
                "crash-unknown-message",
                "It fails at a message that it does not know. Later versions have more messages: ignore them.",
            ),
            Self::CrashUnknownField => (
                "crash-unknown-field",
                "It fails at a field that it does not know. Later versions have more fields: ignore them.",
            ),
            Self::CrashUnknownEvent => (
                "crash-unknown-event",
                "It fails at an event that it does not know. Later versions have more events: ignore them.",
            ),
            Self::CrashOrder => (
                "crash-order",
                "It fails if the fields of an object stand in another order.",
            ),
            Self::CrashClock => (
                "crash-clock",
                "It fails if `left_ms` is null or is a number: both occur.",
            ),
            Self::CrashResume => (
                "crash-resume",
                "It fails if a match goes on after a restart: `turn` does not begin with 0, and `events` may be empty.",
            ),
            Self::CrashSecondMatch => (
                "crash-second-match",
                "It fails at a second match, after the first or at the same time.",
            ),
            Self::Exit => ("exit", "It ends with an error when its input ends."),
            Self::Stays => ("stays", "It does not end when its input ends."),
            Self::Silent => ("silent", "It does not answer a `turn`."),
            Self::Unflushed => (
                "unflushed",
                "Its answer comes only when its input ends: it must flush its output after each line.",
            ),
            Self::Slow => ("slow", "It answers a `turn` after its `left_ms`."),
            Self::NotJson => (
                "not-json",
                "It answers a `turn` with a line that is not JSON.",
            ),
            Self::NotObject => (
                "not-object",
                "It answers a `turn` with JSON that is not an object.",
            ),
            Self::NoAction => (
                "no-action",
                "It answers a `turn` with an object without `do`.",
            ),
            Self::BadAction => (
                "bad-action",
                "It answers a `turn` with an action that no game has, or with wrong fields.",
            ),
            Self::Illegal => (
                "illegal",
                "It answers a `turn` with an action that is not legal there.",
            ),
            Self::Extra => (
                "extra",
                "It writes more than one line for a `turn`. What it has to say for people belongs on standard error.",
            ),
            Self::Unasked => (
                "unasked",
                "It answers a message that is not a `turn` with an action.",
            ),
            Self::OtherMatch => (
                "wrong-match",
                "The `match` in its answer is not that of the `turn`.",
            ),
            Self::OtherTurn => (
                "wrong-turn",
                "The `turn` in its answer is not that of the message.",
            ),
            Self::TooLong => ("too-long", "It writes a line of more than 64 KiB."),
            Self::Once => (
                "once",
                "It does not answer if the same `turn` is asked again, as it is after a refusal or a disconnect.",
            ),
        }
    }
}
