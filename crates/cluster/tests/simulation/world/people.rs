//! The actions of the clients.

use super::{Event, FAULTS_MS, WAY_MS, World};
use crate::client::{Client, PATIENCE_MS};
use crate::items::{Action, Conn};
use crate::node;

impl World {
    pub(super) fn act_as(&mut self, client: usize) {
        let think_ms = self.chance.within(50..250);
        self.after(think_ms, Event::ToActAs(client));
        let waits_for_long =
            |it: &Client| it.request.is_some() && self.now_ms >= it.asked_at_ms + PATIENCE_MS;
        let it = &mut self.clients[client];
        if waits_for_long(it)
            && let Some(conn) = it.conn.take()
            && let Some((machine, _)) = self.conns.remove(&conn)
        {
            self.tell_or_hold(machine, node::Event::Detach(conn));
        }
        match self.clients[client].conn {
            None => self.connect(client),
            Some(conn) if self.clients[client].request.is_none() && self.now_ms < FAULTS_MS => {
                let (action, re) = (Action(self.number()), self.number());
                let request = self.clients[client].ask(action, re, self.now_ms);
                self.say_to_node(conn, node::Event::Request(conn, request));
            }
            Some(_) => {}
        }
    }

    fn connect(&mut self, client: usize) {
        let machine = self.chance.below(self.machines.len());
        if self.machines[machine].node.is_none() {
            return;
        }
        let (conn, re) = (Conn(self.number()), self.number());
        self.conns.insert(conn, (machine, client));
        let now_ms = self.now_ms;
        let it = &mut self.clients[client];
        it.conn = Some(conn);
        let open = it.request;
        let request = open.map(|open| it.ask(open.action, re, now_ms));
        let (room, after) = (it.room, it.after);
        let attach = node::Event::Attach {
            conn,
            room,
            after,
            request,
        };
        self.say_to_node(conn, attach);
    }

    fn say_to_node(&mut self, conn: Conn, event: node::Event) {
        let (machine, _) = self.conns[&conn];
        if let Some(node) = &self.machines[machine].node {
            let id = node.id;
            self.after(WAY_MS, Event::ToNode(id, event));
        }
    }
}
