import { visibleBox } from '../../browsers/box.js';

/**
 * Source of an expression with functions. tsx adds calls of `__name` to functions, and the page has no such
 * function.
 */
const inPage = (expression: string): string =>
  `(() => { const __name = (it) => it; return ${expression}; })()`;

/** Source of an expression that calls the function in the page. */
export function sourceOf(fn: ((...args: never[]) => unknown) | string, args: readonly unknown[]): string {
  if (typeof fn === 'string') return fn;
  const list = args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ');
  return inPage(`(${String(fn)})(${list})`);
}

/** Source of an expression for the box of a located element. Null while no such element is in view. */
export function boxSource(locator: string): string {
  const element = `(${String(find)})(${JSON.stringify(locator)})`;
  return inPage(`((measure, element) => element && measure(element))(${String(visibleBox)}, ${element})`);
}

/** Runs in the page. */
function find(locator: string): Element | null {
  let root: Document | ShadowRoot | Element = document;
  let found: Element | null = null;
  for (const step of locator.split(' >> ')) {
    found = root.querySelector(step);
    if (!found) return null;
    root = (found as HTMLIFrameElement).contentDocument ?? found.shadowRoot ?? found;
  }
  return found;
}
