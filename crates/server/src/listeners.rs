//! The server's listeners: for players, and on another address for the operator.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::middleware::from_fn;
use tokio::sync::watch;

use crate::accept::{Accepting, accept};
use crate::ambient::OsRandom;
use crate::client::Proxies;
use crate::connection_limits::{Bounds, BoundsNow};
use crate::cost::Costs;
use crate::incoming::{Incoming, PassedSockets};
use crate::operator::{OperatorHosts, OperatorToken};
use crate::run_error::RunError;
use crate::settings::{Listen, Settings};
use crate::state::App;
use crate::{operator, practice, router};

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
    listener: Incoming,
    listen: Listen,
}

/// A server that is ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ready {
    /// Where it listens.
    pub address: Listen,
    /// The address of the operator's listener, if there is one.
    pub operator: Option<SocketAddr>,
    /// The kind of database.
    pub database: &'static str,
    /// How many rooms were restored.
    pub rooms: usize,
}

impl Listeners {
    /// Opens the listeners, without accepting connections yet.
    ///
    /// # Errors
    /// If an address cannot be used, a socket was passed for another one, or there is no token for the operator.
    pub async fn listen(settings: &Settings, mut passed: PassedSockets) -> Result<Self, RunError> {
        let players = BoundListener::listen(&settings.listen, &mut passed).await?;
        let operator = match settings.operator.listen {
            None => None,
            Some(address) => {
                let token = match &settings.operator.token {
                    Some(token) => OperatorToken::new(token),
                    None => OperatorToken::keep(&settings.data_dir, &mut OsRandom)?,
                };
                let bound = BoundListener::listen(&address.into(), &mut passed).await?;
                Some((bound, token))
            }
        };
        if let Some(passed) = passed.left() {
            return Err(RunError::StrangeSocket {
                passed: passed.clone(),
                listen: settings.listen.clone(),
            });
        }
        Ok(Self { players, operator })
    }

    /// The report of a server that is ready.
    pub fn ready(&self, settings: &Settings, rooms: usize) -> Ready {
        let operator = self.operator.as_ref();
        Ready {
            address: self.players.listen.clone(),
            operator: operator.and_then(|(bound, _)| bound.listen.network()),
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
        let players = Accepting {
            bounds: BoundsNow::Set(app.limits.clone()),
            costs: app.costs.clone(),
            proxies: app.ingress.proxies.clone(),
            stopping: stopping.clone(),
        };
        let operator = Accepting {
            bounds: BoundsNow::Fixed(Bounds {
                connections: OPERATOR_CONNECTIONS,
                connections_per_address: OPERATOR_CONNECTIONS,
            }),
            costs: Costs::new(
                Arc::clone(&app.clock),
                app.limits.clone(),
                app.costs.addresses.clone(),
            ),
            proxies: Proxies::default().into(),
            stopping,
        };
        let hosts = OperatorHosts::of(&settings.operator);
        let practice = settings.practice;
        async move {
            let routes = router::router(app.clone());
            let routes = if practice {
                routes.layer(from_fn(practice::only_this_machine))
            } else {
                routes
            };
            let players = accept(self.players.listener, routes, players);
            let operators = async {
                if let Some((bound, token)) = self.operator {
                    tracing::info!(address = %bound.listen, "listening for the operator");
                    let api = operator::router(app, token, hosts);
                    accept(bound.listener, api, operator).await;
                }
            };
            tokio::join!(players, operators);
        }
    }
}

impl BoundListener {
    /// Takes the socket that was passed for this address, or opens one.
    async fn listen(listen: &Listen, passed: &mut PassedSockets) -> Result<Self, RunError> {
        let cannot = |error| RunError::Listen {
            address: listen.clone(),
            error,
        };
        let listener = match passed.find(listen).map_err(cannot)? {
            Some(listener) => listener,
            None => Incoming::bind(listen).await.map_err(cannot)?,
        };
        let listen = match listen {
            Listen::Network(_) => listener.listens().map_err(cannot)?,
            Listen::Unix(_) => listen.clone(),
        };
        Ok(Self { listener, listen })
    }
}

/// The kind of database at an address.
fn database(url: &str) -> &'static str {
    if url.starts_with("sqlite:") {
        "SQLite"
    } else {
        "Postgres"
    }
}
