/**
 * Runs in a page before the page's own scripts. Marks and reports the frames in which the payment is painted.
 */

/** Names of `performance.mark()`; the trace contains them too. */
export const BOX_MARK = 'bench-box';
export const COMPLETE_MARK = 'bench-complete';

/**
 * The source of a script that sets the marks for two conditions. tsx adds calls to `__name`, which does not
 * exist in a page.
 */
export function probeSource(box: string, complete: string): string {
  return `{
    const __name = (it) => it;
    (${String(probe)})([
      { name: '${BOX_MARK}', isTrue: () => Boolean(${box}) },
      { name: '${COMPLETE_MARK}', isTrue: () => Boolean(${complete}) },
    ]);
  }`;
}

interface Condition {
  readonly name: string;
  readonly isTrue: () => boolean;
}

/**
 * Tests the conditions after every change of the document or of a shadow tree. Polling in every frame would
 * make the page produce additional frames, which would be counted.
 */
function probe(conditions: Condition[]): void {
  const open = new Set(conditions);
  const test = (): void => {
    for (const condition of open) {
      if (!condition.isTrue()) continue;
      open.delete(condition);
      markFrame(condition.name);
    }
  };
  // A message that is sent before a frame is painted arrives after it.
  const markFrame = (name: string): void => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => console.debug(name, performance.mark(name).startTime));
      port1.start();
      port2.postMessage('');
    });
  };
  const observer = new MutationObserver(test);
  const observe = (root: Node): void =>
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init: ShadowRootInit) {
    const root = attach.call(this, init);
    observe(root);
    return root;
  };
  observe(document);
  // An image can finish loading without a change of the document.
  document.addEventListener('load', test, true);
}
