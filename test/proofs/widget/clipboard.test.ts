import { expect } from '@open-wc/testing/pure';
import { METHODS } from '../../../src/core/methods.js';
import {
  clipboardText,
  engine,
  press,
  realClick,
  setClipboard,
  setPermission,
} from '../../browsers/commands.js';
import { isSoak } from '../scale.js';
import { CONTEXTS, open, type Context, type OpenContext } from './clipboard/contexts.js';
import { DISTURBANCES, OTHER, type Disturbance } from './clipboard/disturbances.js';
import { NO_BREAK, UNKNOWN_METHOD, type CopyResult, type Value } from './clipboard/test-page.js';

/** SECURITY.md P4: "Copied" is shown if and only if the clipboard holds exactly the value. */

const DENIED = 'permission denied';
const IDS = [...METHODS.map(({ id }) => id), UNKNOWN_METHOD];

/** The buttons of one method, in a context, under a disturbance. */
interface Cell {
  readonly context: Context;
  readonly disturbance: Disturbance | typeof DENIED;
  readonly id: number;
}

const DISTURBED = [...(Object.keys(DISTURBANCES) as Disturbance[]), DENIED] as const;
const ALL = CONTEXTS.flatMap((context) =>
  DISTURBED.flatMap((disturbance) => IDS.map((id): Cell => ({ context, disturbance, id }))),
);

/**
 * Disturbances under which the element must still copy: an element that always asked the payer to copy by
 * hand would be useless.
 */
const MUST_COPY: readonly Cell['disturbance'][] = ['no disturbance', 'no navigator.clipboard'];
/**
 * Some browsers copy without proof: the element's listener is not called, or the field is no longer usable.
 */
const UNPROVABLE: readonly Cell['disturbance'][] = [
  'a first listener stops the event',
  'a first listener makes the slip inert',
];
/** Disturbances after which the payer cannot copy by hand either. */
const UNUSABLE: readonly Cell['disturbance'][] = [
  'the click makes the slip inert',
  'a first listener makes the slip inert',
  'a first listener hides the slip',
];

/** Cases that this engine's driver cannot cause or read back. */
const UNREACHABLE: readonly string[] = { chromium: [], firefox: [DENIED], webkit: [DENIED, NO_BREAK] }[
  engine
];

/**
 * Every disturbance once, along the diagonal of contexts and methods, and one click without a disturbance in
 * every context.
 */
const SAMPLE = [
  ...DISTURBED.map((disturbance, at): Cell => ({
    context: CONTEXTS[at % CONTEXTS.length]!,
    disturbance,
    id: IDS[at % IDS.length]!,
  })),
  ...ALL.filter(({ disturbance, id }) => disturbance === 'no disturbance' && id === UNKNOWN_METHOD),
];
const CELLS = (isSoak ? ALL : SAMPLE).filter(({ disturbance }) => !UNREACHABLE.includes(disturbance));

let serial = 0;

/** A click and its effects. */
interface Click {
  readonly result: CopyResult;
  /** The content of the clipboard before the click. */
  readonly stale: string;
  readonly clipboard: string;
  readonly types: readonly string[];
}

async function click(
  { page }: OpenContext,
  button: number,
  disturbance: Cell['disturbance'],
): Promise<Click> {
  const stale = `copied before ${++serial}`;
  await setClipboard(stale);
  const { x, y } = await page.prepare(button, disturbance === DENIED ? 'no disturbance' : disturbance);
  await realClick({ x, y });
  const result = await page.result();
  let types: readonly string[] = [];
  const onPaste = ({ clipboardData }: ClipboardEvent): void => void (types = [...clipboardData!.types]);
  addEventListener('paste', onPaste, { once: true, capture: true });
  const clipboard = await clipboardText();
  return { result, stale, clipboard, types };
}

