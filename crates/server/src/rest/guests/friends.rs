//! `/guests/me/friends`: friends, requests to be friends, and codes that make friends.

use axum::extract::State;
use axum::http::StatusCode;
use giog_protocol::rest::{
    ContactInfo, FriendAnswer, FriendCode, FriendCodeInput, FriendInfo, FriendList, FriendSettings,
    PlayerInfo, ProblemCode,
};
use giog_protocol::{Person, PlayerName};
use giog_rules::PlayerId;
use giog_store::{
    Asked, Choice, Contact, FRIEND_CODE_MS, Friend, MAX_PAGE_MATCHES, MatchFilter, Named,
    Rejection, StoreError,
};

use crate::guests::{hash, person_of};
use crate::problem::RestError;
use crate::rest::extract::{Json, Path, Token};
use crate::state::App;

/// The length of a code in bytes: nobody can guess it.
const CODE_BYTES: usize = 16;

/// The caller's friends
///
/// Friends with the public tables at which they have a seat, and requests to be friends.
#[utoipa::path(
    get,
    path = "/api/v1/guests/me/friends",
    tag = "guests",
    security(("token" = [])),
    responses(
        (status = 200, description = "The friends.", body = ref("#/components/schemas/FriendList")),
        (status = 401, description = "`token_wanted`, `bad_token`."),
    )
)]
pub async fn list_friends(
    State(app): State<App>,
    Token(token): Token,
) -> Result<Json<FriendList>, RestError> {
    let person = app.guests.recognise(&token, None).await?;
    let now = app.clock.now().wall;
    let lists = app.store.friends(person.player, now).await?;
    let friend = |one: Friend| FriendInfo {
        tables: if one.shows_tables {
            app.hub.public_tables_of(one.contact.person.player)
        } else {
            Vec::new()
        },
        person: info(one.contact.person),
        since: one.contact.since,
    };
    Ok(Json(FriendList {
        friends: lists.friends.into_iter().map(friend).collect(),
        asking: contacts(lists.asking),
        asked: contacts(lists.asked),
        shows_tables: lists.choices.shows_tables,
        may_invite: lists.choices.may_invite,
        push_invitations: lists.choices.push_invitations,
    }))
}

/// What friends see, and who may invite
///
/// Whether the caller's friends see at which public tables the caller has a seat (at first they do), who may invite the caller to tables (at
/// first friends), and whether friends' invitations are sent to the caller's devices that are notified (at first not). What is omitted stays
/// as it is.
#[utoipa::path(
    patch,
    path = "/api/v1/guests/me/friends",
    tag = "guests",
    security(("token" = [])),
    request_body = ref("#/components/schemas/FriendSettings"),
    responses(
        (status = 204, description = "It is stored."),
        (status = 400, description = "`bad_request`, `bad_json`."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
        (status = 413, description = "`body_too_large`."),
        (status = 415, description = "`not_json`."),
    )
)]
pub async fn set_friends(
    State(app): State<App>,
    Token(token): Token,
    Json(input): Json<FriendSettings>,
) -> Result<StatusCode, RestError> {
    let choice = Choice {
        shows_tables: input.shows_tables,
        may_invite: input.may_invite,
        push_invitations: input.push_invitations,
        ..Choice::default()
    };
    app.guests.choose(&token, choice).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A code for friends
///
/// A code that makes friends of the caller and whoever sends it, any number of people, for 7 days. Put it behind the `#` of a link, because
/// browsers do not send that part to servers. It replaces an earlier code.
#[utoipa::path(
    post,
    path = "/api/v1/guests/me/friends/code",
    tag = "guests",
    security(("token" = [])),
    responses(
        (status = 200, description = "The code.", body = ref("#/components/schemas/FriendCode")),
        (status = 401, description = "`token_wanted`, `bad_token`."),
        (status = 503, description = "`disk_low`: the disk is nearly full."),
    )
)]
pub async fn offer_friendship(
    State(app): State<App>,
    Token(token): Token,
) -> Result<Json<FriendCode>, RestError> {
    let person = app.guests.recognise(&token, None).await?;
    app.guests.may_store_more()?;
    let mut bytes = [0; CODE_BYTES];
    (app.random)().fill(&mut bytes);
    let code = hex::encode(bytes);
    let now = app.clock.now().wall;
    let set = app.store.set_friend_code(person.player, hash(&code), now);
    set.await?;
    Ok(Json(FriendCode {
        code,
        expires_in_ms: FRIEND_CODE_MS.unsigned_abs(),
    }))
}

