//! The kinds of people, and their habits.

use giog_tests::{Chance, Habits};

/// What a person without a room looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seek {
    /// Strangers to play with.
    Quick,
    /// A room of their own.
    Make,
    /// A room of the lobby.
    Pick,
    /// A room that only friends know.
    Friends,
}

/// What a person may do in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whim {
    /// A line of chat.
    Talk,
    /// A set phrase.
    Phrase,
    /// More lines of chat than are allowed at once.
    Babble,
    /// The same line twice, with the same key.
    Repeat,
    /// Mute a person.
    Mute,
    /// Unmute everybody.
    Unmute,
    /// Report a person.
    Report,
    /// Take a seat, perhaps another one.
    Sit,
    /// Give up the seat.
    Stand,
    /// Set unready.
    Unready,
    /// Add a bot.
    AddBot,
    /// Fill all free seats with bots.
    FillUp,
    /// Remove a person from their seat.
    Remove,
    /// Change the settings.
    Configure,
    /// Make another person the owner.
    PassOwnership,
    /// Reset the score table.
    NewSeries,
    /// Close the room.
    Close,
    /// Do nothing for a while.
    Sleep,
    /// Leave the room.
    Leave,
    /// Lose the connection, and reconnect soon.
    Drop,
    /// The same, but the server does not notice that the old connection is gone.
    Ghost,
    /// Disconnect without `leave`, and not come back.
    Vanish,
    /// Start or stop watching the lobby.
    Lobby,
    /// Request a new snapshot.
    LookAgain,
    /// Send invalid requests.
    Nonsense,
    /// Send an action for a wrong turn, or an illegal one.
    BadAct,
}

/// The character of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Character {
    /// Plays, and is polite.
    Diligent,
    /// Plays, and always adds entropy.
    Fair,
    /// Leaves in the middle of matches.
    Leaver,
    /// Is often inactive.
    Idler,
    /// Chats a lot.
    Chatter,
    /// Has a bad connection.
    Flaky,
    /// Watches.
    Lurker,
    /// Owns a room, and changes it often.
    Landlord,
    /// Tries what is not allowed.
    Cheat,
}

/// The characters of people, repeated in this order.
const CROWD: [Character; 20] = [
    Character::Diligent,
    Character::Leaver,
    Character::Landlord,
    Character::Flaky,
    Character::Fair,
    Character::Chatter,
    Character::Diligent,
    Character::Lurker,
    Character::Fair,
    Character::Cheat,
    Character::Idler,
    Character::Diligent,
    Character::Landlord,
    Character::Cheat,
    Character::Fair,
    Character::Leaver,
    Character::Idler,
    Character::Diligent,
    Character::Flaky,
    Character::Fair,
];

/// Choices with their weights.
pub type Choices<T> = &'static [(T, usize)];

/// A random choice.
pub fn choose<T: Copy>(choices: Choices<T>, chance: &mut Chance) -> T {
    let all = choices.iter().map(|(_, often)| often).sum();
    let mut drawn = chance.below(all);
    for &(choice, often) in choices {
        if drawn < often {
            return choice;
        }
        drawn -= often;
    }
    unreachable!("it was drawn below their sum")
}

impl Character {
    /// The character of the person with this number.
    pub const fn of(number: usize) -> Self {
        CROWD[number % CROWD.len()]
    }

    /// How they behave in a match.
    pub fn habits(self) -> Habits {
        Habits {
            entropy: matches!(self, Self::Fair | Self::Landlord | Self::Cheat),
            take_backs: self != Self::Diligent,
        }
    }

    /// What they look for without a room.
    pub const fn seeks(self) -> Choices<Seek> {
        match self {
            Self::Diligent | Self::Fair => &[(Seek::Quick, 5), (Seek::Pick, 3), (Seek::Friends, 2)],
            Self::Leaver => &[(Seek::Quick, 8), (Seek::Pick, 1)],
            Self::Landlord => &[(Seek::Make, 1)],
            Self::Lurker => &[(Seek::Pick, 3), (Seek::Friends, 1)],
            Self::Idler | Self::Chatter | Self::Flaky | Self::Cheat => &[
                (Seek::Quick, 3),
                (Seek::Pick, 3),
                (Seek::Friends, 2),
                (Seek::Make, 1),
            ],
        }
    }

    /// What they may do in a room.
    pub const fn whims(self) -> Choices<Whim> {
        match self {
            Self::Diligent => &[(Whim::Sit, 4), (Whim::Phrase, 1), (Whim::FillUp, 3)],
            Self::Fair => &[
                (Whim::Sit, 4),
                (Whim::FillUp, 3),
                (Whim::Unready, 1),
                (Whim::LookAgain, 1),
            ],
            Self::Leaver => &[
                (Whim::Sit, 3),
                (Whim::FillUp, 1),
                (Whim::Leave, 1),
                (Whim::Vanish, 1),
            ],
            Self::Idler => &[(Whim::Sit, 2), (Whim::Sleep, 4), (Whim::FillUp, 1)],
            Self::Chatter => &[
                (Whim::Sit, 3),
                (Whim::Talk, 4),
                (Whim::Phrase, 2),
                (Whim::Babble, 1),
                (Whim::Repeat, 2),
                (Whim::Mute, 2),
                (Whim::Unmute, 1),
                (Whim::Report, 1),
                (Whim::FillUp, 1),
            ],
            Self::Flaky => &[
                (Whim::Sit, 3),
                (Whim::Drop, 1),
                (Whim::Ghost, 3),
                (Whim::FillUp, 1),
            ],
            Self::Lurker => &[
                (Whim::Lobby, 3),
                (Whim::Talk, 3),
                (Whim::LookAgain, 2),
                (Whim::Drop, 1),
                (Whim::Leave, 1),
            ],
            Self::Landlord => &[
                (Whim::Sit, 4),
                (Whim::AddBot, 3),
                (Whim::FillUp, 6),
                (Whim::Remove, 2),
                (Whim::Configure, 2),
                (Whim::PassOwnership, 1),
                (Whim::NewSeries, 3),
                (Whim::Close, 2),
                (Whim::Stand, 1),
                (Whim::Talk, 1),
            ],
            Self::Cheat => &[
                (Whim::Sit, 4),
                (Whim::Nonsense, 4),
                (Whim::BadAct, 6),
                (Whim::Close, 1),
                (Whim::Configure, 1),
                (Whim::NewSeries, 1),
                (Whim::FillUp, 2),
            ],
        }
    }

    /// The longest time between two such requests, in milliseconds.
    pub const fn whims_every_ms(self) -> usize {
        match self {
            Self::Chatter | Self::Cheat | Self::Landlord => 300,
            Self::Diligent | Self::Fair | Self::Leaver | Self::Flaky => 500,
            Self::Idler | Self::Lurker => 800,
        }
    }

    /// The longest time in one room, in milliseconds.
    pub const fn stays_ms(self) -> usize {
        match self {
            Self::Leaver => 2_500,
            Self::Lurker | Self::Cheat | Self::Flaky => 3_000,
            _ => 6_000,
        }
    }

    /// Whether they leave in the middle of a match when their time is over.
    pub const fn leaves_matches(self) -> bool {
        !matches!(
            self,
            Self::Diligent | Self::Fair | Self::Chatter | Self::Landlord
        )
    }
}
