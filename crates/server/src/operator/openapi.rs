//! The OpenAPI document of the operator's side.

use giog_protocol::operator::{
    Announced, AnnouncementInput, BanInfo, BanInput, BanList, OperatorRoom, OperatorRooms,
    OperatorStatus, ReportList, SetAsideRooms, SettleInput,
};
use giog_protocol::rest::ProblemDetails;
use serde_json::Value;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;

use crate::rest::openapi::{add, bare, completed, generator};

/// What the document says before any path.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Giog, the operator's side",
        description = "What only who runs the server may see and do: on an address of its own, with a token of its own.",
        license(name = ""),
        contact()
    ),
    security(("token" = [])),
    tags(
        (name = "server", description = "The server as a whole."),
        (name = "rooms", description = "All rooms, and who is in them."),
        (name = "bans", description = "Whom the server keeps away."),
        (name = "players", description = "People, by their ids."),
        (name = "reports", description = "What people reported about others."),
    )
)]
struct Head;

/// The document without paths.
pub fn head() -> Document {
    bare::<Head>()
}

/// The whole document.
pub fn complete(paths: &Document) -> Value {
    let mut generator = generator();
    add::<(Announced, AnnouncementInput, BanInfo, BanInput)>(&mut generator);
    add::<(BanList, OperatorRoom, OperatorRooms, OperatorStatus)>(&mut generator);
    add::<(ProblemDetails, ReportList, SetAsideRooms, SettleInput)>(&mut generator);
    let token = "The operator's: the file `operator.token` in the data folder, or the setting `operator.token`.";
    completed(paths, &generator.take_definitions(true), token)
}
