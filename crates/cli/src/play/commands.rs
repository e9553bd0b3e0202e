//! The commands of a person in a room.

use giog_client::{Client, ClientError};
use giog_protocol::client::{
    CloseRoom, EndMatch, Join, Mute, PassOwnership, Pause, Ready, Remove, Report, ResumeMatch,
    RoomCommand,
};
use giog_protocol::{ChatMode, ChatText, MAX_CHAT_CHARS, Said};
use giog_rules::{Action, Seat};
use giog_seats::chance;

use super::help::help;
use super::seated::Seated;
use crate::table::{Input, PHRASES, phrase, tell_line, tell_text, typed};

/// Executes a command.
pub(super) async fn run(
    client: &mut Client,
    seated: &mut Seated,
    input: Input,
) -> Result<(), ClientError> {
    let room = seated.room();
    let said = match input {
        Input::Nothing | Input::Quit => return Ok(()),
        Input::Act(action) => return act(client, seated, action).await,
        Input::Default => match (default(seated), seated.unknown()) {
            (Some(action), _) => return act(client, seated, action).await,
            (None, Some(asked)) => return client.act_default(asked).await.map(drop),
            (None, None) => seated.nothing_is_asked(),
        },
        Input::Hint => {
            let hint = client.hint(room, seated.turn()).await?;
            format!("A bot would type: {}", typed(&hint))
        }
        Input::Look => {
            let whole = Join {
                after: None,
                ..seated.join()
            };
            seated.forget_what_was_asked();
            return client.join(room, whole).await;
        }
        Input::Ready(true) => match seated.ready() {
            Ok(ready) => return get_ready(client, seated, ready).await,
            Err(why) => why.to_owned(),
        },
        Input::Ready(false) => {
            seated.not_ready();
            return client.unready(room).await;
        }
        Input::Pause(wanted) => return client.ask(room, about_pause(seated, wanted)).await,
        Input::Sit(seat) => return client.sit(room, seat).await,
        Input::Stand => {
            seated.not_ready();
            return client.stand(room).await;
        }
        Input::Bot(seat, level) => return client.add_bot(room, seat, level).await,
        Input::Bots(level) => return client.fill_with_bots(room, level).await,
        Input::Remove(seat) => {
            let remove = Remove {
                seat: Some(number(seat)),
                ..Remove::default()
            };
            return client.ask(room, RoomCommand::Remove(remove)).await;
        }
        Input::Pass(seat) => {
            let pass = PassOwnership { seat: number(seat) };
            return client.ask(room, RoomCommand::PassOwnership(pass)).await;
        }
        Input::End(agrees) => match seated.teller.match_id() {
            Some(match_id) => {
                let end = EndMatch { match_id, agrees };
                return client.ask(room, RoomCommand::EndMatch(end)).await;
            }
            None => "No match is running.".to_owned(),
        },
        Input::Leave => return client.leave(room).await,
        Input::Close => return client.ask(room, RoomCommand::CloseRoom(CloseRoom {})).await,
        Input::Say(text) => return say(client, seated, text).await,
        Input::Mute(seat, muted) => return mute(client, seated, seat, muted).await,
        Input::Report(seat, text) => return report(client, seated, seat, text).await,
        Input::Help => {
            tell_line(&help());
            return Ok(());
        }
        Input::Wrong(what) => format!("Not understood: {what}."),
        Input::Rooms | Input::Join(..) | Input::New(_) | Input::Quick(..) => {
            "You are in a room; type leave to go out of it first.".to_owned()
        }
    };
    tell_text(&said);
    Ok(())
}

/// Gets the person ready.
pub(super) async fn get_ready(
    client: &mut Client,
    seated: &mut Seated,
    ready: Ready,
) -> Result<(), ClientError> {
    client.ready(seated.room(), ready.clone()).await?;
    seated.keeper.acknowledged(&ready);
    Ok(())
}

/// The request of a person who wants a pause, or none any more.
fn about_pause(seated: &Seated, wanted: bool) -> RoomCommand {
    if !wanted && seated.is_paused() {
        RoomCommand::ResumeMatch(ResumeMatch {})
    } else {
        RoomCommand::Pause(Pause { agrees: wanted })
    }
}

fn default(seated: &Seated) -> Option<Action> {
    seated.decision()?.default_action()
}

async fn act(client: &mut Client, seated: &Seated, action: Action) -> Result<(), ClientError> {
    let turn = seated.turn();
    client.act(seated.room(), turn, action).await.map(drop)
}

async fn say(client: &mut Client, seated: &Seated, text: String) -> Result<(), ClientError> {
    let Some(text) = line(text) else {
        return Ok(());
    };
    let said = match (phrase(text.as_str()), seated.chat()) {
        (Some(phrase), Some(ChatMode::Phrases)) => Said::Phrase(phrase),
        (None, Some(ChatMode::Phrases)) => {
            tell_text(&format!(
                "Not sent: this room allows only set phrases: {PHRASES}."
            ));
            return Ok(());
        }
        _ => Said::Text(text),
    };
    let key = chance::key();
    client.chat(seated.room(), &key, said).await
}

async fn mute(
    client: &mut Client,
    seated: &Seated,
    seat: Seat,
    muted: bool,
) -> Result<(), ClientError> {
    let Some(player) = seated.person(seat) else {
        tell_line("No person has this seat.");
        return Ok(());
    };
    let mute = RoomCommand::Mute(Mute { player, muted });
    client.ask(seated.room(), mute).await?;
    let name = seated.name(seat);
    tell_line(&if muted {
        format!("{name} is muted in this room.")
    } else {
        format!("{name} is no longer muted.")
    });
    Ok(())
}

async fn report(
    client: &mut Client,
    seated: &Seated,
    seat: Seat,
    text: String,
) -> Result<(), ClientError> {
    let Some(player) = seated.person(seat) else {
        tell_line("No person has this seat.");
        return Ok(());
    };
    let Some(text) = line(text) else {
        return Ok(());
    };
    let report = RoomCommand::Report(Report { player, text });
    client.ask(seated.room(), report).await?;
    tell_line("Reported to the operator.");
    Ok(())
}

/// The text as a chat line; if it cannot be sent, prints why and returns `None`.
fn line(text: String) -> Option<ChatText> {
    let line = ChatText::try_from(text).ok();
    if line.is_none() {
        tell_line(&format!(
            "Not sent: a line has 1 to {MAX_CHAT_CHARS} visible characters."
        ));
    }
    line
}

fn number(seat: Seat) -> i64 {
    u8::from(seat).into()
}
