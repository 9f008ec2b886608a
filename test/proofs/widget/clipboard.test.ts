import { expect } from '@open-wc/testing';
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
import { CONTEXTS, open, type Context, type Place } from './clipboard/contexts.js';
import { DISTURBANCES, OTHER, type Disturbance } from './clipboard/disturbances.js';
import { NO_BREAK, STRANGE, type Told, type Value } from './clipboard/room.js';

/** Promise P4: "Copied" is shown if and only if the clipboard holds exactly the value. */

const DENIED = 'permission denied';
const IDS = [...METHODS.map(({ id }) => id), STRANGE];

/** One method's buttons, somewhere, under some disturbance. */
interface Cell {
  readonly context: Context;
  readonly disturbance: Disturbance | typeof DENIED;
  readonly id: number;
}

const DISTURBED = [...(Object.keys(DISTURBANCES) as Disturbance[]), DENIED] as const;
const ALL = CONTEXTS.flatMap((context) =>
  DISTURBED.flatMap((disturbance) => IDS.map((id): Cell => ({ context, disturbance, id }))),
);

/** Where a browser copies, this must: "by hand" everywhere would be honest, and of no use. */
const MUST_COPY: readonly Cell['disturbance'][] = ['nothing amiss', 'no navigator.clipboard'];
/** Some browser copies the field, and we cannot know: our listener is never asked, or the field can no longer be used. */
const UNPROVABLE: readonly Cell['disturbance'][] = [
  'a first listener stops the event',
  'a first listener makes the slip inert',
];
/** Nobody copies by hand what is not there to be used. */
const WITHDRAWN: readonly Cell['disturbance'][] = [
  'the press makes the slip inert',
  'a first listener makes the slip inert',
  'a first listener hides the slip',
];

/** What no driver brings about in this engine, or none could read back. */
const UNREACHED: readonly string[] = { chromium: [], firefox: [DENIED], webkit: [DENIED, NO_BREAK] }[engine];

/** Every disturbance once, along the diagonal of places and methods; and in every place what must be copied. */
const SAMPLE = [
  ...DISTURBED.map((disturbance, at): Cell => ({
    context: CONTEXTS[at % CONTEXTS.length]!,
    disturbance,
    id: IDS[at % IDS.length]!,
  })),
  ...ALL.filter(({ disturbance, id }) => MUST_COPY.includes(disturbance) && id === STRANGE),
];
const CELLS = (isSoak ? ALL : SAMPLE).filter(({ disturbance }) => !UNREACHED.includes(disturbance));

let serial = 0;

/** A press with everything it left behind. */
interface Press {
  readonly told: Told;
  readonly stale: string;
  readonly clipboard: string;
  readonly flavours: readonly string[];
}

async function pressed(place: Place, button: number, disturbance: Cell['disturbance']): Promise<Press> {
  const stale = `copied before ${++serial}`;
  await setClipboard(stale);
  const { x, y } = await place.room.prepare(button, disturbance === DENIED ? 'nothing amiss' : disturbance);
  await realClick({ x, y });
  const told = await place.room.told();
  let flavours: readonly string[] = [];
  const look = ({ clipboardData }: ClipboardEvent): void => void (flavours = [...clipboardData!.types]);
  addEventListener('paste', look, { once: true, capture: true });
  const clipboard = await clipboardText();
  return { told, stale, clipboard, flavours };
}

/** What is wrong with what was told; nothing, if all is well. */
function faultsOf({ told, stale, clipboard, flavours }: Press, { copy }: Value, cell: Cell): string[] {
  const { outcome, isCopiedShown, isInTime, errors } = told;
  const isCopied = outcome === 'copied';
  const holds = clipboard === copy;
  const faults = [...errors];
  if (isCopied && !holds)
    faults.push(`"Copied", and the clipboard holds ${JSON.stringify(clipboard)} for ${JSON.stringify(copy)}`);
  if (isCopied && flavours.join() !== 'text/plain') faults.push(`"Copied", beside ${flavours.join()}`);
  if (isCopiedShown !== isCopied) faults.push(`${outcome}, and the button says otherwise`);
  if (!isCopied && outcome !== 'selected' && !WITHDRAWN.includes(cell.disturbance)) faults.push(outcome);
  if (!isCopied && holds && !UNPROVABLE.includes(cell.disturbance)) faults.push('copied, and not said');
  if (!isCopied && MUST_COPY.includes(cell.disturbance)) faults.push('not copied');
  if (![copy, stale, OTHER, ''].includes(clipboard)) faults.push(`the clipboard held ${clipboard} before`);
  if (!isInTime) faults.push('told after more than a second');
  return faults;
}

/** A frame keeps its selection while the page around it looks at the clipboard. */
async function copiedByHand(place: Place): Promise<string> {
  await setClipboard('');
  place.focus();
  await press('Control+c');
  return clipboardText();
}

/**
 * By hand the amount is copied as it is written for people, with its currency, and a no-break space as the space it looks
 * like.
 */
function isForTheHand(place: Place, { disturbance }: Cell, { key }: Value): boolean {
  return place.keepsSelection && key !== 'amount' && key !== NO_BREAK && !WITHDRAWN.includes(disturbance);
}

const seen = new Set<string>();
/** A row of an earlier method to the letter, in the same place and under the same disturbance, is the same press. */
function isNew({ context, disturbance }: Cell, { kind, copy }: Value): boolean {
  const press = [context, disturbance, kind, copy].join();
  return !seen.has(press) && Boolean(seen.add(press));
}

/** Presses one of the cell's buttons, in a soak each of them. */
async function tryCell(place: Place, cell: Cell): Promise<string[]> {
  const values = await place.room.show(cell.id);
  const reached = [...values.entries()].filter(([, { key }]) => !UNREACHED.includes(key));
  const chosen = isSoak
    ? reached.filter(([, value]) => isNew(cell, value))
    : [reached[serial % reached.length]!];
  const all: string[] = [];
  for (const [button, value] of chosen) {
    const press = await pressed(place, button, cell.disturbance);
    const faults = faultsOf(press, value, cell);
    if (press.told.outcome === 'selected' && isForTheHand(place, cell, value)) {
      const byHand = await copiedByHand(place);
      if (byHand !== value.copy) faults.push(`by hand: ${byHand}`);
    }
    all.push(...faults.map((fault) => `${cell.disturbance}, ${cell.id} ${value.key}: ${fault}`));
  }
  return all;
}

describe(`"Copied" in ${engine}`, () => {
  for (const context of CONTEXTS)
    it(`is shown in ${context} if and only if the clipboard holds exactly the value`, async () => {
      const cells = CELLS.filter((cell) => cell.context === context);
      expect(cells).not.to.have.lengthOf(0);
      const place = await open(context);
      const faults: string[] = [];
      for (const cell of cells) {
        if (cell.disturbance === DENIED) await setPermission('clipboard-write', 'denied');
        faults.push(...(await tryCell(place, cell)));
        if (cell.disturbance === DENIED) await setPermission('clipboard-write', 'granted');
      }
      place.close();
      expect(faults.join('\n')).to.equal('');
    });

  after(() => {
    for (const name of UNREACHED) console.log(`Not reached in ${engine}, and not counted: ${name}`);
    console.log(`${engine}: ${serial} presses`);
  });
});
