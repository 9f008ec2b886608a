/** Ranking of the site's search results. */

/** Options of MiniSearch, in addition to those that VitePress sets. */
export const searchOptions = {
  /**
   * Ranks the guides above the reference and the pages about the project. VitePress sends it to the browser
   * as source text, so it must not use anything outside of itself.
   */
  boostDocument(id: string): number {
    if (id.startsWith('/reference/')) return 0.2;
    return /^\/(?:adr|bench|changelog|contributing|mutation|release)\b/.test(id) ? 0.5 : 1;
  },
};
