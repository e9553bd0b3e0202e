//! The faults: the server crashes, the database is unavailable, the date jumps, connections are lost, nodes cannot reach each other.

use super::*;

/// The ticket of operator's commands, whose answers nobody waits for here.
pub(super) const ORDERED: u64 = u64::MAX;

/// The ticket of deletions, which are repeated until they succeed.
pub(super) const FORGETTING: u64 = u64::MAX - 1;

impl World {
    pub(super) fn inject_fault(&mut self) {
        match self.chance.below(200) {
            0..3 => self.crash(),
            3..6 if !self.disk.away => {
                self.tally.outages += 1;
                self.disk.away = true;
            }
            6 => self.wall_ms = self.chance.between(0, 4_000_000_000_000).cast_signed(),
            7 => self.admin_command(),
            8 => self.somebody_has_enough(),
            9 if !self.network.is_broken() => self.network_breaks(),
            _ => {}
        }
        // Pauses are rare, and a crash in one is to be seen in every run.
        if self.deadlines.paused_until.is_some() && self.chance.one_in(10) {
            self.crash();
        }
        if self.network.is_broken() && self.chance.one_in(40) {
            self.network_is_back();
        }
        if !self.forgetting.is_empty() && self.chance.one_in(4) {
            self.forget();
        }
        if self.disk.away {
            if !self.storage_told_away && self.chance.one_in(4) {
                self.storage_told_away = true;
                self.promised.clear();
                self.handle(Input::Storage { available: false });
            } else if self.chance.one_in(20) {
                self.storage_is_back();
            }
        }
    }

    /// A person leaves for good, and has their data deleted. Others stay.
    fn somebody_has_enough(&mut self) {
        let staying = self
            .clients
            .iter()
            .filter(|client| client.next_ms < u64::MAX);
        if staying.count() < 2 {
            return;
        }
        let client = self.chance.below(self.clients.len());
        if self.clients[client].next_ms == u64::MAX {
            return;
        }
        self.clients[client].next_ms = u64::MAX;
        let conns: Vec<ConnId> = self.clients[client].conns.keys().copied().collect();
        // Their connections are closed before the room is told.
        let gone = self.clients[client].person.player;
        self.wire.retain(|_, input| {
            !matches!(input, Input::Command { person, .. } | Input::QuickJoin { person, .. } if person.player == gone)
        });
        for conn in conns {
            self.owners.remove(&conn);
            self.clients[client].lose(conn);
            self.handle(Input::Detached { conn });
        }
        self.forgetting.push(gone);
        self.forget();
    }

    fn forget(&mut self) {
        self.forget_orders.push_back(self.forgetting.clone());
        let players = self.forgetting.iter().copied().collect();
        let command = AdminCommand::Forget(Arc::new(players));
        let ticket = FORGETTING;
        self.handle(Input::AdminCommand { ticket, command });
    }

    /// The result of the first unanswered deletion: everybody whom it named is deleted, or nobody.
    pub(super) fn are_forgotten(&mut self, done: bool) {
        let players = self.forget_orders.pop_front().expect("an order");
        for player in players.into_iter().filter(|_| done) {
            if !self.forgetting.contains(&player) {
                continue;
            }
            self.forgetting.retain(|&other| other != player);
            let clients = self.clients.iter().map(|client| &client.person);
            let person = clients.filter(|person| person.player == player);
            self.forgotten.extend(person.cloned());
        }
    }

    /// A command of the operator.
    fn admin_command(&mut self) {
        let person = self.chance.below(self.clients.len());
        let command = match self.chance.below(16) {
            0 => AdminCommand::Stop,
            1..8 => AdminCommand::Expel(self.clients[person].person.player),
            number => AdminCommand::Drain(number < 10),
        };
        let ticket = ORDERED;
        self.handle(Input::AdminCommand { ticket, command });
    }

    pub(super) fn storage_is_back(&mut self) {
        self.disk.away = false;
        if std::mem::take(&mut self.storage_told_away) {
            self.handle(Input::Storage { available: true });
        }
    }

    /// The server is killed at any time, and starts again after a while.
    fn crash(&mut self) {
        self.tally.crashes += 1;
        if self.chance.one_in(2) {
            for client in &mut self.clients {
                let conns: Vec<ConnId> = client.conns.keys().copied().collect();
                for conn in conns {
                    client.read(conn, usize::MAX);
                }
            }
        }
        for (conn, client) in std::mem::take(&mut self.owners) {
            self.clients[client].lose(conn);
        }
        self.tally.crashes_paused += u64::from(self.deadlines.paused_until.is_some());
        self.tally.crashes_over += u64::from(self.room.is_recording());
        self.wire.clear();
        self.rows_of.clear();
        self.promised.clear();
        self.forget_orders.clear();
        self.quick_joins.clear();
        let pending = self.disk.pending_rows();
        let survived = self.disk.crash(&mut self.chance);
        let lost = pending - survived.len();
        if lost > 0 {
            // The last action of a match may be among the lost rows, and another one is taken instead.
            self.records.clear();
        }
        for row in survived {
            for fact in &row.facts {
                self.history.learn(fact, self.context.signer.public_key());
            }
        }
        self.disk.away = false;
        self.storage_told_away = false;
        if lost == 0 && !self.history.closed && self.chance.one_in(2) {
            let came_back = self.replayed();
            let living = std::mem::replace(&mut self.room, came_back);
            self.check_alike(living);
        }
        self.t += self.chance.pick(&[0, 1_000, 100_000, 100_000_000]);
        self.boot_ms = self.chance.between(0, 1 << 40);
        if self.history.closed {
            self.gone = true;
            return;
        }
        self.restarted_ms = Some(self.t);
        self.network = Network::default();
        if self.trace {
            println!("{:>9} the server is there again", self.t);
        }
        self.room = self.replayed();
        self.resume_time();
        self.check_replayed();
        if self.room.is_recording() {
            self.handle(Input::Tick);
        }
    }

    /// The server is killed exactly between the last action of a match and the row with its record.
    pub(super) fn perhaps_die_over(&mut self) {
        if std::mem::take(&mut self.dies) && !self.gone {
            self.crash();
        }
    }

    pub(super) fn replayed(&self) -> Room {
        let log = self.disk.log();
        Room::replay(self.id, Arc::clone(&self.context), log, self.now())
            .expect("a log makes a room")
    }

    /// A connection is lost; the room learns of it a little later.
    pub(super) fn cut(&mut self, conn: ConnId) {
        if let Some(owner) = self.owners.remove(&conn) {
            self.clients[owner].lose(conn);
            let later_ms = self.chance.between(0, 3_000);
            self.put_on_wire(later_ms, Input::Detached { conn });
        }
    }
}
