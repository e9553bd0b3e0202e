//! Signatures of webhooks, as Standard Webhooks has them: the receiver can tell that the server sent it, and when.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// The value of the header `webhook-signature` for a delivery with this id and body at this moment, in seconds since 1970.
pub(super) fn signature(key: &[u8], id: &str, unix_s: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(format!("{id}.{unix_s}.{body}").as_bytes());
    let mac = BASE64_STANDARD.encode(mac.finalize().into_bytes());
    format!("v1,{mac}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification.
    #[test]
    fn a_signature_is_that_of_the_specification() {
        let key = BASE64_STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let body = r#"{"test": 2432232314}"#;
        let id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        assert_eq!(
            signature(&key.expect("base64"), id, 1_614_265_330, body),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        );
    }
}
