//! A guest that plays one match against bots by taking every default, adds entropy to the shuffle, and prints its
//! receipt: `cargo run -p giog-client --example guest -- ws://127.0.0.1:8080/ws`. A start for a bot of one's own.

use std::error::Error;
use std::fs::File;
use std::io::Read;

use giog_client::{
    Client, ClientError, ClientOptions, Incoming, Observed, ReceiptKeeper, RoomMirror,
};
use giog_protocol::server::{RoomEvent, ServerMessage};
use giog_protocol::{ErrorCode, SettingsInput};
use giog_rules::RefusalCode;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = std::env::args()
        .nth(1)
        .ok_or("which server? ws://127.0.0.1:8080/ws, for example")?;
    let mut client = Client::connect(&url, ClientOptions::default()).await?;
    let welcome = client.hello(None, Some("Example")).await?;
    let settings = SettingsInput {
        seats: Some(3),
        reveal_pause_ms: Some(0),
        ..SettingsInput::default()
    };
    let room = client.create_room("example", settings).await?;
    let (mut mirror, mut keeper) = (
        RoomMirror::new(room),
        ReceiptKeeper::new(room, welcome.player),
    );
    for _ in 1..3 {
        client.add_bot(room, None, None).await?;
    }
    let (mut is_ready, mut opened) = (false, false);
    loop {
        let incoming = client.next().await?;
        let observed = mirror.observe(&incoming);
        match observed {
            Observed::Next | Observed::Whole => keeper.observe(&incoming)?,
            Observed::Gap => client.join(room, mirror.resume()).await?,
            Observed::Left => return Err("the room was closed".into()),
            Observed::Elsewhere | Observed::Duplicate => {}
        }
        if !is_ready && let Ok(ready) = keeper.ready(fill_from_the_operating_system) {
            client.ready(room, ready.clone()).await?;
            keeper.acknowledged(&ready);
            is_ready = true;
        }
        if !opened && let Some(open) = keeper.to_open() {
            client.open_entropy(room, open).await?;
            opened = true;
        }
        if observed == Observed::Next
            && let Some(action) = mirror
                .decision()
                .and_then(giog_rules::Decision::default_action)
        {
            match client.act(room, mirror.turn(), action).await {
                // The decision was shown again before the answer came, or another device was faster: the next `now` has the current decision.
                Err(ClientError::Refused(refusal)) if refusal.code.is_some_and(is_over) => {}
                done => {
                    done?;
                }
            }
        }
        if let (Observed::Next, Incoming::UnknownDecision(asked)) = (observed, &incoming) {
            client.act_default(asked).await?;
        }
        if let Some(ServerMessage::Event(event)) = incoming.message()
            && matches!(event.event, RoomEvent::Finished { .. })
        {
            break;
        }
    }
    println!("{}", serde_json::to_string_pretty(&keeper.receipt())?);
    Ok(())
}

/// Whether an action was refused because the decision is over.
const fn is_over(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::Already | ErrorCode::Refused(RefusalCode::StackTaken)
    )
}

fn fill_from_the_operating_system(bytes: &mut [u8]) {
    File::open("/dev/urandom")
        .and_then(|mut random| random.read_exact(bytes))
        .expect("the system has random numbers");
}
