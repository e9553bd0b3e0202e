//! Outside of rooms: the list of rooms, joining a room, creating one.

use giog_client::Client;
use giog_protocol::RoomId;
use giog_protocol::client::ListRooms;
use giog_protocol::rest::RoomList;
use giog_seats::chance;
use uuid::Uuid;

use super::help::help;
use super::session::Session;
use crate::table::{Input, NewRoom, room_line, tell, tell_line, tell_text};

/// Executes a command outside of rooms; reconnects if the connection breaks meanwhile.
pub(super) async fn obey(session: &mut Session, input: Input) -> anyhow::Result<()> {
    match input {
        Input::Nothing | Input::Quit => Ok(()),
        Input::Help => {
            tell_line(&help());
            Ok(())
        }
        Input::Wrong(what) => {
            tell_text(&format!("Not understood: {what}."));
            Ok(())
        }
        Input::Rooms => list(session).await,
        Input::Join(which, password) => {
            if let Some(room) = find(session, &which) {
                return session.enter(room, password).await;
            }
            tell_line(&format!(
                "No room in the list has the number {which}, and it is not an id."
            ));
            Ok(())
        }
        Input::Quick(variant, bots) => {
            let key = chance::key();
            let quick = async |client: &mut Client| client.quick_play(&key, variant, bots).await;
            let room = session.link.ask_with_retries(quick).await?;
            session.entered(room, None);
            Ok(())
        }
        Input::New(room) => make(session, *room).await,
        _ => {
            tell_line("You are not in a room; type rooms, join, quick or new.");
            Ok(())
        }
    }
}

async fn list(session: &mut Session) -> anyhow::Result<()> {
    let list = async |client: &mut Client| client.list_rooms(ListRooms::default()).await;
    let RoomList { rooms, more, .. } = session.link.ask_with_retries(list).await?;
    if rooms.is_empty() {
        tell_line("There is no public room. Type new to make one, for example: new giog 3 bots");
    }
    for (number, room) in (1..).zip(&rooms) {
        tell(room_line(number, room));
    }
    if more {
        tell_line("There are more.");
    }
    session.rooms = rooms;
    Ok(())
}

/// Finds a room by its number in the list, or by its id.
fn find(session: &Session, which: &str) -> Option<RoomId> {
    if let Ok(id) = which.parse::<Uuid>() {
        return Some(RoomId(id));
    }
    let number: usize = which.parse().ok()?;
    session
        .rooms
        .get(number.checked_sub(1)?)
        .map(|room| room.room)
}

async fn make(session: &mut Session, new: NewRoom) -> anyhow::Result<()> {
    let key = chance::key();
    let make = async |client: &mut Client| client.create_room(&key, new.settings.clone()).await;
    let room = session.link.ask_with_retries(make).await?;
    session.entered(room, new.settings.password.clone());
    if new.bots {
        let client = &mut session.link.client;
        client.fill_with_bots(room, new.level).await?;
    }
    Ok(())
}
