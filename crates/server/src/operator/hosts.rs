//! Which requests a page in a browser may not make to the operator's address: those under a name that is not the server's, and those of
//! other origins.
//!
//! A page can give its own name the server's address after it was loaded (DNS rebinding). For the browser the operator's interface is then
//! part of the page, which may read all that needs no token. The name in `Host` is still the page's, so it is what is checked.

use std::fs;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::HOST;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use giog_protocol::rest::ProblemCode;

use crate::cors::asks_from_elsewhere;
use crate::problem::RestError;
use crate::settings::Operator;

/// Where Linux says the name of the machine.
const MACHINE_NAME_FILE: &str = "/proc/sys/kernel/hostname";
/// The name that every machine has for itself, and the domain of which all names are of the machine itself (RFC 6761).
const LOCAL: &str = "localhost";

/// The names under which the operator's interface is asked. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct OperatorHosts {
    /// In lower case, without a dot at the end.
    names: Arc<[String]>,
}

impl OperatorHosts {
    /// Those of the settings, and the machine's own name.
    pub fn of(operator: &Operator) -> Self {
        let machine = fs::read_to_string(MACHINE_NAME_FILE).ok();
        let machine = machine.as_deref().map(str::trim);
        let machine = machine.filter(|name| !name.is_empty());
        let set = operator.hosts.iter().map(String::as_str);
        Self {
            names: set.chain(machine).map(plain).collect(),
        }
    }

    /// Whether a request names one of them, an address, or this machine. A request without a name comes from no browser.
    fn take(&self, request: &Request) -> bool {
        let asked = match request.uri().authority() {
            Some(authority) => Some(authority.as_str().as_bytes()),
            None => request.headers().get(HOST).map(HeaderValue::as_bytes),
        };
        asked.is_none_or(|asked| self.know(asked))
    }

    fn know(&self, asked: &[u8]) -> bool {
        let Ok(authority) = Authority::try_from(asked) else {
            return false;
        };
        let host = authority.host();
        let in_brackets = host
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        let is_address = match in_brackets {
            Some(address) => address.parse::<Ipv6Addr>().is_ok(),
            None => host.parse::<IpAddr>().is_ok(),
        };
        let host = plain(host);
        let is_local = host
            .strip_suffix(LOCAL)
            .is_some_and(|below| below.is_empty() || below.ends_with('.'));
        is_address || is_local || self.names.contains(&host)
    }
}

/// A name as it is compared.
fn plain(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_lowercase()
}

/// Whether a person goes to an address, by a link or by typing it: the page with the link cannot read what comes.
fn is_visit(request: &Request) -> bool {
    let is = |name: &str, value: &str| has(request.headers(), name, value);
    matches!(*request.method(), Method::GET | Method::HEAD)
        && is("sec-fetch-mode", "navigate")
        && is("sec-fetch-dest", "document")
}

fn has(headers: &HeaderMap, name: &str, value: &str) -> bool {
    headers.get(name).is_some_and(|known| known == value)
}

/// The layer of all routes for the operator: refuses what a page of somebody else asks.
pub async fn only_to_its_name(
    State(hosts): State<OperatorHosts>,
    request: Request,
    next: Next,
) -> Response {
    if !hosts.take(&request) {
        return RestError::from(ProblemCode::WrongHost).into_response();
    }
    if asks_from_elsewhere(request.headers()) && !is_visit(&request) {
        return RestError::from(ProblemCode::CrossOrigin).into_response();
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_this_machine_and_what_is_set_are_names_of_the_operators_interface() {
        let operator = Operator {
            hosts: vec!["Giog.internal".to_owned()],
            ..Operator::default()
        };
        let hosts = OperatorHosts::of(&operator);
        for host in [
            "127.0.0.1:8081",
            "10.0.0.7",
            "[::1]:8081",
            "[fd00::7]",
            "localhost",
            "LOCALHOST:8081",
            "giog.localhost",
            "localhost.:8081",
            "giog.internal",
            "giog.internal.:80",
        ] {
            assert!(hosts.know(host.as_bytes()), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:8081",
            "notlocalhost",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "giog.internal.evil.example",
            "[evil.example]",
            "",
            ":8081",
            "a b",
            "\u{ff}",
        ] {
            assert!(!hosts.know(host.as_bytes()), "{host:?}");
        }
    }

    #[test]
    fn the_machines_own_name_is_one_of_them() {
        let Ok(name) = fs::read_to_string(MACHINE_NAME_FILE) else {
            return;
        };
        let host = format!("{}:8081", name.trim());
        let hosts = OperatorHosts::of(&Operator::default());
        assert!(hosts.know(host.as_bytes()), "{host}");
    }
}