/// Be friends by a code
///
/// Makes friends of the caller and the person of a code.
#[utoipa::path(
    post,
    path = "/api/v1/guests/me/friends",
    tag = "guests",
    security(("token" = [])),
    request_body = ref("#/components/schemas/FriendCodeInput"),
    responses(
        (status = 200, description = "The friend.", body = ref("#/components/schemas/PlayerInfo")),
        (status = 400, description = "`bad_request`, `bad_json`."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
        (status = 403, description = "`bad_code`: the code is one's own or does not exist, was replaced, has expired, or one of the two has blocked the other."),
        (status = 409, description = "`too_many_friends`: one of the two has the maximum number of friends."),
        (status = 413, description = "`body_too_large`."),
        (status = 415, description = "`not_json`."),
        (status = 503, description = "`disk_low`: the disk is nearly full."),
    )
)]
pub async fn befriend(
    State(app): State<App>,
    Token(token): Token,
    Json(FriendCodeInput { code }): Json<FriendCodeInput>,
) -> Result<Json<PlayerInfo>, RestError> {
    let person = app.guests.recognise(&token, None).await?;
    app.guests.may_store_more()?;
    let now = app.clock.now().wall;
    let befriended = app.store.befriend_by_code(person.player, hash(&code), now);
    let other = befriended
        .await
        .map_err(|error| too_many(error, ProblemCode::TooManyFriends))?
        .ok_or(ProblemCode::BadCode)?;
    let other = app.store.guest(other).await?.ok_or(ProblemCode::BadCode)?;
    Ok(Json(person_of(other).into()))
}

/// Ask to be friends
///
/// Asks somebody of the caller's latest 100 matches to be friends, or agrees if they have asked. The answer does not tell whether the request was
/// refused: it is the same as if nobody had answered yet.
#[utoipa::path(
    put,
    path = "/api/v1/guests/me/friends/{player}",
    tag = "guests",
    security(("token" = [])),
    params(("player" = uuid::Uuid, Path, description = "Whom to ask.")),
    responses(
        (status = 200, description = "Whether they are friends now, or the request waits.", body = ref("#/components/schemas/FriendAnswer")),
        (status = 400, description = "`bad_parameter`."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
        (status = 409, description = "`not_met`: the two have finished none of the caller's latest 100 matches together; `person_blocked`: the caller has blocked the person; `too_many_friends`, `too_many_friend_requests`."),
        (status = 503, description = "`disk_low`: the disk is nearly full."),
    )
)]
pub async fn ask_friend(
    State(app): State<App>,
    Path(other): Path<PlayerId>,
    Token(token): Token,
) -> Result<Json<FriendAnswer>, RestError> {
    let player = app.guests.recognise(&token, None).await?.player;
    app.guests.may_store_more()?;
    let at = app.clock.now().wall;
    let is_known = app.store.expects_friend(player, other, at).await?;
    if !is_known && !have_met(&app, player, other).await? {
        return Err(ProblemCode::NotMet.into());
    }
    let asked = app.store.ask_friend(player, other, at).await;
    let asked = asked.map_err(|error| {
        let code = if is_known {
            ProblemCode::TooManyFriends
        } else {
            ProblemCode::TooManyFriendRequests
        };
        too_many(error, code)
    })?;
    match asked {
        Asked::Friends => Ok(Json(FriendAnswer { friends: true })),
        Asked::Waits => Ok(Json(FriendAnswer { friends: false })),
        Asked::Blocked => Err(ProblemCode::PersonBlocked.into()),
        Asked::Nobody => Err(ProblemCode::NotMet.into()),
    }
}

/// End a friendship
///
/// Ends a friendship, declines a request of this person, and withdraws one to them. Whoever is declined is not told.
#[utoipa::path(
    delete,
    path = "/api/v1/guests/me/friends/{player}",
    tag = "guests",
    security(("token" = [])),
    params(("player" = uuid::Uuid, Path, description = "Whose friendship or request it is.")),
    responses(
        (status = 204, description = "It is done."),
        (status = 400, description = "`bad_parameter`."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
    )
)]
pub async fn end_friend(
    State(app): State<App>,
    Path(other): Path<PlayerId>,
    Token(token): Token,
) -> Result<StatusCode, RestError> {
    let person = app.guests.recognise(&token, None).await?;
    app.store.end_friend(person.player, other).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whether two people finished one of the first one's latest matches together.
pub(super) async fn have_met(
    app: &App,
    player: PlayerId,
    other: PlayerId,
) -> Result<bool, StoreError> {
    let filter = MatchFilter {
        player: Some(player),
        include_unlisted_of: Some(player),
        ..MatchFilter::default()
    };
    let page = app.store.matches(&filter, None, MAX_PAGE_MATCHES).await?;
    let mut players = page.items.iter().flat_map(|one| &one.players);
    Ok(players.any(|seat| seat.player == Some(other)))
}

/// The error of a store in which there is no room for more.
pub(super) fn too_many(error: StoreError, code: ProblemCode) -> RestError {
    match error {
        StoreError::Rejected(Rejection::TooMany { .. }) => code.into(),
        error => error.into(),
    }
}

pub(in crate::rest) fn info(named: Named) -> PlayerInfo {
    let person = Person {
        player: named.player,
        name: PlayerName::restored(&named.name),
        declared_bot: named.declared_bot,
    };
    person.into()
}

pub(super) fn contacts(contacts: Vec<Contact>) -> Vec<ContactInfo> {
    let contact = |one: Contact| ContactInfo {
        person: info(one.person),
        since: one.since,
    };
    contacts.into_iter().map(contact).collect()
}
