//! Connections over TCP and over Unix sockets, and their listeners, which a service manager may have opened already.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
#[cfg(unix)]
use std::path::Path;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
#[cfg(unix)]
use tokio::net::{UnixListener, UnixStream};

use crate::settings::Listen;

/// The permissions of a Unix socket: its user and its group may connect.
#[cfg(unix)]
const SOCKET_MODE: u32 = 0o660;
/// What its name ends with until it has them.
#[cfg(unix)]
const NEW: &str = "new";

/// The other end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// Over the network, or from this machine over TCP.
    Network(SocketAddr),
    /// Over the Unix socket, which says nothing of who it is.
    UnixSocket,
}

impl Peer {
    /// Its address. Everybody on the Unix socket counts as one address of this machine.
    pub const fn ip(self) -> IpAddr {
        match self {
            Self::Network(address) => address.ip(),
            Self::UnixSocket => IpAddr::V4(Ipv4Addr::LOCALHOST),
        }
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Network(address) => address.fmt(f),
            Self::UnixSocket => f.write_str("the Unix socket"),
        }
    }
}

/// A listener.
#[derive(Debug)]
pub(crate) enum Incoming {
    Network(TcpListener),
    #[cfg(unix)]
    Unix(UnixListener),
}

/// A connection.
#[derive(Debug)]
pub(crate) enum Stream {
    Network(TcpStream),
    #[cfg(unix)]
    Unix(UnixStream),
}

