/** How the site's search ranks the sections that it finds. */

/** Options of MiniSearch, beside those that VitePress sets. */
export const searchOptions = {
  /**
   * Puts the guides before the reference and the pages of the project. The site calls it in the browser, as
   * text: it may use nothing from outside.
   */
  boostDocument(id: string): number {
    if (id.startsWith('/reference/')) return 0.2;
    return /^\/(?:adr|bench|changelog|contributing|mutation|release)\b/.test(id) ? 0.5 : 1;
  },
};
