//! People's devices: each has a token of its own, which can be ended, and a code brings back whoever has none left.

use std::net::IpAddr;

use giog_protocol::rest::ProblemCode;
use giog_protocol::{DeviceId, DeviceName, ErrorCode, Person, PlayerName};
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
            Ok(true) => Ok(NewGuest {
                person: known.person,
                token: issued.token,
                device: issued.device,
            }),
            Ok(false) => Err(ErrorCode::BadToken.into()),
            Err(StoreError::Rejected(Rejection::TooMany { .. })) => {
                Err(ProblemCode::TooManyDevices.into())
            }
            Err(error) => Err(storage_problem(error).into()),
        }
    }

    /// A recovery code for somebody, in place of the one that they give, or their first.
    pub(crate) async fn change_code(
        &self,
        known: &Known,
        former: Option<&str>,
    ) -> Result<RecoveryCode, RestError> {
        let player = known.person.player;
        self.may_change_code(player)?;
        let code = self.new_code();
        let former = former.map(RecoveryCode::hash_of);
        let set = self.store.set_recovery(player, former, code.hash()).await;
        if set.map_err(storage_problem)? {
            Ok(code)
        } else {
            Err(ProblemCode::BadCode.into())
        }
    }

    fn new_code(&self) -> RecoveryCode {
        let mut bytes = [0; 16];
        (self.random)().fill(&mut bytes);
        RecoveryCode::new(bytes)
    }
}

impl App {
    /// Ends the token of a device of somebody; false where there is no such device.
    pub(crate) async fn end_device(
        &self,
        person: &Person,
        device: DeviceId,
    ) -> Result<bool, RestError> {
        let ended = self.store.end_device(person.player, device).await;
        let ended = ended.map_err(storage_problem)?;
        self.cut_off(ended.as_slice());
        Ok(ended.is_some())
    }

    /// Ends the tokens of all devices of somebody but this one.
    pub(crate) async fn end_other_devices(&self, known: &Known) -> Result<(), RestError> {
        let (player, keep) = (known.person.player, known.device.device);
        let ended = self.store.end_other_devices(player, keep).await;
        self.cut_off(&ended.map_err(storage_problem)?);
        Ok(())
    }

    /// Brings somebody back by their recovery code: on this device alone, and with another code. What is no code and
    /// what is nobody's are refused alike.
    pub(crate) async fn recover(
        &self,
        address: IpAddr,
        code: &str,
        device: DeviceName,
    ) -> Result<(NewGuest, RecoveryCode), RestError> {
        self.guests.may_try_code(address)?;
        let former = RecoveryCode::hash_of(code);
        let now = self.clock.now().wall;
        let found = self.store.guest_by_recovery(former).await;
        let found = found
            .map_err(storage_problem)?
            .ok_or(ProblemCode::BadCode)?;
        // Before anything changes: nobody has the next code who is not told it.
        if self.bans.keep_out(found.player, now) {
            return Err(ErrorCode::Banned.into());
        }
        let next = self.guests.new_code();
        let issued = self.guests.issue(device);
        let recovered = self
            .store
            .recover(former, next.hash(), issued.new_device(), now)
            .await
            .map_err(storage_problem)?;
        let (guest, ended) = recovered.ok_or(ProblemCode::BadCode)?;
        self.cut_off(&ended);
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
    }

    /// Whatever hangs on tokens that have just ended: connections are closed, and codes for other devices are good no more.
    fn cut_off(&self, ended: &[SecretHash]) {
        self.handovers.forget(ended);
        self.sockets.end_tokens(ended);
    }
}
