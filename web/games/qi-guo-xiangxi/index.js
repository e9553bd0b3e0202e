// Seven kingdoms chess: what the page knows of it from the start.

/** @type {import("../list.js").Game} */
export const qiGuoXiangxi = { id: "qi-guo-xiangxi", family: "boards" };
