//! Web Push: people at slow tables are notified on their devices when their decision is open and they are not connected to the table.
//!
//! Rooms report such people ([`giog_rooms::Hub::wanted`]). People who want it are notified of invitations of friends, too
//! ([`crate::invitations`]). For each of their devices with a subscription a message is sent through its
//! browser's push service: encrypted for the browser ([`encrypt`], RFC 8291), with the same length for all contents ([`message`]), and
//! signed so that the push service can identify this server ([`vapid`], RFC 8292). Messages are sent only to known push services
//! ([`services`]), and never to an address inside the operator's network ([`crate::outgoing`]).
//!
//! A lost notification is not sent again later: people see the open decision when they come back.

mod delivery;
mod encrypt;
mod message;
mod not_sent;
mod sender;
mod services;
mod slots;
mod vapid;

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use giog_protocol::rest::{ProblemCode, PushInput};
use giog_protocol::{ErrorCode, Problem};
use giog_rules::fairness::Signer;
use giog_store::PushSubscription;
use p256::PublicKey;

pub(crate) use self::message::FriendInvites;
pub(crate) use self::sender::{Queues, Sender, Sources, notify_all};
use self::services::Services;
use self::vapid::Vapid;
use crate::problem::RestError;
use crate::settings::Settings;

/// What is needed to accept subscriptions and to send notifications.
pub(crate) struct Push {
    services: Services,
    vapid: Vapid,
}

impl Push {
    /// According to the settings; none if notifications are turned off.
    pub fn of(settings: &Settings, signer: &Signer) -> Option<Self> {
        let push = &settings.push;
        let contact = push.contact_or(settings.public_url.as_ref())?;
        push.enabled.then(|| Self {
            services: Services::of(push),
            vapid: Vapid::new(signer, contact.to_owned()),
        })
    }

    /// The public key with which browsers subscribe.
    pub fn public_key(&self) -> &str {
        self.vapid.public_key()
    }

    /// Checks and decodes a browser's subscription.
    pub fn read(&self, input: PushInput) -> Result<PushSubscription, RestError> {
        if self.services.at(&input.endpoint).is_none() {
            return Err(ProblemCode::BadEndpoint.into());
        }
        let bytes = |text: &str| {
            BASE64_URL_SAFE_NO_PAD
                .decode(text.trim_end_matches('='))
                .ok()
        };
        let p256dh = bytes(&input.keys.p256dh).and_then(|key| key.try_into().ok());
        // A point that is not on the curve cannot be used for encryption.
        let p256dh = p256dh.filter(|key: &[u8; 65]| PublicKey::from_sec1_bytes(key).is_ok());
        let p256dh = p256dh.ok_or_else(|| bad("`keys.p256dh` must be a P-256 key of 65 bytes"))?;
        let auth = bytes(&input.keys.auth).and_then(|secret| secret.try_into().ok());
        let auth = auth.ok_or_else(|| bad("`keys.auth` must have 16 bytes"))?;
        Ok(PushSubscription {
            endpoint: input.endpoint,
            p256dh,
            auth,
        })
    }
}

fn bad(why: &'static str) -> Problem {
    Problem::new(ErrorCode::BadRequest, why)
}

impl fmt::Debug for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Push").finish_non_exhaustive()
    }
}
