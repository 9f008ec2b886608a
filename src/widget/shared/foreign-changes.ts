import { record } from '../../core/record.js';

/** How many changes are undone at once. An extension that makes more insists, and undoing would never end. */
const RESTORATIONS = 10;

/** Changes within so many milliseconds are made at once. */
const AT_ONCE = 10_000;

/** Changes that are remembered, so that an extension that never stops does not fill the memory. */
const REMEMBERED = 10_000;

const OBSERVED: MutationObserverInit = record({
  subtree: true,
  childList: true,
  characterData: true,
  characterDataOldValue: true,
});

/**
 * What others change in a shadow tree that Lit renders. Translators, password managers and other extensions
 * replace texts, move nodes and remove comments. An update would then throw, because Lit does not find its
 * place, or would write an amount to a node that is no longer on the page.
 *
 * The root itself may change: dark-mode extensions add style sheets to it.
 */
export class ForeignChanges {
  readonly #root: Node;
  readonly #tree: Node;
  readonly #observer: MutationObserver;
  readonly #records: MutationRecord[] = [];
  #restorations = 0;
  #since = -AT_ONCE;

  /** Watches the frame in a root, and calls `restore` if a value or an amount was changed. */
  constructor(root: Node & ParentNode, restore: () => void) {
    this.#root = root;
    this.#tree = root.querySelector('.frame') ?? root;
    this.#observer = new MutationObserver((records) => {
      this.#remember(records);
      if (records.some(isOfValue) && this.#mayRestore()) restore();
    });
    this.#observer.observe(this.#tree, OBSERVED);
  }

  /**
   * Undoes all changes, the last one first, so that Lit finds every node where it left it. Throws if that is
   * impossible.
   */
  undo(): void {
    this.#remember(this.#observer.takeRecords());
    if (this.#records.length > REMEMBERED || !this.#root.contains(this.#tree))
      throw new Error('Its content was replaced');
    while (this.#records.length > 0) undoOne(this.#records.pop()!);
  }

  /** Ignores the changes since `undo`, which are the element's own. */
  ignore(): void {
    this.#observer.takeRecords();
  }

  #mayRestore(): boolean {
    const now = performance.now();
    if (now - this.#since >= AT_ONCE) {
      this.#since = now;
      this.#restorations = 0;
    }
    return this.#restorations++ < RESTORATIONS;
  }

  #remember(records: readonly MutationRecord[]): void {
    for (const each of records) {
      this.#records.push(each);
      // What was removed may change before it is put back.
      for (const node of each.removedNodes) this.#observer.observe(node, OBSERVED);
    }
    if (this.#records.length > REMEMBERED) this.#observer.disconnect();
  }
}

function undoOne({ target, oldValue, addedNodes, removedNodes, nextSibling }: MutationRecord): void {
  if (oldValue !== null) target.nodeValue = oldValue;
  for (const node of addedNodes) (node as ChildNode).remove();
  for (const node of removedNodes) target.insertBefore(node, nextSibling);
}

/** Browsers must not translate names, numbers and sums, so nobody else has a reason to change them. */
function isOfValue({ target }: MutationRecord): boolean {
  const element = target.nodeType === Node.ELEMENT_NODE ? (target as Element) : target.parentElement;
  return element?.closest('[translate="no"]') != null;
}
