"""Programs that play on Giog servers: bots, a client of the socket, records and receipts."""

from typing import TYPE_CHECKING, Any

from .data import Data
from .program import Bot, bot, run
from .receipts import Receipt, Suspicion
from .records import export, fetch, records

if TYPE_CHECKING:
    from .client import Client, ConnectionLost, Overrun, Refused, connect
    from .table import Table

__all__ = [
    "Bot",
    "Client",
    "ConnectionLost",
    "Data",
    "Overrun",
    "Receipt",
    "Refused",
    "Suspicion",
    "Table",
    "bot",
    "connect",
    "export",
    "fetch",
    "records",
    "run",
]

# What needs the package `websockets`.
_CONNECTED = {
    "Client": "client",
    "ConnectionLost": "client",
    "Overrun": "client",
    "Refused": "client",
    "connect": "client",
    "Table": "table",
}


def __getattr__(name: str) -> Any:
    if name not in _CONNECTED:
        raise AttributeError(f"module 'giog' has no attribute {name!r}")
    from importlib import import_module

    try:
        return getattr(import_module(f".{_CONNECTED[name]}", __name__), name)
    except ModuleNotFoundError as missing:
        raise ImportError('this needs the package websockets: pip install "giog[client]"') from missing
