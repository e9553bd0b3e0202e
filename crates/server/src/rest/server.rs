//! `/server`.

use axum::extract::State;
use giog_protocol::PROTOCOL_VERSION;
use giog_protocol::rest::ServerInfo;

use crate::rest::extract::Json;
use crate::state::{App, VERSION};

/// The server
///
/// The server's name, the operator's notice, when people play, and the server's limits.
#[utoipa::path(
    get,
    path = "/api/v1/server",
    tag = "server",
    responses((status = 200, description = "The server.", body = ref("#/components/schemas/ServerInfo")))
)]
pub async fn server_info(State(app): State<App>) -> Json<ServerInfo> {
    let site = &app.about.site;
    Json(ServerInfo {
        name: site.name.clone(),
        notice: site.notice.clone(),
        contact: site.contact.clone(),
        security_contact: site.security_contact.clone(),
        public_url: app.about.public_url.as_ref().map(ToString::to_string),
        disk_low: app.hub.is_disk_low(),
        version: VERSION.to_owned(),
        protocol: PROTOCOL_VERSION,
        hours: app
            .hours
            .get(&app.store, app.clock.now())
            .await
            .map(Vec::from),
        push_key: app.push.as_ref().map(|push| push.public_key().to_owned()),
        limits: *app.about.limits,
    })
}
