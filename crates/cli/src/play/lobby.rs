//! Outside of rooms: the list of rooms, joining a room, creating one.

use giog_client::Client;
use giog_protocol::RoomId;
use giog_protocol::client::ListRooms;
use giog_protocol::rest::RoomList;
use giog_rules::Variant;
use giog_rules::text::wrapped;
use uuid::Uuid;

use super::session::Session;
use crate::chance;
use crate::table::{Input, NewRoom, room_line, tell, tell_line, tell_text};

/// The help text.
const HELP: &str = "\
Outside rooms:
  rooms                   the list of public rooms
  join NUMBER [PASSWORD]  into a room, by its number in the list or its id
  quick [GAME]            a seat among strangers
  new [GAME] [SEATS] ...  a new room; also: bots unlisted password=... lots noclock nopause
In a room:
  look                    the whole picture once more
  sit [SEAT], stand       take a seat, give it up
  ready, unready          for the next match
  bot [SEAT], bots        a computer player, or on all free seats (the owner)
  remove SEAT             empty a seat (the owner)
  pass SEAT               make somebody else the owner (the owner)
  say WORDS               to the others at the table, or to those who watch with you; in rooms of quick
                          play one of the set phrases, such as: say hello
  mute SEAT, unmute SEAT  hear no more of somebody, or again
  report SEAT WORDS       tell the operator of somebody's conduct
  leave                   go out of the room; in a match somebody else goes on for you
  close                   close the room (the owner)
In a match, when asked:
  KAE                     letters of pieces lay them, upper case red, lower case black
  back                    takes a play back, while others have still to lay
  5                       the number of a stack; or rock, paper, scissors; left, right; all numbers
  .                       what is done when the time runs out
  hint                    what a bot would do in your place, where the room allows it
Anywhere: help, quit
Pieces, from the strongest: K k general, A a guard, E e elephant, R r chariot, H h horse, C c cannon,
    P p soldier.";

/// The help text with the list of games.
pub(super) fn help() -> String {
    format!("{HELP}\n{}", games())
}

/// The list of games.
fn games() -> String {
    let games: Vec<&str> = Variant::ALL.iter().map(|game| game.id()).collect();
    let text = format!("Games: {}; what they are: giog variants", games.join(", "));
    wrapped(0, &text).join("\n")
}

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
        Input::Quick(variant) => {
            let key = chance::key();
            let quick = async |client: &mut Client| client.quick_play(&key, variant).await;
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
        session.link.client.fill_with_bots(room).await?;
    }
    Ok(())
}