impl Incoming {
    /// Begins to listen.
    pub async fn bind(listen: &Listen) -> io::Result<Self> {
        match listen {
            Listen::Network(address) => TcpListener::bind(address).await.map(Self::Network),
            #[cfg(unix)]
            Listen::Unix(path) => bind_unix(path).await.map(Self::Unix),
            #[cfg(not(unix))]
            Listen::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// Where it listens.
    pub fn listens(&self) -> io::Result<Listen> {
        match self {
            Self::Network(listener) => listener.local_addr().map(Listen::Network),
            #[cfg(unix)]
            Self::Unix(listener) => {
                let address = listener.local_addr()?;
                let path = address.as_pathname().ok_or(io::ErrorKind::Unsupported)?;
                Ok(Listen::Unix(path.to_owned()))
            }
        }
    }

    /// The next connection.
    pub async fn accept(&self) -> io::Result<(Stream, Peer)> {
        match self {
            Self::Network(listener) => {
                let (stream, peer) = listener.accept().await?;
                Ok((Stream::Network(stream), Peer::Network(peer)))
            }
            #[cfg(unix)]
            Self::Unix(listener) => {
                let (stream, _) = listener.accept().await?;
                Ok((Stream::Unix(stream), Peer::UnixSocket))
            }
        }
    }
}

/// Creates a Unix socket. One that nobody listens on any more is replaced, at once, so that there is always one.
#[cfg(unix)]
async fn bind_unix(path: &Path) -> io::Result<UnixListener> {
    use std::fs;
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};

    match fs::symlink_metadata(path) {
        Ok(there) if !there.file_type().is_socket() => {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        Ok(_) if UnixStream::connect(path).await.is_ok() => {
            return Err(io::ErrorKind::AddrInUse.into());
        }
        _ => {}
    }
    let new = path.with_added_extension(NEW);
    match fs::remove_file(&new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(&new)?;
    fs::set_permissions(&new, fs::Permissions::from_mode(SOCKET_MODE))?;
    fs::rename(&new, path)?;
    Ok(listener)
}

/// Listening sockets that a service manager has opened and passed to this process (`LISTEN_FDS`). They stay open while the process is
/// restarted, so nobody is turned away meanwhile.
#[derive(Debug, Default)]
pub struct PassedSockets(Vec<(Listen, Passed)>);

#[derive(Debug)]
enum Passed {
    Network(std::net::TcpListener),
    #[cfg(unix)]
    Unix(std::os::unix::net::UnixListener),
}

impl PassedSockets {
    /// Takes those of this process, at most once. It changes the environment, so it must be called before there are other threads.
    ///
    /// # Errors
    /// If one of them is no listening socket.
    #[cfg(unix)]
    pub fn take() -> io::Result<Self> {
        let mut given = listenfd::ListenFd::from_env();
        let mut taken = Vec::new();
        for index in 0..given.len() {
            if let Ok(Some(listener)) = given.take_tcp_listener(index) {
                let listen = Listen::Network(listener.local_addr()?);
                taken.push((listen, Passed::Network(listener)));
            } else if let Some(listener) = given.take_unix_listener(index)? {
                let address = listener.local_addr()?;
                let path = address.as_pathname().ok_or(io::ErrorKind::Unsupported)?;
                taken.push((Listen::Unix(path.to_owned()), Passed::Unix(listener)));
            }
        }
        Ok(Self(taken))
    }

    #[cfg(not(unix))]
    pub fn take() -> io::Result<Self> {
        Ok(Self::default())
    }

    /// The one that listens there, if there is one.
    pub(crate) fn find(&mut self, listen: &Listen) -> io::Result<Option<Incoming>> {
        let Some(at) = self.0.iter().position(|(there, _)| there == listen) else {
            return Ok(None);
        };
        let (_, passed) = self.0.swap_remove(at);
        match passed {
            Passed::Network(listener) => {
                listener.set_nonblocking(true)?;
                TcpListener::from_std(listener).map(|listener| Some(Incoming::Network(listener)))
            }
            #[cfg(unix)]
            Passed::Unix(listener) => {
                listener.set_nonblocking(true)?;
                UnixListener::from_std(listener).map(|listener| Some(Incoming::Unix(listener)))
            }
        }
    }

    /// One of those that are left.
    pub(crate) fn left(&self) -> Option<&Listen> {
        self.0.first().map(|(listen, _)| listen)
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Network(stream) => Pin::new(stream).poll_read(context, buffer),
            #[cfg(unix)]
            Self::Unix(stream) => Pin::new(stream).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Network(stream) => Pin::new(stream).poll_write(context, bytes),
            #[cfg(unix)]
            Self::Unix(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Network(stream) => Pin::new(stream).poll_write_vectored(context, slices),
            #[cfg(unix)]
            Self::Unix(stream) => Pin::new(stream).poll_write_vectored(context, slices),
        }
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Network(stream) => Pin::new(stream).poll_flush(context),
            #[cfg(unix)]
            Self::Unix(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Network(stream) => Pin::new(stream).poll_shutdown(context),
            #[cfg(unix)]
            Self::Unix(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[tokio::test]
    async fn a_unix_socket_is_for_its_user_and_group_and_replaces_one_that_nobody_listens_on() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("giog.sock");
        let listen = Listen::Unix(path.clone());
        let first = Incoming::bind(&listen).await.expect("it listens");
        let mode = fs::metadata(&path).expect("it is there").permissions();
        assert_eq!(mode.mode() & 0o777, 0o660);
        let (accepted, _client) = tokio::join!(first.accept(), UnixStream::connect(&path));
        assert_eq!(accepted.expect("it is accepted").1, Peer::UnixSocket);
        let second = Incoming::bind(&listen).await;
        let error = second.map(drop).expect_err("somebody listens there");
        assert_eq!(error.kind(), io::ErrorKind::AddrInUse);
        drop(first);
        assert!(path.exists(), "as after a crash");
        Incoming::bind(&listen).await.expect("it listens again");
        let file = dir.path().join("precious");
        fs::write(&file, "").expect("it is written");
        let over = Incoming::bind(&Listen::Unix(file.clone())).await;
        over.map(drop).expect_err("that is no socket");
        assert!(file.exists());
    }

    #[tokio::test]
    async fn a_socket_that_was_passed_is_found_by_where_it_listens() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let listen = Listen::Network(listener.local_addr().expect("an address"));
        let mut passed = PassedSockets(vec![(listen.clone(), Passed::Network(listener))]);
        let other: Listen = "127.0.0.1:1".parse().expect("an address");
        assert!(passed.find(&other).expect("good sockets").is_none());
        assert_eq!(passed.left(), Some(&listen));
        let found = passed
            .find(&listen)
            .expect("good sockets")
            .expect("it is there");
        assert_eq!(found.listens().expect("an address"), listen);
        assert!(passed.left().is_none());
    }
}
