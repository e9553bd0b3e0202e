//! The connection to NATS.

use std::time::Duration;

use async_nats::{Client, ConnectOptions};

use crate::settings::Cluster as ClusterSettings;

/// Messages of other nodes that may wait for this one; with more some are lost, and the links notice.
const SUBSCRIPTION_MESSAGES: usize = 65_536;

/// A connection to NATS, as soon as there is one. It comes back by itself whenever it breaks.
pub(super) async fn connect(settings: &ClusterSettings) -> Client {
    /// How long after each other it is tried whether NATS can be reached.
    const AGAIN: Duration = Duration::from_millis(500);
    loop {
        let mut options = ConnectOptions::new()
            .name("giog")
            .no_echo()
            .ignore_discovered_servers()
            .retry_on_initial_connect()
            // The first try is number one.
            .reconnect_delay_callback(|tries| if tries <= 1 { Duration::ZERO } else { AGAIN })
            .subscription_capacity(SUBSCRIPTION_MESSAGES)
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
