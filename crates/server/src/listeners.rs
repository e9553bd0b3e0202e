//! The server's listeners: for players, and on another address for the operator.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::accept::{Accepting, accept};
use crate::ambient::OsRandom;
use crate::client::Proxies;
use crate::connection_limits::Bounds;
use crate::cost::Costs;
use crate::operator::OperatorToken;
use crate::run::{Ready, RunError, database};
use crate::settings::Settings;
use crate::state::App;
use crate::{operator, router};

/// The most connections to the operator's address: some tools and some people.
const OPERATOR_CONNECTIONS: usize = 100;

/// The listeners.
#[derive(Debug)]
pub struct Listeners {
    players: BoundListener,
    operator: Option<(BoundListener, OperatorToken)>,
}

#[derive(Debug)]
struct BoundListener {
    listener: TcpListener,
    address: SocketAddr,
}

impl Listeners {
    /// Opens the listeners, without accepting connections yet.
    ///
    /// # Errors
    /// If an address cannot be used, or there is no token for the operator.
    pub async fn listen(settings: &Settings) -> Result<Self, RunError> {
        let players = BoundListener::listen(settings.listen).await?;
        let operator = match settings.operator.listen {
            None => None,
            Some(address) => {
                let token = match &settings.operator.token {
                    Some(token) => OperatorToken::new(token),
                    None => OperatorToken::keep(&settings.data_dir, &mut OsRandom)?,
                };
                Some((BoundListener::listen(address).await?, token))
            }
        };
        Ok(Self { players, operator })
    }

    /// What is reported when the server is ready.
    pub fn ready(&self, settings: &Settings, rooms: usize) -> Ready {
        let operator = self.operator.as_ref().map(|(bound, _)| bound.address);
        Ready {
            address: self.players.address,
            operator,
            database: database(&settings.database_url()),
            rooms,
        }
    }

    /// Accepts connections until the server is about to stop. Completes when all of them have ended.
    pub fn open(
        self,
        app: App,
        settings: &Settings,
        stopping: watch::Receiver<bool>,
    ) -> impl Future<Output = ()> + use<> {
        let limits = &settings.limits;
        let greeting = Duration::from_millis(limits.greeting_ms);
        let players = Accepting {
            bounds: Bounds {
                connections: limits.connections,
                connections_per_address: limits.connections_per_address,
            },
            addresses: app.addresses.clone(),
            costs: app.costs.clone(),
            proxies: Arc::new(Proxies {
                trusted: settings.trusted_proxies.clone(),
                header: settings.proxy_header,
            }),
            greeting,
            stopping: stopping.clone(),
        };
        let operator = Accepting {
            bounds: Bounds {
                connections: OPERATOR_CONNECTIONS,
                connections_per_address: OPERATOR_CONNECTIONS,
            },
            addresses: app.addresses.clone(),
            costs: Costs::new(
                Arc::clone(&app.clock),
                Arc::clone(&app.limits),
                app.addresses.clone(),
            ),
            proxies: Arc::default(),
            greeting,
            stopping,
        };
        async move {
            let players = accept(self.players.listener, router::router(app.clone()), players);
            let operators = async {
                if let Some((bound, token)) = self.operator {
                    tracing::info!(address = %bound.address, "listening for the operator");
                    accept(bound.listener, operator::router(app, token), operator).await;
                }
            };
            tokio::join!(players, operators);
        }
    }
}

impl BoundListener {
    async fn listen(address: SocketAddr) -> Result<Self, RunError> {
        let cannot = |error| RunError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        Ok(Self { listener, address })
    }
}
