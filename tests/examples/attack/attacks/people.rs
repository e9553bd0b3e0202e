//! Attacks with identities: guests, names, tokens.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{Instant, sleep};

use super::{Target, on_each};
use crate::client::{Socket, connect};

/// The interval between newcomers.
const NEWCOMER_EVERY: Duration = Duration::from_secs(1);

type Done = Pin<Box<dyn Future<Output = ()> + Send>>;

pub fn guests(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let mut stream = connect(target.from, target.server).await?;
        let mut buffer = [0; 4_096];
        loop {
            let request = "POST /api/v1/guests HTTP/1.1\r\nhost: giog\r\ncontent-length: 0\r\n\r\n";
            stream.write_all(request.as_bytes()).await?;
            if stream.read(&mut buffer).await? == 0 {
                return Ok(());
            }
        }
    }))
}

/// Each connection has an address in a different network. Newcomers at addresses that had no guest yet must get in meanwhile:
/// the benchmark reports it if one does not.
pub fn households(target: Target) -> Done {
    let newcomers = target.clone();
    let newcomers = async move {
        let [_, group, network, _] = newcomers.from.octets();
        for turn in 0..30 {
            if Instant::now() >= newcomers.until {
                break;
            }
            sleep(NEWCOMER_EVERY).await;
            // A different network for each.
            let from = Ipv4Addr::new(127, group - 60 + turn % 30, network, 1);
            if let Ok(answer) = make_guest(from, newcomers.server).await
                && !answer.starts_with("HTTP/1.1 201")
            {
                println!("    a newcomer did not get in: {}", &answer[..12]);
            }
        }
    };
    let greedy = on_each(target, |target, number| async move {
        let [_, _, network, _] = target.from.octets();
        let other = u8::try_from(150 + number % 100).expect("less than 250");
        let from = Ipv4Addr::new(127, other, network, 1);
        loop {
            make_guest(from, target.server).await?;
        }
    });
    Box::pin(async {
        let _: ((), ()) = tokio::join!(greedy, newcomers);
    })
}

/// Creates a guest on a new connection from this address; returns the beginning of the answer.
async fn make_guest(from: Ipv4Addr, server: SocketAddr) -> io::Result<String> {
    let mut stream = connect(from, server).await?;
    let request = "POST /api/v1/guests HTTP/1.1\r\nhost: giog\r\ncontent-length: 0\r\n\r\n";
    stream.write_all(request.as_bytes()).await?;
    let mut head = [0; 64];
    stream.read_exact(&mut head).await?;
    Ok(String::from_utf8_lossy(&head).into_owned())
}

pub fn renames(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let (_, welcome) = Socket::greet(target.from, target.server).await?;
        for turn in 0_u64.. {
            let mut socket = Socket::open(target.from, target.server).await?;
            let name = format!("Name {}", turn % 1_000);
            let hello =
                json!({"type": "hello", "protocol": 1, "token": welcome["token"], "name": name});
            socket.ask(hello).await?;
        }
        Ok(())
    }))
}

/// Names that look official, each with other look-alike letters; the benchmark reports it if one is accepted.
pub fn official_names(target: Target) -> Done {
    const NAMES: [&str; 8] = [
        "Admins",
        "xAdm1nx",
        "Giog Security",
        "System Message",
        "Quản trị viên",
        "Διαχειριστής",
        "מנהל",
        "مد\u{200c}یر",
    ];
    Box::pin(on_each(target, |target, number| async move {
        let mut socket = Socket::open(target.from, target.server).await?;
        for turn in number.. {
            let name = NAMES[turn % NAMES.len()];
            let hello = json!({"type": "hello", "protocol": 1, "name": name});
            let answer = socket.ask(hello).await?;
            if answer["type"] == "ok" {
                println!("    {name} was taken as a name");
                return Ok(());
            }
        }
        Ok(())
    }))
}

pub fn bad_tokens(target: Target) -> Done {
    Box::pin(on_each(target, |target, number| async move {
        let mut socket = Socket::open(target.from, target.server).await?;
        for turn in 0_u64.. {
            let token = format!("{number:032x}{turn:032x}");
            let hello = json!({"type": "hello", "protocol": 1, "token": token});
            socket.ask(hello).await?;
        }
        Ok(())
    }))
}
