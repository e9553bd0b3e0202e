//! What people have chosen about others: who sees at which tables they are, and who may invite them.

use giog_protocol::rest::MayInvite;
use giog_rules::PlayerId;

use super::conn::{Conn, Value};
use crate::StoreError;
use crate::friends::{ContactChange, ContactChoices, InvitationTerms};

row! {
    struct ChoicesRow {
        shows_tables: bool,
        may_invite: String,
        push_invitations: bool,
    }
}

row! {
    struct TermsRow {
        shows_tables: bool,
        may_invite: String,
        push_invitations: bool,
        friends: bool,
        blocked: bool,
    }
}

pub(super) const CHOICES_SQL: &str =
    "SELECT shows_tables, may_invite, push_invitations FROM guests WHERE player_id = $1";

/// What decides whether the second person may invite the first one.
pub(super) const INVITATION_SQL: &str =
    "SELECT g.shows_tables, g.may_invite, g.push_invitations,
        EXISTS (SELECT 1 FROM friends f WHERE f.player_id = g.player_id AND f.friend_id = $2) AS friends,
        EXISTS (SELECT 1 FROM blocks b WHERE (b.player_id = g.player_id AND b.blocked_id = $2)
            OR (b.player_id = $2 AND b.blocked_id = g.player_id)) AS blocked
    FROM guests g WHERE g.player_id = $1";

/// What a person has chosen about others; the usual for somebody unknown.
pub(super) async fn of(
    conn: &mut Conn<'_>,
    player: PlayerId,
) -> Result<ContactChoices, StoreError> {
    let chosen: Option<ChoicesRow> = conn.first(CHOICES_SQL, &[Value::Id(player.0)]).await?;
    let Some(row) = chosen else {
        return Ok(ContactChoices::default());
    };
    Ok(ContactChoices {
        shows_tables: row.shows_tables,
        may_invite: may_invite(&row.may_invite)?,
        push_invitations: row.push_invitations,
    })
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
            choices: ContactChoices {
                shows_tables: row.shows_tables,
                may_invite: may_invite(&row.may_invite)?,
                push_invitations: row.push_invitations,
            },
            are_friends: row.friends,
            is_blocked: row.blocked,
        })
    });
    terms.transpose()
}

fn may_invite(stored: &str) -> Result<MayInvite, StoreError> {
    let known = MayInvite::ALL.into_iter().find(|one| one.name() == stored);
    known.ok_or(StoreError::Corrupt("who may invite somebody"))
}

/// Changes what a person has chosen about others.
pub(super) async fn choose(
    conn: &mut Conn<'_>,
    player: PlayerId,
    change: ContactChange,
) -> Result<(), StoreError> {
    let id = Value::Id(player.0);
    if let Some(shows) = change.shows_tables {
        let sql = "UPDATE guests SET shows_tables = $2 WHERE player_id = $1";
        conn.execute(sql, &[id, Value::Bool(shows)]).await?;
    }
    if let Some(who) = change.may_invite {
        let sql = "UPDATE guests SET may_invite = $2 WHERE player_id = $1";
        conn.execute(sql, &[id, Value::Text(who.name())]).await?;
    }
    if let Some(push) = change.push_invitations {
        let sql = "UPDATE guests SET push_invitations = $2 WHERE player_id = $1";
        conn.execute(sql, &[id, Value::Bool(push)]).await?;
    }
    Ok(())
}
