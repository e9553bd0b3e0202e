//! The OpenAPI document of the operator's interface.

use giog_protocol::operator::{
    Announced, AnnouncementInput, BanInfo, BanInput, BanList, MoveInput, NewReviewer, NodeList,
    OperatorRoom, OperatorRooms, OperatorStatus, PairList, ReportList, ReviewerInput, ReviewerList,
    SetAsideRooms, SettleInput, ShardMove,
};
use giog_protocol::rest::ProblemDetails;
use serde_json::Value;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;

use crate::rest::openapi::{add, answers, bare, completed, inputs, together};

/// The beginning of the document, before all paths.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Giog, the operator's side",
        description = "Administration of a Giog server, only for its operator. It has its own address and its own token.",
        license(name = ""),
        contact()
    ),
    security(("token" = [])),
    tags(
        (name = "server", description = "The server as a whole."),
        (name = "rooms", description = "All rooms and the people in them."),
        (name = "nodes", description = "The servers that share the rooms of the database."),
        (name = "bans", description = "Bans."),
        (name = "players", description = "People, by their ids."),
        (name = "reports", description = "Reports about players."),
        (name = "pairs", description = "People who seem to spare each other."),
        (name = "reviewers", description = "Workers outside the server that compute reviews."),
    )
)]
struct Head;

/// The document without paths.
pub fn head() -> Document {
    bare::<Head>()
}

/// The complete document.
pub fn complete(paths: &Document) -> Value {
    let mut answers = answers();
    add::<(Announced, BanInfo, BanList, OperatorRoom)>(&mut answers);
    add::<(OperatorRooms, OperatorStatus, ProblemDetails, ReportList)>(&mut answers);
    add::<(NodeList, PairList, SetAsideRooms, ShardMove)>(&mut answers);
    add::<(NewReviewer, ReviewerList)>(&mut answers);
    let mut inputs = inputs();
    add::<(AnnouncementInput, BanInput, MoveInput, SettleInput)>(&mut inputs);
    add::<(ReviewerInput,)>(&mut inputs);
    let token = "The operator's: the file `operator.token` in the data folder, or the setting `operator.token`.";
    let problems = "`operator_token_wanted`, `bad_parameter`, `storage_unavailable`, `busy`, `timed_out`, `internal`";
    completed(paths, &together(answers, inputs), token, problems)
}
