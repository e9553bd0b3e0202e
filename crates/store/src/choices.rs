//! What people have chosen about themselves and others.

use giog_protocol::rest::MayInvite;

/// What a person has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct Choices {
    /// Whether their friends see at which public tables they are.
    pub shows_tables: bool,
    /// Who may invite them to tables.
    pub may_invite: MayInvite,
    /// Whether invitations of friends are sent to the devices on which they are notified.
    pub push_invitations: bool,
    /// Whether they hide their ratings from others.
    pub hides_ratings: bool,
    /// Whether others find them by name and tag.
    pub findable: bool,
}

/// A change of what a person has chosen; what is none stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// As [`Choices::shows_tables`].
    pub shows_tables: Option<bool>,
    /// As [`Choices::may_invite`].
    pub may_invite: Option<MayInvite>,
    /// As [`Choices::push_invitations`].
    pub push_invitations: Option<bool>,
    /// As [`Choices::hides_ratings`].
    pub hides_ratings: Option<bool>,
    /// As [`Choices::findable`].
    pub findable: Option<bool>,
}

/// What decides whether somebody's invitation reaches a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvitationTerms {
    /// What the person has chosen.
    pub choices: Choices,
    /// Whether the two are friends.
    pub are_friends: bool,
    /// Whether one of the two has blocked the other.
    pub is_blocked: bool,
}

impl Choices {
    /// What they are after a change.
    pub(crate) fn after(self, choice: Choice) -> Self {
        Self {
            shows_tables: choice.shows_tables.unwrap_or(self.shows_tables),
            may_invite: choice.may_invite.unwrap_or(self.may_invite),
            push_invitations: choice.push_invitations.unwrap_or(self.push_invitations),
            hides_ratings: choice.hides_ratings.unwrap_or(self.hides_ratings),
            findable: choice.findable.unwrap_or(self.findable),
        }
    }
}
