//! The help of `giog play`.

use giog_rules::Variant;
use giog_rules::text::wrapped;

/// The help text.
const HELP: &str = "\
Outside rooms:
  rooms                   the list of public rooms
  join NUMBER [PASSWORD]  into a room, by its number in the list or its id
  quick [GAME] [bots]     a seat among strangers; with bots, also with declared bots
  new [GAME] [SEATS] ...  a new room; also: bots LEVEL unlisted password=... lots noclock nopause
In a room:
  look                    the whole picture once more
  sit [SEAT], stand       take a seat, give it up
  ready, unready          for the next match
  bot [SEAT] [LEVEL], bots [LEVEL]
                          a computer player, or on all free seats (the owner); levels, where the
                          game has them: simple, club, strong, master
  remove SEAT             empty a seat (the owner)
  pass SEAT               make somebody else the owner (the owner)
  say WORDS               to the others at the table, or to those who watch with you; in rooms of quick
                          play one of the set phrases, such as: say hello
  mute SEAT, unmute SEAT  hear no more of somebody, or again
  report SEAT WORDS       tell the operator of somebody's conduct
  leave                   go out of the room; in a match somebody else goes on for you
  close                   close the room (the owner)
In a match, when asked:
  KAE                     letters of pieces lay them, upper case red, lower case black
  back                    takes a play back, while others have still to lay
  5                       the number of a stack; or rock, paper, scissors; left, right; all numbers
  .                       what is done when the time runs out
  pause, resume           agree to a pause while a player is cut off, where a table allows it; let the
                          match go on, or take back that you agree
  hint                    what a bot would do in your place, where the room allows it
  end, continue           end the match without a result, which all who play must want; or go on
Anywhere: help, quit
Pieces, from the strongest: K k general, A a guard, E e elephant, R r chariot, H h horse, C c cannon,
    P p soldier.";

/// The help text with the list of games.
pub(super) fn help() -> String {
    format!("{HELP}\n{}", games())
}

/// The list of games.
fn games() -> String {
    let games: Vec<&str> = Variant::ALL.iter().map(|game| game.id()).collect();
    let text = format!("Games: {}; what they are: giog variants", games.join(", "));
    wrapped(0, &text).join("\n")
}
