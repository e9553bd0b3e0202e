// The part of a trick game's view that follows from events.

/** The parts of a view that follow from events, with differences of form removed: that plays are laid in turn shows with the lead. */
export function followed({ known: _, throws, trick, thrown = [], aside = 0, ...view }) {
  const { up, best } = trick?.in_turn ?? {};
  const begun = throws?.thrown.includes(true) ? throws : null;
  return {
    ...view,
    thrown,
    throws: begun,
    aside,
    trick: trick && { ...trick, in_turn: best == null ? null : { up, best } },
  };
}
