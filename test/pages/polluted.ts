/**
 * Loads a script and shows views of the elements while `Object.prototype` has further members, or after a
 * library has replaced built-ins. Posts what is shown, and every member that was read from there. Reads no
 * absent member itself while they are there.
 */
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

/** What one element shows. */
export interface View {
  readonly tag: string;
  readonly properties: object;
}

export interface Report {
  /** The status, the events, the tree, and the values that are copied, of each view. */
  readonly shown: readonly string[];
  /** The names that were read, each with the first line of code that read it. */
  readonly reads: readonly (readonly [name: string, line: string])[];
}

const VALUES: Readonly<Record<string, unknown>> = {
  string: 'hostile',
  object: { key: 'hostile', payload: 'hostile', kind: 'hostile', copy: 'hostile', text: 'hostile' },
  function: () => 'hostile',
  true: true,
};

const params = new URLSearchParams(location.search);
const [script, how, when] = [params.get('script')!, params.get('how')!, params.get('when')];
const library = params.get('library');
const { names, slips, histories } = (await (await fetch('/polluted')).json()) as {
  names: readonly string[];
  slips: readonly View[];
  histories: readonly View[];
};
const views = script.includes('history') ? histories : slips;
const left = new Set(params.getAll('except'));
const reads = new Map<string, string>();
let isReading = false;

/** Defines a member that records its reader, and is undefined. */
function trap(name: string): void {
  Reflect.defineProperty(Object.prototype, name, {
    __proto__: null,
    configurable: true,
    get() {
      if (isReading || reads.has(name)) return undefined;
      isReading = true;
      const lines = new Error(name).stack!.split('\n').filter((line) => line.includes('://'));
      reads.set(name, lines.find((line) => !line.includes('/pages/polluted.ts')) ?? '');
      isReading = false;
      return undefined;
    },
    set(this: object, value: unknown) {
      Object.defineProperty(this, name, {
        __proto__: null,
        ...{ value, writable: true, enumerable: true, configurable: true },
      } as PropertyDescriptor);
    },
  } as PropertyDescriptor);
}

function pollute(): void {
  for (const name of names) {
    if (left.has(name)) continue;
    if (how === 'trap') trap(name);
    else if (how !== 'clean') (Object.prototype as Record<string, unknown>)[name] = VALUES[how];
  }
}

function cleanUp(): void {
  for (const name of names) delete (Object.prototype as Record<string, unknown>)[name];
}

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

/** The code of a slip that is being drawn. */
function isDrawing(slip: DepositSlip): boolean {
  return (
    slip.localName === 'deposit-slip' &&
    slip.slip !== undefined &&
    Object.hasOwn(slip.slip, 'code') &&
    slip.shadowRoot!.querySelector('[part="qr"]:not([data-drawn])') !== null
  );
}

/** Runs a library as an old page does: its declarations are global. */
async function run(source: string): Promise<void> {
  const element = document.createElement('script');
  element.src = source;
  const loaded = new Promise((resolve, reject) => {
    element.addEventListener('load', resolve);
    element.addEventListener('error', reject);
  });
  document.head.appendChild(element);
  await loaded;
}

const EVENTS = ['deposit-ready', 'deposit-problem', 'deposit-warning', 'deposit-arrived', 'deposit-list'];

async function show({ tag, properties }: View): Promise<string> {
  const element = document.createElement(tag) as DepositSlip;
  for (const name of Object.keys(properties))
    (element as unknown as Record<string, unknown>)[name] = (properties as Record<string, unknown>)[name];
  element.setAttribute('lang', 'es-MX');
  let events = '';
  for (const type of EVENTS) element.addEventListener(type, () => (events += `${type} `));
  document.body.appendChild(element);
  await element.updateComplete;
  while (element.status === 'loading' || isDrawing(element)) await frame();
  await element.updateComplete;
  const tree = element.shadowRoot!.innerHTML.replace(/<!--.*?-->/g, '');
  const { status } = element;
  const slip = tag === 'deposit-slip' ? element.slip : undefined;
  const values = slip ? slip.rows.map(({ copy }) => copy).join() : '';
  element.remove();
  return [status, events, tree, values].join('\n');
}

// What is printed states when.
Date.now = () => 1_790_000_000_000;

const shown: string[] = [];
try {
  if (library) await run(library);
  if (when !== 'after') pollute();
  await import(/* @vite-ignore */ script);
  if (when === 'after') pollute();
  for (const view of views) shown[shown.length] = await show(view);
} catch (error) {
  shown[shown.length] = String(error);
}
cleanUp();
parent.postMessage({ shown, reads: [...reads] } satisfies Report, '*');
