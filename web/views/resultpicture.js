// The picture of a result, drawn in this browser, so that there is one of unlisted matches too: the game, who won, places and points.

/**
 * What the picture shows, as text: `rows` are the players, the first place first.
 * @typedef {{ game: string, told: string, rows: { place: string, name: string, points: string }[] }} Pictured
 */

/** The size of the picture in pixels, as other sites show pictures of links. */
export const WIDTH = 1_200;
export const HEIGHT = 630;
/** The wooden rim, and the space within it. */
const [RIM, SPACE] = [24, 64];
/** The colours of the table: cloth, wood, brass, ink. */
const [CLOTH, DEEP, WOOD, BRASS, INK] = ["#32694f", "#1d4735", "#8a5a30", "#d8b266", "#fff8ee"];
const SERIF = "Georgia, 'Noto Serif', serif";
/** The most players that have room. */
const ROWS = 7;

/**
 * The lines into which a text is broken so that each has at most this width.
 *
 * @param {string} text
 * @param {number} width
 * @param {(text: string) => number} widthOf
 */
export function broken(text, width, widthOf) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || widthOf(longer) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** @param {CanvasRenderingContext2D} on @param {Pictured} what @param {"ltr" | "rtl"} direction */
export function drawResult(on, { game, told, rows }, direction) {
  const shade = on.createRadialGradient(WIDTH / 2, HEIGHT / 3, 60, WIDTH / 2, HEIGHT / 2, WIDTH / 1.6);
  shade.addColorStop(0, CLOTH);
  shade.addColorStop(1, DEEP);
  on.fillStyle = WOOD;
  on.fillRect(0, 0, WIDTH, HEIGHT);
  on.fillStyle = shade;
  on.fillRect(RIM, RIM, WIDTH - 2 * RIM, HEIGHT - 2 * RIM);
  on.direction = direction;
  const [start, end] = direction === "rtl" ? [WIDTH - SPACE, SPACE] : [SPACE, WIDTH - SPACE];
  const inwards = Math.sign(end - start);
  let y = SPACE + 44;
  /** @param {string} text @param {string} font @param {string} colour @param {number} x @param {CanvasTextAlign} align */
  const write = (text, font, colour, x, align) => {
    on.font = font;
    on.fillStyle = colour;
    on.textAlign = align;
    on.fillText(text, x, y);
  };
  write(game, `600 38px ${SERIF}`, BRASS, start, "start");
  on.font = `700 54px ${SERIF}`;
  for (const line of broken(told, WIDTH - 2 * SPACE, (text) => on.measureText(text).width)) {
    y += 66;
    write(line, `700 54px ${SERIF}`, INK, start, "start");
  }
  const high = Math.min(92, (HEIGHT - RIM - SPACE / 2 - y) / Math.min(rows.length, ROWS));
  const size = Math.round(Math.min(50, high * 0.62));
  for (const { place, name, points } of rows.slice(0, ROWS)) {
    y += high;
    const colour = place === rows[0]?.place ? BRASS : INK;
    write(place, `700 ${size}px ${SERIF}`, colour, start, "start");
    write(name, `${size}px ${SERIF}`, colour, start + inwards * 2 * size, "start");
    write(points, `700 ${size}px ${SERIF}`, colour, end, "end");
  }
}
