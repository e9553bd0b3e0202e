//! QR codes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A request for a QR code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QrInput {
    /// The text, 1 to 512 bytes.
    #[schemars(length(min = 1, max = 512))]
    pub text: String,
}

/// A QR code, to be drawn dark on white with a white margin of four modules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QrCode {
    /// The number of modules (small squares) per side, without the margin.
    pub size: usize,
    /// The dark modules, as the `d` of an SVG path in which a module is one unit.
    pub path: String,
}
