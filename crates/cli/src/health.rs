//! `giog health`: checks whether the server on this machine answers, for container engines and service managers.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use giog_server::{Listen, Overrides, Settings};

use crate::web;

/// A server that takes longer to answer counts as overloaded.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);

/// The server to check.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The server's settings file [default: `GIOG_CONFIG`, or config/giog.toml if it exists]
    #[arg(long)]
    config: Option<PathBuf>,
    /// The address on which the server listens [default: from the settings]
    #[arg(long)]
    listen: Option<Listen>,
    /// Also check that the server accepts people and can write to the database
    #[arg(long)]
    ready: bool,
}

/// Queries the server; the exit status is 0 if it is well, else 1.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let flags = Overrides {
        listen: args.listen.clone(),
        ..Overrides::default()
    };
    let settings = Settings::load(args.config.as_deref(), std::env::vars_os(), flags)?;
    let path = if args.ready { "readyz" } else { "healthz" };
    let host = match settings.listen.network() {
        Some(address) => reachable(address).to_string(),
        None => "localhost".to_owned(),
    };
    let address = format!("http://{host}/{path}");
    web::block_on(async {
        let client = web::client_of(&settings.listen, ANSWER_TIMEOUT)?;
        let answer = client.get(&address).send().await;
        match answer.and_then(reqwest::Response::error_for_status) {
            Ok(_) => Ok(ExitCode::SUCCESS),
            Err(error) => {
                eprintln!("giog: {:#}", anyhow::Error::from(error));
                Ok(ExitCode::FAILURE)
            }
        }
    })
}

/// The address at which a server with this listen address can be reached: for one that listens on all addresses, the loopback address.
pub fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_listens_everywhere_is_asked_on_the_loopback() {
        for (listen, expected) in [
            ("0.0.0.0:80", "127.0.0.1:80"),
            ("[::]:80", "[::1]:80"),
            ("10.0.0.7:80", "10.0.0.7:80"),
        ] {
            let listen = listen.parse().expect("a test's address");
            assert_eq!(reachable(listen).to_string(), expected);
        }
    }
}
