/** Changes of values that are undone at once. After these, an extension insists, and neither would end. */
const RESTORATIONS = 10;

const OBSERVED: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  characterDataOldValue: true,
};

/**
 * What others change in a tree that Lit renders. Translators, password managers and other extensions replace
 * texts, move nodes and remove comments. An update would then throw, because Lit does not find its place, or
 * would write an amount to a node that is no longer on the page.
 */
export class ForeignChanges {
  readonly #observer: MutationObserver;
  #records: MutationRecord[] = [];
  #restorations = 0;

  /** Watches a tree, and calls `restore` if a value or an amount was changed. */
  constructor(tree: Node, restore: () => void) {
    this.#observer = new MutationObserver((records) => {
      this.#records.push(...records);
      if (records.some(isOfValue) && this.#restorations++ < RESTORATIONS) restore();
    });
    this.#observer.observe(tree, OBSERVED);
  }

  /** Undoes all changes, the last one first, so that Lit finds every node where it left it. */
  undo(): void {
    const records = [...this.#records, ...this.#observer.takeRecords()];
    this.#records = [];
    while (records.length > 0) undoOne(records.pop()!);
  }

  /** Ignores the changes since `undo`, which are the element's own. */
  ignore(): void {
    this.#observer.takeRecords();
  }
}

function undoOne({ target, oldValue, addedNodes, removedNodes, nextSibling }: MutationRecord): void {
  if (oldValue !== null) target.nodeValue = oldValue;
  for (const node of addedNodes) (node as ChildNode).remove();
  for (const node of removedNodes) target.insertBefore(node, nextSibling);
}

/** Browsers must not translate names, numbers and sums, so nobody else has a reason to change them. */
function isOfValue({ target }: MutationRecord): boolean {
  const element = target instanceof Element ? target : target.parentElement;
  return element?.closest('[translate="no"]') != null;
}
