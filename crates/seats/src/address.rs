//! The address of a server, and of resources on it.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, ensure};
use url::Url;

/// A server by its address, `http(s)://host[:port][/path]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(Url);

impl FromStr for Address {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let mut url: Url = text.parse().with_context(|| {
            format!("`{text}` is not an address, such as https://giog.example.org")
        })?;
        ensure!(
            matches!(url.scheme(), "http" | "https") && url.has_host(),
            "a server's address begins with http:// or https://"
        );
        ensure!(
            url.username().is_empty() && url.password().is_none(),
            "a server's address has no user and no password"
        );
        url.set_query(None);
        url.set_fragment(None);
        let path = url.path().trim_end_matches('/').to_owned();
        url.set_path(&path);
        Ok(Self(url))
    }
}

impl Address {
    /// The server on this machine, at its usual port.
    pub const LOCAL: &str = "http://127.0.0.1:8080";

    /// The URL of a path of its REST API; the path begins with `/`.
    pub fn rest(&self, path: &str) -> Url {
        let mut url = self.0.clone();
        url.set_path(&format!(
            "{}/api/v1{path}",
            self.0.path().trim_end_matches('/')
        ));
        url
    }

    /// The URL of its WebSocket.
    pub fn socket(&self) -> String {
        let address = self.to_string();
        let rest = address.strip_prefix("http").unwrap_or(&address);
        format!("ws{rest}/ws")
    }

    /// A name for files about this server. Two servers may have the same.
    pub fn file_name(&self) -> String {
        file_name(&self.to_string())
    }
}

/// A safe file name made of a name: it cannot lead to another folder.
pub fn file_name(called: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || matches!(c, '.' | '-') {
            c
        } else {
            '_'
        }
    };
    let name: String = called.chars().map(plain).collect();
    if name.chars().all(|c| c == '.') {
        "_".to_owned()
    } else {
        name
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_leads_to_rest_and_to_the_socket() {
        for (text, rest, socket) in [
            (
                "http://127.0.0.1:8080",
                "http://127.0.0.1:8080/api/v1/keys",
                "ws://127.0.0.1:8080/ws",
            ),
            (
                "https://a.example/",
                "https://a.example/api/v1/keys",
                "wss://a.example/ws",
            ),
            (
                "https://a/games/?x=1#y",
                "https://a/games/api/v1/keys",
                "wss://a/games/ws",
            ),
            (
                "http://[::1]:80",
                "http://[::1]/api/v1/keys",
                "ws://[::1]/ws",
            ),
        ] {
            let address: Address = text.parse().expect("an address");
            assert_eq!(address.rest("/keys").as_str(), rest);
            assert_eq!(address.socket(), socket);
        }
        for text in [
            "",
            "127.0.0.1:8080",
            "example.org",
            "ftp://a",
            "ws://a",
            "http://a:b@c",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_file_name_stays_in_its_folder() {
        let address: Address = "https://a:444/../b".parse().expect("an address");
        assert!(
            !address.file_name().contains('/'),
            "{}",
            address.file_name()
        );
        for name in ["", ".", "..", "../x", "a/b"] {
            let file = file_name(name);
            assert!(
                !file.contains('/') && !matches!(&*file, "" | "." | ".."),
                "{name}"
            );
        }
    }
}
