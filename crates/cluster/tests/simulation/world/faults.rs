//! Faults, and their end.

use super::{Ends, Event, World};
use crate::fault::{self, Fault};
use crate::node;

impl World {
    pub(super) fn inject_fault(&mut self) {
        let lasts_ms = self.chance.within(fault::LASTS_MS);
        let machine = self.chance.below(self.machines.len());
        let there = &mut self.machines[machine];
        let node = there.node.as_ref().map(|node| node.id);
        let what = Fault::any(&mut self.chance);
        let ends = match what {
            Fault::Kill => return self.kill(machine),
            Fault::FailOver => return self.database.fail_over(),
            Fault::Leave => {
                there.is_leaving = there.node.is_some();
                return self.tell_or_hold(machine, node::Event::Leave);
            }
            Fault::Drain => {
                let Some(node) = node else { return };
                self.database.drain(node, true);
                Ends::Drain(node)
            }
            Fault::Move => {
                let client = self.chance.below(self.clients.len());
                let shard = self.clients[client].room.shard();
                if let Some(node) = node {
                    self.database.want(shard, node);
                }
                return;
            }
            Fault::Pause if there.node.is_none() || there.held.is_some() => return,
            Fault::Pause => {
                there.held = Some(Vec::new());
                Ends::Pause(machine)
            }
            Fault::CutFromDatabase => {
                there.is_cut_from_database = true;
                Ends::CutFromDatabase(machine)
            }
            Fault::CutFromBus => {
                there.is_cut_from_bus = true;
                Ends::CutFromBus(machine)
            }
            Fault::CutPair => {
                self.cut_pair = Some([machine, (machine + 1) % self.machines.len()]);
                Ends::CutPair
            }
            Fault::DatabaseAway => {
                self.is_database_away = true;
                Ends::DatabaseAway
            }
            Fault::SlowCommits => {
                self.are_commits_slow = true;
                Ends::SlowCommits
            }
        };
        self.after(lasts_ms, Event::End(ends));
    }

    fn kill(&mut self, machine: usize) {
        if self.machines[machine].node.is_some() {
            self.go_down(machine);
        }
    }

    pub(super) fn end(&mut self, what: Ends) {
        match what {
            Ends::Down(machine) => {
                if self.machines[machine].node.is_none() {
                    self.start(machine);
                }
            }
            Ends::Pause(machine) => {
                for event in self.machines[machine].held.take().into_iter().flatten() {
                    self.tell(machine, event);
                }
            }
            Ends::CutFromDatabase(machine) => self.machines[machine].is_cut_from_database = false,
            Ends::CutFromBus(machine) => self.machines[machine].is_cut_from_bus = false,
            Ends::CutPair => self.cut_pair = None,
            Ends::DatabaseAway => self.is_database_away = false,
            Ends::Drain(node) => self.database.drain(node, false),
            Ends::SlowCommits => self.are_commits_slow = false,
        }
    }
}