/** Describes the errors in the outcome of a click. */
function failuresOf({ result, stale, clipboard, types }: Click, { copy }: Value, cell: Cell): string[] {
  const { outcome, signs, isInTime, errors } = result;
  const isCopied = outcome === 'copied';
  const holds = clipboard === copy;
  const failures = [...errors];
  if (isCopied && !holds)
    failures.push(
      `"Copied", and the clipboard holds ${JSON.stringify(clipboard)} for ${JSON.stringify(copy)}`,
    );
  if (isCopied && types.join() !== 'text/plain') failures.push(`"Copied", and the types are ${types.join()}`);
  if (signs.some((sign) => sign !== isCopied)) failures.push(`${outcome}, and the signs are ${signs.join()}`);
  if (!isCopied && outcome !== 'selected' && !UNUSABLE.includes(cell.disturbance)) failures.push(outcome);
  if (!isCopied && holds && !UNPROVABLE.includes(cell.disturbance)) failures.push('copied, and not shown');
  if (!isCopied && MUST_COPY.includes(cell.disturbance)) failures.push('not copied');
  if (![copy, stale, OTHER, ''].includes(clipboard))
    failures.push(`unexpected on the clipboard: ${clipboard}`);
  if (!isInTime) failures.push('no outcome within a second');
  return failures;
}

/** A frame keeps its selection while the page around it reads the clipboard. */
async function copyByHand(context: OpenContext): Promise<string> {
  await setClipboard('');
  context.focus();
  await press('Control+c');
  return clipboardText();
}

/** A selected no-break space is copied as a space. */
function isExactByHand(context: OpenContext, { disturbance }: Cell, { key }: Value): boolean {
  return context.keepsSelection && key !== NO_BREAK && !UNUSABLE.includes(disturbance);
}

const seen = new Set<string>();
/** The same kind and value, in the same context and under the same disturbance, is clicked only once. */
function isNew({ context, disturbance }: Cell, { kind, copy }: Value): boolean {
  const id = [context, disturbance, kind, copy].join();
  return !seen.has(id) && Boolean(seen.add(id));
}

/** Clicks one button of the cell, or all of them in a soak. */
async function tryCell(context: OpenContext, cell: Cell): Promise<string[]> {
  const values = await context.page.show(cell.id);
  const reachable = [...values.entries()].filter(([, { key }]) => !UNREACHABLE.includes(key));
  const chosen = isSoak
    ? reachable.filter(([, value]) => isNew(cell, value))
    : [reachable[serial % reachable.length]!];
  const all: string[] = [];
  for (const [button, value] of chosen) {
    const effects = await click(context, button, cell.disturbance);
    const failures = failuresOf(effects, value, cell);
    if (effects.result.outcome === 'selected' && isExactByHand(context, cell, value)) {
      const byHand = await copyByHand(context);
      if (byHand !== value.copy) failures.push(`by hand: ${byHand}`);
    }
    all.push(...failures.map((failure) => `${cell.disturbance}, ${cell.id} ${value.key}: ${failure}`));
  }
  return all;
}

describe(`"Copied" in ${engine}`, function () {
  // A test clicks, copies and pastes for each disturbance, which can take WebKit's driver seconds on a busy
  // machine.
  if (!isSoak) this.timeout(60_000);
  for (const context of CONTEXTS)
    it(`is shown in ${context} if and only if the clipboard holds exactly the value`, async () => {
      const cells = CELLS.filter((cell) => cell.context === context);
      expect(cells).not.to.have.lengthOf(0);
      const opened = await open(context);
      const failures: string[] = [];
      for (const cell of cells) {
        if (cell.disturbance === DENIED) await setPermission('clipboard-write', 'denied');
        failures.push(...(await tryCell(opened, cell)));
        if (cell.disturbance === DENIED) await setPermission('clipboard-write', 'granted');
      }
      opened.close();
      expect(failures.join('\n')).to.equal('');
    });

  after(() => {
    for (const name of UNREACHABLE) console.log(`Not reachable in ${engine}, and not counted: ${name}`);
    console.log(`${engine}: ${serial} clicks`);
  });
});
