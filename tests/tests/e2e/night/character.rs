//! The kinds of people, and their habits.

use giog_tests::{Chance, Habits};

/// What somebody looks for who is in no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seek {
    /// Strangers to play with.
    Quick,
    /// A room of their own.
    Make,
    /// A room of the lobby.
    Pick,
    /// A room that friends told them of, and nobody else.
    Friends,
}

/// What comes into somebody's mind in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whim {
    /// Words.
    Talk,
    /// A set phrase.
    Phrase,
    /// More words than anybody may say at once.
    Babble,
    /// The same line twice, under one key.
    Repeat,
    /// Not to hear somebody.
    Mute,
    /// To hear everybody again.
    Unmute,
    /// To tell the operator of somebody.
    Report,
    /// A seat, perhaps another one.
    Sit,
    /// No seat.
    Stand,
    /// Not to be ready after all.
    Unready,
    /// A computer player more.
    AddBot,
    /// Computer players on all free seats.
    FillUp,
    /// Somebody to be gone from their seat.
    Remove,
    /// Other settings.
    Configure,
    /// Somebody else to own the room.
    PassOwnership,
    /// A new score table.
    NewSeries,
    /// The room's end.
    Close,
    /// To look at something else for a while.
    Sleep,
    /// To leave the room.
    Leave,
    /// A connection that breaks, and another one soon.
    Drop,
    /// The same, and the server does not notice that the old one is gone.
    Ghost,
    /// To go without a word, and not to come back.
    Vanish,
    /// To know what happens in the lobby, or not any more.
    Lobby,
    /// The whole picture once more.
    LookAgain,
    /// Things that no client should send.
    Nonsense,
    /// An action for a turn that is over or not there yet, or one that is not legal.
    BadAct,
}

/// Somebody's ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Character {
    /// Plays, and is polite.
    Diligent,
    /// Plays, and trusts no shuffle.
    Fair,
    /// Leaves in the middle of matches.
    Leaver,
    /// Looks at something else.
    Idler,
    /// Talks.
    Chatter,
    /// Has a bad line.
    Flaky,
    /// Watches.
    Lurker,
    /// Has a room of their own, and ideas.
    Landlord,
    /// Tries what is not allowed.
    Cheat,
}

/// Who comes, in this order again and again.
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

/// Things to choose from, with how often each is chosen.
pub type Choices<T> = &'static [(T, usize)];

/// One of them.
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

    /// How they play.
    pub fn habits(self) -> Habits {
        Habits {
            entropy: matches!(self, Self::Fair | Self::Landlord | Self::Cheat),
            take_backs: self != Self::Diligent,
        }
    }

    /// What they look for when they are in no room.
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

    /// What comes into their mind in a room.
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

    /// The longest time between two whims, in milliseconds.
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

    /// Whether they go in the middle of a match when their time is over.
    pub const fn leaves_matches(self) -> bool {
        !matches!(
            self,
            Self::Diligent | Self::Fair | Self::Chatter | Self::Landlord
        )
    }
}
