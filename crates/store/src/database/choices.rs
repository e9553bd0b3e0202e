//! What people have chosen: who sees at which tables they are, who may invite them, who finds them and who sees their ratings.

use giog_protocol::rest::MayInvite;
use giog_rules::PlayerId;

use super::conn::{Conn, Value};
use super::{devices, ratings};
use crate::choices::{Choice, Choices, InvitationTerms};
use crate::{SecretHash, StoreError};

row! {
    struct ChoicesRow {
        shows_tables: bool,
        may_invite: String,
        push_invitations: bool,
        hides_rating: bool,
        findable: bool,
    }
}

row! {
    struct TermsRow {
        ..choices: ChoicesRow,
        friends: bool,
        blocked: bool,
    }
}

pub(super) const CHOICES_SQL: &str = "SELECT shows_tables, may_invite, push_invitations, hides_rating, findable FROM guests WHERE player_id = $1";

/// What decides whether the second person may invite the first one.
pub(super) const INVITATION_SQL: &str =
    "SELECT g.shows_tables, g.may_invite, g.push_invitations, g.hides_rating, g.findable,
        EXISTS (SELECT 1 FROM friends f WHERE f.player_id = g.player_id AND f.friend_id = $2) AS friends,
        EXISTS (SELECT 1 FROM blocks b WHERE (b.player_id = g.player_id AND b.blocked_id = $2)
            OR (b.player_id = $2 AND b.blocked_id = g.player_id)) AS blocked
    FROM guests g WHERE g.player_id = $1";

/// What a person has chosen; nothing of somebody unknown.
pub(super) async fn of(conn: &mut Conn<'_>, player: PlayerId) -> Result<Choices, StoreError> {
    let row: Option<ChoicesRow> = conn.first(CHOICES_SQL, &[Value::Id(player.0)]).await?;
    let choices = row.map(Choices::try_from).transpose()?;
    Ok(choices.unwrap_or_default())
}

/// What decides whether an invitation of `by` reaches a person.
pub(super) async fn invitation_terms(
    conn: &mut Conn<'_>,
    player: PlayerId,
    by: PlayerId,
) -> Result<Option<InvitationTerms>, StoreError> {
    let row: Option<TermsRow> = conn
        .first(INVITATION_SQL, &[Value::Id(player.0), Value::Id(by.0)])
        .await?;
    let terms = row.map(|row| {
        Ok(InvitationTerms {
            choices: row.choices.try_into()?,
            are_friends: row.friends,
            is_blocked: row.blocked,
        })
    });
    terms.transpose()
}

/// Changes what the person with this token has chosen.
pub(super) async fn choose(
    conn: &mut Conn<'_>,
    token: SecretHash,
    choice: Choice,
) -> Result<(), StoreError> {
    let (player, _) = devices::lock_by_token(conn, token).await?;
    let before = of(conn, player).await?;
    let chosen = before.after(choice);
    let sql = "UPDATE guests SET shows_tables = $2, may_invite = $3, push_invitations = $4, hides_rating = $5, findable = $6
               WHERE player_id = $1";
    let values = [
        Value::Id(player.0),
        Value::Bool(chosen.shows_tables),
        Value::Text(chosen.may_invite.name()),
        Value::Bool(chosen.push_invitations),
        Value::Bool(chosen.hides_ratings),
        Value::Bool(chosen.findable),
    ];
    conn.execute(sql, &values).await?;
    if chosen.hides_ratings != before.hides_ratings {
        ratings::hide(conn, player, chosen.hides_ratings).await?;
    }
    Ok(())
}

impl TryFrom<ChoicesRow> for Choices {
    type Error = StoreError;

    fn try_from(row: ChoicesRow) -> Result<Self, StoreError> {
        let mut all = MayInvite::ALL.into_iter();
        let may_invite = all.find(|one| one.name() == row.may_invite);
        Ok(Self {
            shows_tables: row.shows_tables,
            may_invite: may_invite.ok_or(StoreError::Corrupt("who may invite somebody"))?,
            push_invitations: row.push_invitations,
            hides_ratings: row.hides_rating,
            findable: row.findable,
        })
    }
}
