/**
 * SECURITY.md P32: a value that a person sees, a selection of it, and the text that the button copies are the
 * same. If characters were removed from the value, its row says so.
 */
import { expect } from '@open-wc/testing/pure';
import { METHODS } from '../../../src/core/methods.js';
import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';
import { clipboardText, engine, press, setClipboard } from '../../browsers/commands.js';
import { hostileTexts } from '../../fixtures/hostile-grammar.js';
import { nextEvent } from '../../widget/helpers/events.js';
import { mount, mountUntil } from '../../widget/helpers/mount.js';
import { parts, row, unfold } from '../../widget/helpers/queries.js';
import { method, requestFor, sampleAnswer, sampleFields } from '../../widget/helpers/samples.js';
import { unique } from '../../widget/helpers/servers.js';
import { cases } from '../scale.js';

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const LONGEST = 4096;
const TEXT_KINDS = ['name', 'address', 'text'];
/** Browsers may paste a no-break space as a space. */
const asPasted = (text: string): string => text.replaceAll('\u00a0', ' ');

/** Every n-th value is also selected with the keyboard, copied, and pasted into a field. */
const PASTED = 25;

let values = 0;
let copied = '';
const failures: string[] = [];

/**
 * The clipboard of this page only. Other tests prove that the real clipboard gets the text (SECURITY.md P4).
 */
function replaceClipboard(): void {
  const writeText = (text: string): Promise<void> => Promise.resolve(void (copied = text));
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
}

function select(value: Node): string {
  getSelection()!.setBaseAndExtent(value, 0, value, value.childNodes.length);
  return getSelection()!.toString();
}

async function pasted(value: Node): Promise<string> {
  await setClipboard('');
  select(value);
  await press('Control+c');
  return clipboardText();
}

/** A text for a message, with every invisible character written out. */
function visible(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/gu, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
}

/** Compares the ways to take one value: by eye, by hand, and with its button. */
async function compare(slip: DepositSlip, button: HTMLElement, name: string): Promise<void> {
  const value = button.parentElement!.querySelector<HTMLElement>('.value')!;
  const outcome = nextEvent(slip, 'deposit-copy');
  button.click();
  await outcome;
  const taken: Record<string, string> = {
    seen: value.innerText.replace(IGNORABLE, ''),
    selected: select(value),
    ...(values++ % PASTED === 0 && { pasted: await pasted(value) }),
  };
  for (const [how, text] of Object.entries(taken))
    if (asPasted(text) !== asPasted(copied))
      failures.push(`${name}: ${how} ${visible(text)}, copied ${visible(copied)}`);
}

/** Compares every value of a slip. */
async function compareAll(slip: DepositSlip, name: string): Promise<void> {
  expect(slip.status, name).to.equal('ready');
  unfold(slip);
  for (const button of parts(slip, 'copy'))
    await compare(slip, button, `${name} ${button.getAttribute('aria-label')}`);
}

/**
 * Texts that lost characters without a note in their row. Identifiers lose spaces and hyphens, which are
 * formatting.
 */
function unmarked(slip: DepositSlip, fields: Readonly<Record<string, string>>): string[] {
  const texts = slip.slip!.rows.filter(({ kind, key }) => TEXT_KINDS.includes(kind) && key in fields);
  return texts.flatMap(({ key, copy }) => {
    const isWhole = copy.trim() === fields[key]!.normalize('NFC').trim() || copy === fields[key];
    return isWhole || row(slip, key).querySelector('.note')
      ? []
      : [`${key}: no note about ${visible(fields[key]!)}`];
  });
}

/**
 * Shows fields with the sample of a method. Fields that together lead to a problem are split in halves, down
 * to a single field.
 */
async function show(id: number, fields: Readonly<Record<string, string>>): Promise<void> {
  const answer = {
    code: 200,
    data: { fiat: method(id).fiat, fieldList: { ...sampleFields(id), ...fields } },
  };
  const slip = await mount({ ...requestFor(method(id)), answer });
  const entries = Object.entries(fields);
  if (slip.status === 'ready') {
    await compareAll(slip, String(id));
    failures.push(...unmarked(slip, fields));
  } else if (entries.length > 1) {
    const half = Math.ceil(entries.length / 2);
    for (const part of [entries.slice(0, half), entries.slice(half)])
      await show(id, Object.fromEntries(part));
  }
  slip.remove();
}

