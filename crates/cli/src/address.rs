//! The server and other things that commands are given.

use giog_seats::Address;
use uuid::Uuid;

/// The server.
#[derive(Clone, Debug, clap::Args)]
pub struct ServerArgs {
    /// The server's http:// or https:// address
    #[arg(long, value_name = "URL", default_value = Address::LOCAL)]
    pub server: Address,
}

/// Reads the id of a room, a match, a person, a ban or a report.
pub fn id(text: &str) -> Result<Uuid, &'static str> {
    text.parse().map_err(
        |_| "this is no id; one has 32 hexadecimal digits, as 6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10",
    )
}
