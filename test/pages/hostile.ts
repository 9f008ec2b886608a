/**
 * Puts hostile texts into every slot of a response and posts to the test everything they cause beyond inert
 * words. The query selects the texts (test/widget/server/corpora.ts).
 */
import { withoutPadding } from '../../src/core/reader/hostile-text.js';
import { METHODS } from '../../src/core/methods.js';
import '../../src/index.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { SLOTS, type Slot } from './slots.js';

const failures: string[] = [];
let doing = 'starting';
/** Records a failure with the text being tried. The first fifty are enough. */
function fail(what: string): void {
  if (failures.length < 50) failures.push(`${doing}: ${what}`.slice(0, 600));
}

/** Watches for everything a script could do that a payer or a server would notice. */
function watchPage(): void {
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open', 'postMessage'] as const)
    Object.defineProperty(window, name, { value: () => fail(`${name}() was called`) });
  addEventListener('error', ({ message }) => fail(`an error: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => fail(`a rejection: ${reason}`));
  addEventListener('beforeunload', () => fail('the page was left'));
  addEventListener('hashchange', () => fail('the address was changed'));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    fail(`a violation of ${violatedDirective} by ${blockedURI}`),
  );
  const ours = new RegExp(`^${location.origin}/(test|src|node_modules|@|\\.cache|payloads)`);
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) if (!ours.test(name)) fail(`a request to ${name}`);
  }).observe({ type: 'resource', buffered: true });
}

/** Every element and its attributes, as `a href`. */
function marksOf(slip: DepositSlip): string[] {
  return [...slip.shadowRoot!.querySelectorAll('*')].flatMap((each) => {
    const { localName } = each;
    return [localName, ...each.getAttributeNames().map((name) => `${localName} ${name}`)];
  });
}

function frame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}

async function show(slip: DepositSlip, properties: Partial<DepositSlip>): Promise<DepositSlip> {
  Object.assign(slip, properties);
  await slip.updateComplete;
  return slip;
}

function make(lang = 'en'): DepositSlip {
  const slip = document.createElement('deposit-slip');
  slip.lang = lang;
  document.body.append(slip);
  return slip;
}

/** All elements and attributes of harmless slips and problems. */
async function harmlessMarks(): Promise<ReadonlySet<string>> {
  const marks = new Set<string>();
  for (const { id, fiat, sample } of METHODS) {
    const slip = make();
    // A name with a control character adds the note beside a row.
    for (const extra of [{}, { Branch: 'a\u0007b' }]) {
      const answer = { fiat, txId: '1', fieldList: { ...(sample as object), ...extra } };
      marksOf(await show(slip, { paymentId: String(id), answer })).forEach((mark) => marks.add(mark));
      while (slip.slip?.code && !slip.shadowRoot!.querySelector('[data-drawn] path')) await frame();
    }
    slip.remove();
  }
  for (const [paymentId, answer] of [
    ['105', { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '1' } }],
    [
      '90',
      {
        fiat: 'BRL',
        fieldList: { 'Chave Pix - Random Pix': 'a@b.example', qrCodeLink: 'https://pay.example.com/' },
      },
    ],
    ['95', { fieldList: { paymentLink: 'https://pay.example.com/' } }],
    ['90', { status: 'arrived', deposits: [{ amount: '10.00', fiat: 'BRL', txId: '1' }] }],
    ['105', {}],
  ] as const)
    marksOf(await show(make(), { paymentId, answer, amount: '10.00' })).forEach((mark) => marks.add(mark));
  document.body.replaceChildren();
  return marks;
}

/** All texts, except for the time of the response: a minute can pass between two responses. */
function textOf(slip: DepositSlip): string {
  return slip.shadowRoot!.textContent.replace(/\d{1,2}:\d\d(\s[AP]M)?/g, 'time');
}

/** Puts one text into one slot: the element shows what the reading policy allows and nothing else. */
async function put(text: string, slot: Slot, slip: DepositSlip, absent: string): Promise<void> {
  await show(slip, { ...slot.asked, answer: slot.answer(text) as object });
  const left = slot.left(text);
  const ended = slip.problem?.kind ?? slip.status;
  if (left === 'as-if-absent') {
    if (textOf(slip) !== absent) fail(`says something else: ${textOf(slip)}`);
  } else if (left !== 'anything' && 'problem' in left) {
    if (ended !== left.problem) fail(`ended in ${ended}, not in ${left.problem}`);
    if (slip.shadowRoot!.querySelector('[part="row"]')) fail('a row stands beside the problem');
  } else if (left !== 'anything') {
    if (ended !== (slot.status ?? 'ready')) fail(`ended in ${ended}`);
    const seen = slot.seen(slip, text);
    if (seen !== left.words) fail(`shows ${JSON.stringify(seen)}, not ${JSON.stringify(left.words)}`);
  }
  for (const { href } of slip.shadowRoot!.querySelectorAll('a'))
    if (!href.startsWith('https://')) fail(`links to ${href}`);
}

async function tryAll(texts: readonly string[]): Promise<number> {
  const marks = await harmlessMarks();
  let renders = 0;
  for (const slot of SLOTS) {
    const slip = make();
    doing = `${slot.name}, left empty`;
    await show(slip, { ...slot.asked, answer: slot.answer('') as object });
    const absent = textOf(slip);
    for (const text of texts) {
      doing = `${slot.name}, ${JSON.stringify(text.slice(0, 200))}`;
      await put(text, slot, slip, absent);
      renders++;
      for (const mark of marksOf(slip)) if (!marks.has(mark)) fail(`there is <${mark}>`);
    }
    slip.remove();
  }
  doing = 'at the end';
  if (document.body.childElementCount > 0) fail(`the page holds ${document.body.innerHTML}`);
  return renders;
}

/** Requests an image: proves that the page notices requests. */
async function isWatching(): Promise<boolean> {
  const before = failures.length;
  doing = 'the canary';
  const canary = document.body.appendChild(document.createElement('img'));
  const isOver = new Promise((resolve) => canary.addEventListener('error', resolve));
  canary.src = '/elsewhere.png';
  await isOver;
  await settled();
  return failures.splice(before).length > 0;
}

/** Resolves when pending requests and violations have been reported. */
async function settled(): Promise<void> {
  await frame();
  await new Promise((resolve) => setTimeout(resolve));
}

const address = location.href;

async function prove(): Promise<object> {
  watchPage();
  const response = await fetch(`/payloads${location.search}`);
  if (!response.ok) throw new Error(await response.text());
  const { inputs, texts } = (await response.json()) as { inputs: string; texts: string[] };
  // Spaces at the ends are removed from known values only: test/core/reader/padding.test.ts.
  const renders = await tryAll(texts.map(withoutPadding));
  await settled();
  if (location.href !== address) fail('the address was changed');
  const sees = await isWatching();
  return { inputs, texts: texts.length, renders, failures, sees };
}

// Called as a method: WebKit takes a bound function's messages for the parent's own.
parent.postMessage(
  await prove().catch((error: unknown) => ({ failures: [`${doing}: ${String(error)}`] })),
  '*',
);
