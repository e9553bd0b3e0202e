//! `GET /guests/me/export`.

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_DISPOSITION;
use axum::response::IntoResponse;
use giog_protocol::rest::{
    MatchStatus, PersonalBan, PersonalChange, PersonalContact, PersonalData, PersonalDevice,
    PersonalMatch, PersonalRating, PersonalReport, PersonalRequest, PersonalRoom, PersonalSeat,
    PersonalSettings,
};
use giog_protocol::{ErrorCode, PlayerName, PlayerTag};
use giog_rules::{PlayerId, Seat, Timestamp};
use giog_store::{
    MAX_PAGE_MATCHES, MatchFilter, MatchStatus as StoredStatus, MatchSummary, PersonRating,
    Personal, RatingChange, Tie,
};

use crate::client::ClientAddress;
use crate::cost::Cost;
use crate::cost::weights::EXPORTED_SUMMARY;
use crate::problem::RestError;
use crate::rest::extract::{Json, Token};
use crate::reviews::mistakes_told;
use crate::shown_ratings::{shown, shown_change, shown_dan, shown_pace, shown_past};
use crate::state::App;

/// The most matches of one answer, changes of one rating, and reports: a few megabytes. [`PersonalData::left_out`] says it.
const MAX_EXPORTED: u32 = 20_000;
/// Browsers save the answer as a file with this name.
const AS_FILE: HeaderValue = HeaderValue::from_static("attachment; filename=\"giog.json\"");

/// Everything that is stored of you
///
/// One file with everything that the server stores of the person of the token, apart from tokens and codes, of which it has only hashes. It has
/// ids of others and no names, and nothing of a running match. Records of matches are elsewhere (`/players/{player}/matches.ndjson`). What others
/// did is left out where it would tell on them: who has blocked the person, refused them, or reported them.
#[utoipa::path(
    get,
    path = "/api/v1/guests/me/export",
    tag = "guests",
    security(("token" = [])),
    responses(
        (status = 200, description = "What is stored.", body = ref("#/components/schemas/PersonalData")),
        (status = 401, description = "`token_wanted`, `bad_token`."),
        (status = 429, description = "`rate_limited`: too many exports to this address at the same time."),
        (status = 503, description = "`busy`: too many exports at the same time."),
    )
)]
pub async fn export_me(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Token(token): Token,
) -> Result<impl IntoResponse, RestError> {
    let player = app.guests.recognise(&token, None).await?.player;
    let _place = app.exports.take(address)?;
    let stored = app.store.personal(player, MAX_EXPORTED).await?;
    // They were deleted just now.
    let stored = stored.ok_or(ErrorCode::BadToken)?;
    let filter = MatchFilter {
        player: Some(player),
        include_unlisted_of: Some(player),
        ..MatchFilter::default()
    };
    let mut matches = Vec::new();
    let mut next = None;
    loop {
        let page = app.store.matches(&filter, next, MAX_PAGE_MATCHES).await?;
        app.costs
            .charge_address(address, page.items.len() as Cost * EXPORTED_SUMMARY);
        let of_page = page.items.into_iter();
        matches.extend(of_page.map(|summary| own_match(player, summary)));
        next = page.next;
        if next.is_none() || matches.len() >= MAX_EXPORTED as usize {
            break;
        }
    }
    let data = data(app.clock.now().wall, stored, matches, next.is_some());
    Ok(([(CONTENT_DISPOSITION, AS_FILE)], Json(data)))
}

