//! People's devices: each has a token of its own, which can be ended, and a code brings back whoever has none left.

use std::net::IpAddr;

use giog_protocol::rest::ProblemCode;
use giog_protocol::{DeviceId, DeviceName, ErrorCode, Person, PlayerName};
use giog_rooms::ConnId;
use giog_rules::PlayerId;
use giog_store::{Rejection, SecretHash, StoreError};

use crate::guests::{Guests, Known, NewGuest, storage_problem};
use crate::recovery::RecoveryCode;
use crate::rest::RestError;
use crate::state::App;

impl Guests {
    /// A token for another device of the person whose token has this hash.
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
    /// Ends the token of a device of somebody; false where there is no such device.
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

    /// Ends the tokens of all devices of somebody but this one.
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

    /// A recovery code for somebody, in place of the one that they give, or their first. Whoever lost the answer asks again, and
    /// is told the same.
    pub(crate) async fn change_code(
        &self,
        known: &Known,
        former: Option<&str>,
    ) -> Result<RecoveryCode, RestError> {
        self.guests.may_change_code(known.person.player)?;
        let codes = &self.recovery_codes;
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

    /// Brings somebody back by their recovery code: on this device alone, and with another code. What is no code and
    /// what is nobody's are refused alike. The code is good again until the token that it gave is first used.
    pub(crate) async fn recover(
        &self,
        address: IpAddr,
        code: &str,
        device: DeviceName,
    ) -> Result<(NewGuest, RecoveryCode), RestError> {
        self.guests.may_try_code(address)?;
        let former = RecoveryCode::hash_of(code);
        let now = self.clock.now().wall;
        // Always the same after this one: whoever lost the answer asks again, and gets it.
        let next = self.recovery_codes.after(former);
        let mut found = None;
        for code in [former, next.hash()] {
            let by_code = self.store.guest_by_recovery(code).await;
            found = found.or(by_code.map_err(storage_problem)?);
        }
        let found = found.ok_or(ProblemCode::BadCode)?;
        // Before anything changes: nobody has the next code who is not told it.
        if self.bans.keep_out(found.player, now) {
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
            let person = Person {
                player: guest.player,
                name: PlayerName::restored(&guest.name),
            };
            let guest = NewGuest {
                person,
                token: issued.token,
                device: issued.device,
            };
            Ok((guest, next))
        })
        .await
    }

    /// Ends whatever hangs on these tokens on this server: connections are closed, and codes for other devices are good no more. Gives
    /// the connections.
    pub(crate) fn end_here(&self, ended: &[SecretHash]) -> Vec<ConnId> {
        self.handovers.forget(ended);
        self.sockets.end_tokens(ended)
    }

    /// Ends whatever hangs on tokens of somebody on this server that have just ended; and on those that ended before, if the answer
    /// about it was lost between here and the database. Other nodes hear of them from the database; what these connections have asked
    /// of rooms there is not carried out any more when this returns.
    pub(crate) async fn cut_off(&self, player: PlayerId, ended: &[SecretHash]) {
        let conns = self.put_out(player, ended).await;
        self.hub.stop_serving(&conns).await;
    }

    /// The same, but other nodes may still carry out what is on its way to them; gives the connections.
    pub(crate) async fn put_out(&self, player: PlayerId, ended: &[SecretHash]) -> Vec<ConnId> {
        let mut conns = self.end_here(ended);
        for token in self.sockets.tokens_of(player) {
            if matches!(self.store.guest_by_token(token).await, Ok(None)) {
                conns.extend(self.sockets.end_tokens(&[token]));
            }
        }
        conns
    }
}

/// Does something to its end, though whoever asked for it may be gone meanwhile: what hangs on a token must end with it.
pub(crate) async fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, RestError>> + Send + 'static,
) -> Result<T, RestError> {
    tokio::spawn(work)
        .await
        .unwrap_or_else(|_| Err(ProblemCode::Internal.into()))
}
