//! `/players`: people by name and tag.

use axum::Extension;
use axum::extract::State;
use giog_protocol::PlayerName;
use giog_protocol::rest::PlayerList;
use giog_store::{MatchFilter, MatchStatus, Named};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::client::ClientAddress;
use crate::problem::RestError;
use crate::rest::extract::{Json, Query};
use crate::rest::guests::friends::info;
use crate::state::App;

/// The digits of a tag.
const TAG_DIGITS: usize = 4;

/// Who is looked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FindQuery {
    /// Their name and tag, as `Lin#0042` (in an address `Lin%230042`).
    name: String,
}

/// People by name and tag
///
/// Those with exactly this name and tag who have finished a public match and have not opted out of being found. The answer is the same for
/// somebody who has opted out, has finished none, or does not exist.
#[utoipa::path(
    get,
    path = "/api/v1/players",
    tag = "players",
    params(FindQuery),
    responses(
        (status = 200, description = "Who was found; mostly one or none.", body = ref("#/components/schemas/PlayerList")),
        (status = 400, description = "`bad_parameter`."),
        (status = 429, description = "`rate_limited`: too many searches from this address."),
    )
)]
pub async fn find_players(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Query(FindQuery { name }): Query<FindQuery>,
) -> Result<Json<PlayerList>, RestError> {
    let Some((name, tag)) = name_and_tag(&name) else {
        let text = "`name` must be a name and a tag of four digits, as Lin#0042".to_owned();
        return Err(RestError::BadParameter(text));
    };
    app.guests.may_search(address)?;
    let found = app.store.find_people(name.as_str(), tag).await?;
    let mut players = Vec::new();
    for person in found {
        if has_played(&app, &person).await? {
            players.push(info(person));
        }
    }
    Ok(Json(PlayerList { players }))
}

/// Whether somebody has finished a public match.
async fn has_played(app: &App, person: &Named) -> Result<bool, RestError> {
    let filter = MatchFilter {
        player: Some(person.player),
        status: Some(MatchStatus::Over),
        ..MatchFilter::default()
    };
    Ok(!app.store.played(&filter, 1).await?.items.is_empty())
}

/// The parts of `Lin#0042`, the name in the form in which names are stored.
fn name_and_tag(text: &str) -> Option<(PlayerName, &str)> {
    let (name, tag) = text.trim().rsplit_once('#')?;
    let is_tag = tag.len() == TAG_DIGITS && tag.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = is_tag && !name.trim().is_empty();
    is_name.then(|| (PlayerName::restored(name), tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_a_tag_are_read_as_they_are_shown() {
        let read = |text| name_and_tag(text).map(|(name, tag)| format!("{}|{tag}", name.as_str()));
        assert_eq!(read("Lin#0042").as_deref(), Some("Lin|0042"));
        assert_eq!(read(" Old  Wu #1234 ").as_deref(), Some("Old Wu|1234"));
        for bad in [
            "Lin",
            "Lin#42",
            "Lin#00421",
            "Lin#004x",
            "#0042",
            " #0042",
            "",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