/// The file. `more` says whether there are earlier matches.
fn data(
    exported_at: Timestamp,
    stored: Personal,
    matches: Vec<PersonalMatch>,
    more: bool,
) -> PersonalData {
    let is_full = |rows: usize| rows >= MAX_EXPORTED as usize;
    let changes = stored.ratings.iter().any(|(_, all)| is_full(all.len()));
    let left_out = more || changes || is_full(stored.reports.len());
    let devices = stored.devices.into_iter().map(|device| {
        let mut pushes = stored.pushes.iter();
        let push = pushes.find(|push| push.device == device.device);
        PersonalDevice {
            device: device.device,
            name: device.name,
            made_at: device.created_at,
            seen_at: device.seen_at,
            push_endpoint: push.map(|push| push.subscription.endpoint.clone()),
        }
    });
    let ratings = stored.ratings.into_iter();
    let ratings = ratings.map(|one| rating(one, &stored.past_ratings));
    let guest = stored.guest;
    PersonalData {
        exported_at,
        player: guest.player,
        name: PlayerName::restored(&guest.name),
        tag: PlayerTag::of(guest.player),
        declared_bot: guest.declared_bot.map(|bot| *bot),
        created_at: guest.created_at,
        seen_at: guest.seen_at,
        recovery: guest.is_recoverable,
        settings: PersonalSettings {
            shows_tables: stored.choices.shows_tables,
            hides_ratings: stored.choices.hides_ratings,
            findable: stored.choices.findable,
            may_invite: stored.choices.may_invite,
            push_invitations: stored.choices.push_invitations,
        },
        devices: devices.collect(),
        friends: contacts(stored.friends),
        asked: contacts(stored.asked),
        asking: stored.asking.into_iter().map(request).collect(),
        friend_code_made_at: stored.friend_code_at,
        blocked: contacts(stored.blocked),
        ratings: ratings.collect(),
        bans: stored.bans.into_iter().map(ban).collect(),
        reports: stored.reports.into_iter().map(report).collect(),
        reports_about: stored.reports_about,
        mistakes: mistakes_told(stored.mistakes),
        rooms: stored.rooms.into_iter().map(room).collect(),
        matches,
        left_out,
    }
}

fn contacts(ties: Vec<Tie>) -> Vec<PersonalContact> {
    let contacts = ties.into_iter().map(|tie| PersonalContact {
        player: tie.other,
        since: tie.since,
    });
    contacts.collect()
}

fn request(tie: Tie) -> PersonalRequest {
    PersonalRequest {
        player: tie.other,
        since: tie.since,
        declined: tie.refused,
    }
}

fn rating(
    (stored, changes): (PersonRating, Vec<RatingChange>),
    past: &[PersonRating],
) -> PersonalRating {
    let changes = changes.into_iter().map(|change| PersonalChange {
        match_id: change.match_id,
        ended_at: change.at,
        seat: Seat::new(change.seat.into()),
        rank: change.rank,
        before: shown(change.before),
        after: shown(change.after),
        dan: change.dan.map(shown_change),
    });
    let past = past.iter().filter(|past| past.pool == stored.pool);
    let past = past.map(shown_past).collect();
    PersonalRating {
        seats: stored.pool.seats.to_string(),
        variant: stored.pool.game,
        clock: shown_pace(stored.pool.pace),
        rating: shown(stored.standing.rating),
        dan: shown_dan(stored.standing.dan),
        season: stored.season.to_string(),
        matches: stored.matches,
        rated_at: stored.rated_at,
        changes: changes.collect(),
        past,
    }
}

fn ban(ban: giog_store::Ban) -> PersonalBan {
    PersonalBan {
        reason: ban.reason,
        made_at: ban.made_at,
        ends_at: ban.ends_at,
    }
}

fn report(report: giog_store::OwnReport) -> PersonalReport {
    PersonalReport {
        room: report.room,
        match_id: report.match_id,
        reported: report.reported,
        reason: report.reason,
        reported_at: report.at,
    }
}

fn room(room: giog_store::OwnRoom) -> PersonalRoom {
    PersonalRoom {
        room: room.room,
        created: room.created,
        owns: room.owns,
        left_at: room.left_at,
    }
}

/// A match, as far as it is about the person.
fn own_match(player: PlayerId, summary: MatchSummary) -> PersonalMatch {
    let seats = summary.players.into_iter();
    let own = seats.filter(|seat| seat.player == Some(player));
    PersonalMatch {
        match_id: summary.match_id,
        room: summary.room,
        variant: summary.variant,
        status: match summary.status {
            StoredStatus::Over => MatchStatus::Over,
            StoredStatus::Abandoned => MatchStatus::Abandoned,
        },
        listed: summary.listed,
        started_at: summary.started_at,
        ended_at: summary.ended_at,
        seats: own
            .map(|seat| PersonalSeat {
                seat: Seat::new(seat.seat.into()),
                won: seat.won,
                score: seat.score,
            })
            .collect(),
    }
}
