//! The connection to NATS.

use std::future::ready;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::{Error as PemError, PemObject as _};

use crate::settings::Cluster as ClusterSettings;

/// Messages of other nodes that may be queued. With more, some are lost, and the links notice that.
const SUBSCRIPTION_MESSAGES: usize = 65_536;
/// The interval of pings to NATS. If three in a row are not answered, the client reconnects: the end of a connection may never be
/// reported, for example if the other machine is gone.
const PING_EVERY: Duration = Duration::from_secs(5);

/// The file with certificates for NATS cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the file {path} of the setting `cluster.ca_file`: {error}")]
pub struct BadCaFile {
    path: PathBuf,
    error: PemError,
}

/// Refuses a file from which no certificate can be read: NATS could never be reached with it.
pub(crate) fn check_ca_file(settings: &ClusterSettings) -> Result<(), BadCaFile> {
    let (Some(_), Some(path)) = (&settings.nats, &settings.ca_file) else {
        return Ok(());
    };
    let certificates = CertificateDer::pem_file_iter(path);
    let read = certificates.and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let none = || PemError::Io(io::Error::other("there is no certificate in it"));
    let found = read.and_then(|all| if all.is_empty() { Err(none()) } else { Ok(()) });
    found.map_err(|error| BadCaFile {
        path: path.clone(),
        error,
    })
}

/// The last error of the connection to NATS.
#[derive(Clone, Debug, Default)]
pub(super) struct LastError(Arc<Mutex<Option<String>>>);

impl LastError {
    /// The last error since the connection was opened, if there was one.
    pub fn text(&self) -> Option<String> {
        let text = self.0.lock();
        text.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, event: &Event) {
        let text = match event {
            Event::Connected => None,
            Event::ServerError(error) => Some(error.to_string()),
            Event::ClientError(error) => Some(error.to_string()),
            _ => return,
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }
}

/// Connects to NATS; waits until that succeeds. The client reconnects by itself whenever the connection breaks.
pub(super) async fn connect(settings: &ClusterSettings, last_error: &LastError) -> Client {
    /// The interval between attempts to connect.
    const AGAIN: Duration = Duration::from_millis(500);
    loop {
        let errors = last_error.clone();
        let mut options = ConnectOptions::new()
            .name("giog")
            .ignore_discovered_servers()
            .retry_on_initial_connect()
            // The first attempt is number one.
            .reconnect_delay_callback(|tries| if tries <= 1 { Duration::ZERO } else { AGAIN })
            .ping_interval(PING_EVERY)
            .subscription_capacity(SUBSCRIPTION_MESSAGES)
            .event_callback(move |event| {
                errors.note(&event);
                ready(())
            })
            .require_tls(settings.needs_tls());
        if let Some((name, password)) = settings.credentials() {
            options = options.user_and_password(name, password);
        }
        if let Some(file) = &settings.ca_file {
            options = options.add_root_certificates(file.clone());
        }
        match options.connect(settings.nats_address()).await {
            Ok(client) => return client,
            Err(error) => tracing::error!(%error, "cannot use NATS as set; trying again"),
        }
        tokio::time::sleep(AGAIN).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_certificates_is_refused() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("ca.pem");
        let check = |nats: Option<&str>| {
            let settings = ClusterSettings {
                nats: nats.map(str::to_owned),
                ca_file: Some(path.clone()),
                ..ClusterSettings::default()
            };
            check_ca_file(&settings).map_err(|bad| bad.to_string())
        };
        let nats = Some("tls://giog:secret@nats.example.org");
        let error = check(nats).expect_err("there is no file");
        assert!(error.contains("ca.pem"), "{error}");
        std::fs::write(&path, "no certificate").expect("written");
        check(nats).expect_err("it is something else");
        check(None).expect("nobody uses it");
        let pem = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        std::fs::write(&path, pem).expect("written");
        check(nats).expect("a certificate");
    }
}
