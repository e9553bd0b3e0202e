//! How a match could have gone on with a better choice: one line of play, with the hands as they were.

use giog_bots::levels::{Line, Policy, Valued, Worlds};
use giog_protocol::rest::BetterLine;
use giog_rules::tricks::{self, SeenTrick, TrickResult};
use giog_rules::{Action, Match, Observer, Pieces, Seat, View};

use super::history::Asked;

/// The line that begins with this choice, in a match whose tricks were these. What others laid in its trick, they lay here, too, unless they
/// see another lead or an open play before theirs; after that each seat lays what the policy values most. None if the choice is no play of the
/// decision.
pub fn line(
    policy: &Policy<'_>,
    asked: &Asked,
    tricks: &[TrickResult],
    choice: Pieces,
) -> Option<BetterLine> {
    let Asked { view, truth, .. } = asked;
    let me = view.you?;
    let really = tricks.get(usize::from(asked.trick))?;
    let mut line = Worlds::of(view)?.line(truth)?;
    let mut game = asked.at_lead.clone();
    // What was laid before it in its trick, as far as it counts.
    let before = view.tricks.len() * view.hand_sizes.len();
    for &(seat, pieces) in truth.plays.iter().skip(before) {
        lay(&mut game, seat, pieces)?;
    }
    line.lay(me, choice).ok()?;
    lay(&mut game, me, choice)?;
    let led = Some((really.kind, really.plays[me].len()));
    let is_unseen = !view.variant.lays_in_turn() && line.game().led() == led;
    let mut valued = Valued::default();
    while let Some(seat) = line.asks() {
        let laid = really.plays[seat];
        let play = if is_unseen && line.game().trick() == asked.trick && is_legal(&line, seat, laid)
        {
            laid
        } else {
            policy.value(&line, seat, &mut valued);
            valued.best()
        };
        line.lay(seat, play).ok()?;
        lay(&mut game, seat, play)?;
    }
    told(&game, asked.trick, choice)
}

fn is_legal(line: &Line, seat: Seat, play: Pieces) -> bool {
    let mut tried = *line;
    tried.lay(seat, play).is_ok()
}

fn lay(game: &mut Match, seat: Seat, pieces: Pieces) -> Option<()> {
    let pieces = pieces.to_string();
    let play = Action::Tricks(tricks::Action::Play { pieces });
    game.act(seat, &play).ok().map(drop)
}

/// The tricks of a match that is over from this one on, with everything open.
fn told(game: &Match, from: u8, play: Pieces) -> Option<BetterLine> {
    let View::Tricks(view) = game.view(Observer::Spectator) else {
        return None;
    };
    let result = game.result();
    let laid = &result.tricks()?.tricks;
    let tricks = view.tricks.into_iter().zip(laid).skip(from.into());
    let tricks = tricks.map(|(trick, laid)| SeenTrick {
        plays: laid.plays.map(|_, &play| Some(play)),
        ..trick
    });
    Some(BetterLine {
        play,
        tricks: tricks.collect(),
        outcome: view.outcome?,
    })
}
