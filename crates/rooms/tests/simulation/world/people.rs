//! The actions of people when it is their turn.

use giog_protocol::client::Join;
use giog_protocol::server::ErrorReply;

use super::*;

impl World {
    fn request(&mut self, client: usize, conn: ConnId, command: RoomCommand) {
        let re = self.clients[client].note_request(conn, &command);
        let person = self.clients[client].person.clone();
        let later_ms = self.chance.pick(&[0, 1, 30]);
        self.put_on_wire(
            later_ms,
            Input::Command {
                conn,
                person,
                re,
                command,
            },
        );
    }

    pub(super) fn somebodys_turn(&mut self) {
        let due = |client: &Client| client.next_ms <= self.t;
        let Some(client) = self.clients.iter().position(due) else {
            return;
        };
        let pause_ms = match self.chance.below(80) {
            0 => self.chance.between(10_000, 200_000),
            1..20 => self.chance.between(500, 5_000),
            _ => self.chance.between(5, 500),
        };
        self.clients[client].next_ms = self.t + pause_ms;
        self.turn(client);
    }

    fn turn(&mut self, client: usize) {
        let conns: Vec<ConnId> = self.clients[client].conns.keys().copied().collect();
        let most = if self.clients[client].slow && !self.chance.one_in(6) {
            2
        } else {
            usize::MAX
        };
        for &conn in &conns {
            self.clients[client].read(conn, most);
        }
        if conns.is_empty() || (conns.len() < 3 && self.chance.one_in(40)) {
            return self.connect(client);
        }
        let conn = self.chance.pick(&conns);
        match self.chance.below(120) {
            0 => return self.cut(conn),
            1 => return conns.into_iter().for_each(|conn| self.cut(conn)),
            2 | 3 => return self.join(client, conn),
            4 => return self.look(client),
            _ => {}
        }
        let Some(mirror) = self.clients[client].conns[&conn].mirror.clone() else {
            if self.clients[client].restless || self.chance.one_in(4) {
                self.join(client, conn);
            }
            return;
        };
        if self.rated && self.chance.one_in(8) {
            return self.quick_join(client, conn);
        }
        let again = self.clients[client].conns[&conn].last_request.clone();
        if let Some(command) = again.filter(|_| self.chance.one_in(20)) {
            return self.request(client, conn, command);
        }
        if let Some(command) = requests::some(&mut self.chance, &mut self.clients[client], &mirror)
        {
            self.request(client, conn, command);
        }
    }

    fn connect(&mut self, client: usize) {
        let conn = ConnId(self.next_conn);
        self.next_conn += 1;
        self.owners.insert(conn, client);
        self.clients[client].conns.insert(conn, Conn::default());
        self.join(client, conn);
    }

    /// A person asks for a seat at a rated table.
    fn quick_join(&mut self, client: usize, conn: ConnId) {
        let join = RoomCommand::Join(Join {
            sit: true,
            ..Join::default()
        });
        let re = self.clients[client].note_request(conn, &join);
        let person = self.clients[client].person.clone();
        let ticket = self.sent;
        self.quick_joins.insert(ticket, (conn, re));
        let later_ms = self.chance.pick(&[0, 1, 30]);
        self.put_on_wire(
            later_ms,
            Input::QuickJoin {
                ticket,
                conn,
                person,
                re,
            },
        );
    }

    /// The answer to it: the hub tells of a refusal.
    pub(super) fn quick_joined(&mut self, ticket: u64, result: Result<(), ErrorCode>) {
        let asked = self.quick_joins.remove(&ticket);
        if let (Some((conn, re)), Err(code)) = (asked, result) {
            let error = ErrorReply::new(Some(re), code.into());
            self.deliver(&[conn], &ServerMessage::Error(error));
        }
    }

    fn join(&mut self, client: usize, conn: ConnId) {
        if self.rated && self.chance.one_in(2) {
            return self.quick_join(client, conn);
        }
        let from_start = self.chance.one_in(5);
        let password = (!self.chance.one_in(10)).then(|| settings::PASSWORD.to_owned());
        let sit = self.chance.one_in(4);
        let join = self.clients[client].join(conn, from_start, sit, password);
        self.request(client, conn, join);
    }

    /// A person sends a REST request.
    fn look(&mut self, client: usize) {
        let stranger = self.chance.one_in(4);
        let person = (!stranger).then(|| self.clients[client].person.player);
        let playing = self.clients[client]
            .conns
            .values()
            .find_map(|conn| conn.mirror.as_ref()?.game.as_ref());
        let match_id = playing.map(|game| game.match_id);
        let seat = Observer::Seat(Seat::new(self.chance.below(2)));
        let seen_as = self
            .chance
            .pick(&[None, None, Some(Observer::Spectator), Some(seat)]);
        let query = match_id.map_or(RoomQuery::Room, |match_id| RoomQuery::Match {
            match_id,
            seen_as,
            alone: false,
        });
        let ticket = if stranger { u64::MAX } else { client as u64 };
        self.handle(Input::Ask {
            ticket,
            person,
            query,
        });
    }
}
