//! People's devices: each has a token of its own, which can be revoked. A recovery code gives access to somebody who has no device left.

use std::net::IpAddr;

use giog_protocol::rest::ProblemCode;
use giog_protocol::{DeviceId, DeviceName, ErrorCode};
use giog_rooms::ConnId;
use giog_rules::PlayerId;
use giog_store::{Rejection, SecretHash, StoreError};

use crate::guests::{Guests, Known, NewGuest, person_of, storage_problem};
use crate::problem::RestError;
use crate::recovery::RecoveryCode;
use crate::state::App;

impl Guests {
    /// Creates a token for another device of the person whose token has this hash.
    pub(crate) async fn hand_over(
        &self,
        from: SecretHash,
        device: DeviceName,
    ) -> Result<NewGuest, RestError> {
        let known = self.known(from, None).await?;
        let issued = self.issue(device);
        let now = self.clock.now().wall;
        let added = self.store.add_device(from, issued.new_device(), now).await;
        match added {
            Ok(()) => Ok(NewGuest {
                person: known.person,
                token: issued.token,
                device: issued.device,
            }),
            Err(StoreError::Rejected(Rejection::TooMany { .. })) => {
                Err(ProblemCode::TooManyDevices.into())
            }
            Err(error) => Err(storage_problem(error).into()),
        }
    }
}

impl App {
    /// Revokes the token of a person's device. False if there is no such device.
    pub(crate) async fn end_device(
        &self,
        known: &Known,
        device: DeviceId,
    ) -> Result<bool, RestError> {
        let (app, player, token) = (self.clone(), known.person.player, known.token);
        to_its_end(async move {
            let ended = app.store.end_device(token, device).await;
            let ended = ended.map_err(storage_problem)?;
            app.cut_off(player, ended.as_slice()).await;
            Ok(ended.is_some())
        })
        .await
    }

    /// Revokes the tokens of all devices of a person except this one.
    pub(crate) async fn end_other_devices(&self, known: &Known) -> Result<(), RestError> {
        let (app, player, token) = (self.clone(), known.person.player, known.token);
        to_its_end(async move {
            let ended = app.store.end_other_devices(token).await;
            let ended = ended.map_err(storage_problem)?;
            app.cut_off(player, &ended).await;
            Ok(())
        })
        .await
    }

    /// Creates a recovery code: the first one, or one that replaces the given code. A repeated request gets the same answer, in case the
    /// first answer was lost.
    pub(crate) async fn change_code(
        &self,
        known: &Known,
        former: Option<&str>,
    ) -> Result<RecoveryCode, RestError> {
        self.guests.may_change_code(known.person.player)?;
        let codes = &self.accounts.recovery_codes;
        let (former, candidates) = match former {
            Some(code) => {
                let former = RecoveryCode::hash_of(code);
                (Some(former), vec![codes.instead_of(former)])
            }
            None => (
                None,
                codes.first_of(known.device.device, self.clock.now().wall),
            ),
        };
        for code in candidates {
            let set = self
                .store
                .set_recovery(known.token, former, code.hash())
                .await;
            if set.map_err(storage_problem)? {
                return Ok(code);
            }
        }
        Err(ProblemCode::BadCode.into())
    }

    /// Signs a person in with their recovery code: on this device only, and with a new code. Invalid and unknown codes get the same
    /// error. The old code can be used again until the new token is first used.
    pub(crate) async fn recover(
        &self,
        address: IpAddr,
        code: &str,
        device: DeviceName,
    ) -> Result<(NewGuest, RecoveryCode), RestError> {
        self.guests.may_try_code(address)?;
        let former = RecoveryCode::hash_of(code);
        let now = self.clock.now().wall;
        // Always the same next code, so that a request whose answer was lost can be repeated.
        let next = self.accounts.recovery_codes.after(former);
        let mut found = None;
        for code in [former, next.hash()] {
            let by_code = self.store.guest_by_recovery(code).await;
            found = found.or(by_code.map_err(storage_problem)?);
        }
        let found = found.ok_or(ProblemCode::BadCode)?;
        // Checked before anything changes: a banned person would not get the next code.
        if self.guests.bans.keep_out(found.player, now) {
            return Err(ErrorCode::Banned.into());
        }
        let app = self.clone();
        to_its_end(async move {
            let issued = app.guests.issue(device);
            let recovered = app
                .store
                .recover(former, next.hash(), issued.new_device(), now)
                .await
                .map_err(storage_problem)?;
            let (guest, ended) = recovered.ok_or(ProblemCode::BadCode)?;
            app.cut_off(guest.player, &ended).await;
            let guest = NewGuest {
                person: person_of(guest),
                token: issued.token,
                device: issued.device,
            };
            Ok((guest, next))
        })
        .await
    }

    /// Ends everything on this server that depends on these revoked tokens: connections are closed, and codes for other devices become
    /// invalid. Returns the connections.
    pub(crate) fn end_here(&self, ended: &[SecretHash]) -> Vec<ConnId> {
        self.accounts.handovers.forget(ended);
        self.sockets.end_tokens(ended)
    }

    /// Ends everything on this server that depends on tokens of a person that were just revoked, or revoked earlier, because the
    /// database's answer about that may have been lost. Other nodes learn of them from the database. When this returns, requests of these
    /// connections to rooms on other nodes are not carried out any more.
    pub(crate) async fn cut_off(&self, player: PlayerId, ended: &[SecretHash]) {
        let conns = self.disconnect(player, ended).await;
        self.hub.stop_serving(&conns).await;
    }

    /// The same, but other nodes may still carry out requests on their way to them. Returns the connections.
    pub(crate) async fn disconnect(&self, player: PlayerId, ended: &[SecretHash]) -> Vec<ConnId> {
        let mut conns = self.end_here(ended);
        for token in self.sockets.tokens_of(player) {
            if matches!(self.store.guest_by_token(token).await, Ok(None)) {
                conns.extend(self.sockets.end_tokens(&[token]));
            }
        }
        conns
    }
}

/// Runs a future to its end, even if the client that requested it is gone: what depends on a token must end with it.
pub(crate) async fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, RestError>> + Send + 'static,
) -> Result<T, RestError> {
    tokio::spawn(work)
        .await
        .unwrap_or_else(|_| Err(ProblemCode::Internal.into()))
}
