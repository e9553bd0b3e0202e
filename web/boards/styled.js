// Style sheets that come with a part of the page.

/** Adds a style sheet of this folder to the page; settled when it is there, or cannot be had. @param {string} file @returns {Promise<unknown>} */
export function styled(file) {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL(file, import.meta.url).pathname;
  document.head.append(sheet);
  return new Promise((go) => {
    sheet.onload = sheet.onerror = go;
  });
}
