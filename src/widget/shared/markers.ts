/** The attribute of the style sheet with the number of markers that the server rendered. */
export const MARKERS = 'data-markers';

const MARKER = /^\/?lit-/;

/** Counts the comments by which Lit finds its values: as many as were rendered, unless some were removed. */
export function countMarkers(tree: Node): number {
  const walker = document.createTreeWalker(tree, NodeFilter.SHOW_COMMENT);
  let count = 0;
  while (walker.nextNode()) if (MARKER.test((walker.currentNode as Comment).data)) count += 1;
  return count;
}
