//! Friends, requests to be friends, and blocks.

use giog_rules::Timestamp;

use crate::{Choices, Named};

/// Somebody on one of a person's lists, and since when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contact {
    /// Who it is.
    pub person: Named,
    /// Since when they are on the list.
    pub since: Timestamp,
}

/// A friend of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Friend {
    /// Who it is, and since when.
    pub contact: Contact,
    /// Whether they show this person at which public tables they are.
    pub shows_tables: bool,
}

/// What a person sees of their friends, without people whom they have blocked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Friends {
    /// Their friends, those of the longest time first.
    pub friends: Vec<Friend>,
    /// Who has asked them and waits for an answer, the earliest first.
    pub asking: Vec<Contact>,
    /// Whom they have asked, the earliest first. Whether they were refused is not told.
    pub asked: Vec<Contact>,
    /// What they have chosen.
    pub choices: Choices,
}

/// What became of a request to be friends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// They are friends, now or already.
    Friends,
    /// The other one is asked, or was refused it silently.
    Waits,
    /// The person has blocked the other one.
    Blocked,
    /// The other one is unknown, or it is the person.
    Nobody,
}
