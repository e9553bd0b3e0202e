//! Asking servers over HTTP.

use std::time::Duration;

use reqwest::Client;

/// A client that waits so long for a whole answer.
pub fn client(timeout: Duration) -> anyhow::Result<Client> {
    // Fails only where the process has chosen its cryptography before, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Ok(Client::builder().timeout(timeout).build()?)
}

/// Waits for something on this thread alone.
pub fn block_on<T>(future: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(future)
}
