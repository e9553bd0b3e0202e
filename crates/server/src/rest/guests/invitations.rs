//! `/guests/me/invitations`: invitations to tables.
//!
//! Whoever invites is answered before it is looked at whether the invitation reaches anybody: so neither the answer nor its time tells of
//! blocks, settings, presence, and what was declined.

use axum::extract::State;
use axum::http::StatusCode;
use giog_protocol::rest::{InvitationInput, InvitationList, MayInvite, ProblemCode};
use giog_protocol::{ErrorCode, Occupant, Phase, Problem, RoomId, RoomState};
use giog_rooms::{AllowedInvitation, RoomAnswer, RoomQuery};
use giog_rules::{PlayerId, Variant};
use giog_store::StoreError;

use super::friends::have_met;
use crate::outage;
use crate::problem::RestError;
use crate::push::FriendInvites;
use crate::rest::extract::{Json, Path, Token};
use crate::state::App;

/// The caller's invitations
///
/// Open invitations to tables. Connections of the caller are told of them, too (`invitation`).
#[utoipa::path(
    get,
    path = "/api/v1/guests/me/invitations",
    tag = "guests",
    security(("token" = [])),
    responses(
        (status = 200, description = "The invitations.", body = ref("#/components/schemas/InvitationList")),
        (status = 401, description = "`token_wanted`, `bad_token`."),
    )
)]
pub async fn list_invitations(
    State(app): State<App>,
    Token(token): Token,
) -> Result<Json<InvitationList>, RestError> {
    let player = app.guests.recognise(&token, None).await?.player;
    let invitations = app.hub.invitations_of(player);
    Ok(Json(InvitationList { invitations }))
}

/// Invite a person to a table
///
/// Invites somebody to a table at which the caller has a seat, or which the caller owns. It reaches them for 5 minutes at most, if they allow it
/// and neither of the two has blocked the other. The answer is the same in any case: it does not tell whether anybody was reached.
#[utoipa::path(
    post,
    path = "/api/v1/guests/me/invitations",
    tag = "guests",
    security(("token" = [])),
    request_body = ref("#/components/schemas/InvitationInput"),
    responses(
        (status = 202, description = "If they may be invited, they are."),
        (status = 400, description = "`bad_request`: it is the caller; `bad_json`."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
        (status = 403, description = "`not_seated`: the caller has no seat there and does not own the room; `wrong_password`: the caller is not in the room."),
        (status = 404, description = "`no_such_room`: there is no such room, or it was closed."),
        (status = 409, description = "`match_running`; `no_free_seat`: no seat is free, or quick play alone gives seats there."),
        (status = 413, description = "`body_too_large`."),
        (status = 415, description = "`not_json`."),
        (status = 429, description = "`rate_limited`: the caller has invited too many people, or this one too often."),
        (status = 503, description = "`busy`: too many invitations at the same time; `room_set_aside`."),
    )
)]
pub async fn invite(
    State(app): State<App>,
    Token(token): Token,
    Json(InvitationInput { player, room }): Json<InvitationInput>,
) -> Result<StatusCode, RestError> {
    let from = app.guests.recognise(&token, None).await?;
    let me = from.player;
    if player == me {
        let text = "nobody can invite themselves";
        return Err(Problem::new(ErrorCode::BadRequest, text).into());
    }
    let answer = app.hub.ask(room, Some(me), RoomQuery::Room).await?;
    let RoomAnswer::Room { state, .. } = answer else {
        return Err(ProblemCode::Internal.into());
    };
    let is_seated = may_invite(&state, me)?;
    app.invitations.admit(me, player)?;
    let invitation = AllowedInvitation {
        from,
        is_seated,
        to: player,
        room,
    };
    let place = app.invitations.place()?;
    tokio::spawn(async move {
        let delivered = deliver(&app, invitation, state.settings.variant).await;
        drop(place);
        if let Err(error) = delivered {
            outage::note(&error);
        }
    });
    Ok(StatusCode::ACCEPTED)
}

/// Not now
///
/// Declines the invitation to a table. Nobody can invite the caller to this table again. Whoever invited is not told.
#[utoipa::path(
    delete,
    path = "/api/v1/guests/me/invitations/{room}",
    tag = "guests",
    security(("token" = [])),
    params(("room" = uuid::Uuid, Path, description = "The table.")),
    responses(
        (status = 204, description = "It is declined, or does not hold any more."),
        (status = 400, description = "`bad_parameter`."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
    )
)]
pub async fn decline_invitation(
    State(app): State<App>,
    Path(room): Path<RoomId>,
    Token(token): Token,
) -> Result<StatusCode, RestError> {
    let player = app.guests.recognise(&token, None).await?.player;
    app.hub.decline_invitation(player, room);
    Ok(StatusCode::NO_CONTENT)
}

/// Whether somebody who may invite to a room has a seat there.
fn may_invite(state: &RoomState, player: PlayerId) -> Result<bool, ErrorCode> {
    let mut people = state
        .seats
        .iter()
        .filter_map(|seat| seat.occupant.as_ref()?.person());
    let is_seated = people.any(|person| person.player == player);
    if !is_seated && state.owner != Some(player) {
        return Err(ErrorCode::NotSeated);
    }
    match state.phase {
        Phase::Gathering => {}
        Phase::Opening | Phase::Playing => return Err(ErrorCode::MatchRunning),
        Phase::Closed => return Err(ErrorCode::NoSuchRoom),
    }
    let is_free = |occupant: Option<&Occupant>| match occupant {
        None => true,
        Some(occupant) => state.quick && occupant.person().is_none(),
    };
    let has_free_seat = state
        .seats
        .iter()
        .any(|seat| is_free(seat.occupant.as_ref()));
    if state.settings.rated || !has_free_seat {
        return Err(ErrorCode::NoFreeSeat);
    }
    Ok(is_seated)
}

/// Sends an invitation if its receiver allows it.
async fn deliver(
    app: &App,
    invitation: AllowedInvitation,
    variant: Variant,
) -> Result<(), StoreError> {
    let (to, by) = (invitation.to, invitation.from.player);
    let Some(terms) = app.store.invitation_terms(to, by).await? else {
        return Ok(());
    };
    let is_allowed = !terms.is_blocked
        && match terms.choices.may_invite {
            MayInvite::Nobody => false,
            MayInvite::Friends => terms.are_friends,
            MayInvite::Recent => terms.are_friends || have_met(app, to, by).await?,
        };
    if !is_allowed {
        return Ok(());
    }
    let invites = FriendInvites {
        player: to,
        room: invitation.room,
        variant,
        from: invitation.from.name.clone(),
    };
    if app.hub.invite(invitation) && terms.are_friends && terms.choices.push_invitations {
        app.invitations.push(invites);
    }
    Ok(())
}
