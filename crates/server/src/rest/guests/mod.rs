//! `/guests`: identities of people, and their devices.

pub mod blocks;
pub mod create;
pub mod devices;
pub mod export;
pub mod findable;
pub mod forget;
pub mod friends;
pub mod invitations;
pub mod me;
pub mod mistakes;
pub mod offer;
pub mod push;
pub mod recovery;
pub mod rename;
pub mod take;