function expectNoDifference(): void {
  const found = failures.splice(0);
  expect(found.slice(0, 40).join('\n'), `${found.length} differences`).to.equal('');
}

/** Identifiers as people format them, and with invisible spaces. */
const FORMATTED: readonly (readonly [id: number, key: string, values: readonly string[]])[] = [
  [
    105,
    'Cuenta CLABE',
    ['999 180 0000 0000 001 5', '999180-00000000001-5', '999  180000000000015', ' 99918', '9 9-1 '],
  ],
  [63, 'CUIT', ['30-00001001-0', '30 00001001 0', '30-00001001-1', '30  00001001 1']],
  [85, 'IBAN', ['de89 3704 0044 0532 0130 00', 'DE89 3704 0044', 'DE89  3704', ' DE89']],
  [85, 'Deposit Message', ['K7 QH', 'K7-QH', 'K7  QH', ' K7QH', 'K7QH ', 'K7   Q  H']],
  [82, 'Bank Account Number', ['00 0123-456', '00  0123', '000123456 ', ' 000123456']],
  [90, 'Chave Pix - Random Pix', ['390.533.447-05', '+55 61 91234-5678', '390  533', ' ana@example.com ']],
  [68, 'alias', ['sol.mar.ce', 'sol mar', 'sol  mar', ' sol.mar', 'sol.mar  ']],
];

describe(`in ${engine}, the visible text equals the copied text`, () => {
  let seed = 0;
  before(async () => {
    replaceClipboard();
    ({ seed } = (await (await fetch('/payloads?of=1000')).json()) as { seed: number });
  });
  after(() => {
    Reflect.deleteProperty(navigator, 'clipboard');
    console.log(`${engine}: ${values} values`);
  });

  const textsOf = (count: number, productions?: readonly string[]): string[] =>
    hostileTexts(seed, count, productions)
      .map(({ text }) => text)
      .filter(({ length }) => length <= LONGEST);

  it('in every row of every method, from its sample and from the sandbox', async () => {
    for (const each of METHODS) {
      const request = { ...requestFor(each), amount: '1150.50' };
      await compareAll(await mount({ ...request, answer: sampleAnswer(each.id) }), `sample ${each.id}`);
      const endpoint = `/bank/deposit/${unique('seen')}`;
      await compareAll(await mountUntil('ready', { ...request, endpoint }), `sandbox ${each.id}`);
    }
    expect(values).to.be.greaterThan(4 * METHODS.length);
    expectNoDifference();
  }).timeout(60_000);

  it('in identifiers with spaces and hyphens', async () => {
    const before = values;
    for (const [id, key, forms] of FORMATTED) for (const form of forms) await show(id, { [key]: form });
    expect(values - before).to.be.greaterThan(2 * FORMATTED.length);
    expectNoDifference();
  }).timeout(60_000);

  it('in hostile identifiers', async () => {
    const productions = ['space', 'invisible', 'look-alike', 'bidi', 'control', 'syntax'];
    const texts = textsOf(cases(40, 3_000, 'hostile texts in identifiers'), productions);
    for (const text of texts) await show(85, { 'Deposit Message': text });
    expectNoDifference();
  }).timeout(cases(60_000, 3_600_000));

  it('in hostile names and addresses', async () => {
    for (const text of textsOf(cases(50, 3_000, 'hostile texts in names and addresses')))
      await show(82, { 'Bank Beneficiary Name': text, 'Bank Address': text });
    expectNoDifference();
  }).timeout(cases(60_000, 3_600_000));

  it('in hostile values of unknown keys', async () => {
    const texts = textsOf(cases(80, 3_000, 'hostile texts in unknown values'));
    for (let at = 0; at < texts.length; at += 25)
      await show(105, Object.fromEntries(texts.slice(at, at + 25).map((text, n) => [`Field ${n}`, text])));
    expectNoDifference();
  }).timeout(cases(60_000, 3_600_000));
});
