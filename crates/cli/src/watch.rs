//! `giog watch`: follows a room live, as text.

use anyhow::bail;
use giog_client::{Observed, RoomMirror};
use giog_protocol::client::{Join, ListRooms, RoomFilter};
use giog_protocol::server::{RoomEvent, ServerMessage};
use giog_protocol::{Phase, RoomId};
use giog_seats::Link;
use uuid::Uuid;

use crate::address::{ServerArgs, id};
use crate::style;
use crate::table::{Teller, aside, room_line, tell, tell_text};
use crate::web;

/// The room, and options.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The room's id [default: the first public room with a running match]
    #[arg(value_name = "ROOM", value_parser = id)]
    room: Option<Uuid>,
    /// The room's password, if it has one
    #[arg(long)]
    password: Option<String>,
    /// Stop when the match is over, not when the room is closed
    #[arg(long)]
    once: bool,
    /// Show pieces as letters only, without Chinese characters
    #[arg(long)]
    codes: bool,
    #[command(flatten)]
    server: ServerArgs,
}

/// Follows the room.
pub fn run(args: &Args) -> anyhow::Result<()> {
    web::block_on(watch(args))
}

async fn watch(args: &Args) -> anyhow::Result<()> {
    let mut link = Link::connect(&args.server.server, None, tell_text).await?;
    let room = match args.room {
        Some(id) => RoomId(id),
        None => playing(&mut link).await?,
    };
    let style = style::of(args.codes);
    let mut teller = Teller::new(style, link.welcome.player);
    let mut mirror = RoomMirror::new(room);
    let join = |mirror: &RoomMirror| Join {
        password: args.password.clone(),
        ..mirror.resume()
    };
    link.join(room, &join(&mirror)).await?;
    loop {
        let incoming = match link.client.next().await {
            Ok(incoming) => incoming,
            Err(error) if error.is_recoverable() => continue,
            Err(error) => {
                link.reconnect(&error).await?;
                link.join(room, &join(&mirror)).await?;
                continue;
            }
        };
        let observed = mirror.observe(&incoming);
        if observed == Observed::Gap {
            link.join(room, &join(&mirror)).await?;
        }
        if let Some(message) = incoming
            .message()
            .filter(|_| observed == Observed::Elsewhere)
        {
            tell(aside(room, message));
        }
        if !matches!(observed, Observed::Next | Observed::Whole | Observed::Left) {
            continue;
        }
        let message = incoming.message();
        tell(
            message
                .map(|message| teller.hear(message))
                .unwrap_or_default(),
        );
        if observed == Observed::Left || (args.once && message.is_some_and(ends_match)) {
            return Ok(());
        }
    }
}

/// The first public room with a running match.
async fn playing(link: &mut Link) -> anyhow::Result<RoomId> {
    let played = RoomFilter {
        phase: Some(Phase::Playing),
        spectators: true,
        ..RoomFilter::default()
    };
    let watched = link.client.list_rooms(played.into()).await?.rooms;
    if let Some(room) = watched.first() {
        return Ok(room.room);
    }
    let rooms = link.client.list_rooms(ListRooms::default()).await?.rooms;
    for (number, room) in (1..).zip(&rooms) {
        tell(room_line(number, room));
    }
    bail!("no match is being played; give the id of a room to wait in it")
}

const fn ends_match(message: &ServerMessage) -> bool {
    match message {
        ServerMessage::Event(event) => matches!(
            event.event,
            RoomEvent::Finished { .. } | RoomEvent::Abandoned { .. }
        ),
        _ => false,
    }
}
