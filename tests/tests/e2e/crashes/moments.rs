//! Moments of a match in which something lies face down or is half decided: a server is killed there, and everything must still be there
//! afterwards.

use std::net::SocketAddr;

use giog_tests::{Gone, Player, Socket};
use serde_json::{Value, json};

/// A moment that passes with the next decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A player must make a choice before the first lead.
    Ceremony,
    /// Some, but not all, have laid, split, bet or claimed.
    Laid,
    /// Some, but not all, have thrown a hidden sign.
    Throws,
}

/// All moments.
pub const MOMENTS: [Moment; 3] = [Moment::Ceremony, Moment::Laid, Moment::Throws];

impl Moment {
    /// Whether this player does not act now, so that the moment comes and lasts. Only a `patient` player lets others
    /// throw or lay first.
    pub fn stops(self, player: &Player, patient: bool) -> bool {
        let Some(decision) = player.decision() else {
            return false;
        };
        match self {
            Self::Ceremony => decision["stage"] == "ceremony",
            Self::Throws => patient && decision["do"] == "throw",
            Self::Laid => {
                let follows = decision["do"] == "play" && decision["lead"] == false;
                patient && (follows || is_face_down(&decision["do"]))
            }
        }
    }

    /// Whether it has come, for a player who waits for it.
    pub fn has_come(self, player: &Player) -> bool {
        let last = player.events().values().next_back();
        let last = last.map_or(&Value::Null, |event| &event["do"]);
        let asked = player.decision().map_or(&Value::Null, |asked| &asked["do"]);
        match self {
            Self::Ceremony => true,
            Self::Throws => last == "throw",
            // Claims are not announced.
            Self::Laid => asked == "claim" || !is_face_down(asked) || last == asked,
        }
    }

    /// Whether a snapshot of the room shows it.
    pub fn is_shown(self, picture: &Value) -> bool {
        let view = &picture["match"]["view"];
        let some = |of: &Value, is: bool| {
            let marks = of.as_array();
            marks.is_some_and(|marks| marks.contains(&is.into()))
        };
        match self {
            Self::Ceremony => view["stage"] == "ceremony",
            Self::Throws => some(&view["throws"]["thrown"], true),
            Self::Laid => {
                let laid = &view["trick"]["laid"];
                let decided = view["decided"].as_array();
                (some(laid, true) && some(laid, false))
                    || decided.is_some_and(|seats| !seats.is_empty())
                    || !view["hand"]["pending"].is_null()
            }
        }
    }
}

/// Whether all decide at the same time, in a game of tiles or dice.
fn is_face_down(asked: &Value) -> bool {
    ["split", "bet", "claim"].iter().any(|kind| asked == kind)
}

/// Sends `hello` over a new connection, and joins the room.
pub async fn enter(address: SocketAddr, token: &str, join: &Value) -> Result<Socket, Gone> {
    let opened = Socket::open(address).await;
    let mut socket = opened.map_err(|_| Gone { code: None })?;
    let hello = json!({"type": "hello", "protocol": 1, "token": token});
    for request in [&hello, join] {
        let answer = socket.ask_patiently(request).await?;
        assert_eq!(answer["type"], "ok", "{request}: {answer}");
    }
    Ok(socket)
}

/// The snapshot of a room for the person with this token.
pub async fn picture(address: SocketAddr, token: &str, room: &Value) -> Result<Value, Gone> {
    let join = json!({"type": "join", "room": room});
    let mut socket = enter(address, token, &join).await?;
    let picture = socket.read().await?;
    assert_eq!(picture["type"], "snapshot", "{picture}");
    Ok(picture)
}

/// Checks that a new snapshot shows what the player knew of hidden things before the kill: every commitment, with
/// the nonce of their own ones, and what they have laid or thrown. Returns the number of compared nonces.
pub async fn check_held(player: &Player, address: SocketAddr) -> Result<usize, Gone> {
    let mut events: Vec<&Value> = Vec::new();
    for event in player.events().values() {
        if event["do"] == "start" {
            events.clear();
        }
        events.push(event);
    }
    let Some(start) = events.first().filter(|event| event["do"] == "start") else {
        return Ok(0);
    };
    let picture = picture(address, &player.token, &player.join()["room"]).await?;
    let shown = &picture["match"];
    if shown["start"]["match_id"] != start["match_id"] {
        // Others have ended it.
        return Ok(0);
    }
    // In games with several deals a snapshot shows the commitments of the current one.
    let is_shown = |sealed: &&Value| {
        !sealed.is_null() && (sealed["deal"].is_null() || sealed["deal"] == shown["view"]["deal"])
    };
    let held = events.iter().map(|event| &event["sealed"]);
    let held: Vec<&Value> = held.filter(is_shown).collect();
    let commitments = shown["commitments"].as_array().expect("commitments");
    assert!(held.len() <= commitments.len(), "{}: {shown}", player.name);
    for (held, shown) in held.iter().zip(commitments) {
        assert_eq!(*held, shown, "{} holds another commitment", player.name);
    }
    let is_own = |sealed: &&&Value| sealed["seat"].as_u64() == player.seat();
    let own: Vec<_> = held.iter().filter(is_own).collect();
    assert!(own.iter().all(|sealed| sealed["nonce"].is_string()));
    if picture["seq"].as_u64() == player.events().keys().next_back().copied() {
        let view = &shown["view"];
        let laid = lying(player, &events, "trick", ("play", "pieces"));
        assert_eq!(view["trick"]["yours"], laid, "{} has laid", player.name);
        let thrown = lying(player, &events, "thrown", ("throw", "sign"));
        assert_eq!(view["throws"]["yours"], thrown, "{}", player.name);
        let low = lying(player, &events, "splits", ("split", "low"));
        assert_eq!(view["low"], low, "{} has split", player.name);
        let bets = lying(player, &events, "dice", ("bet", "bets"));
        assert_eq!(view["bets"], bets, "{} has bet", player.name);
    }
    Ok(own.len())
}

/// What a player has laid or thrown since the last reveal.
fn lying(player: &Player, events: &[&Value], turned_up: &str, (kind, what): (&str, &str)) -> Value {
    let since = events.iter().rev();
    let mut acts = since
        .take_while(|event| event["do"] != turned_up)
        .filter(|event| event["seat"].as_u64() == player.seat())
        .filter(|event| event["do"] == kind || event["do"] == "take_back");
    let last = acts.next().filter(|event| event["do"] == kind);
    last.map_or(Value::Null, |event| event[what].clone())
}
