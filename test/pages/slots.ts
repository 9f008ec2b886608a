/** Every place in a response that can hold text, and what the reader (docs/reading-policy.md) shows of it. */
import { holdsAccount } from '../../src/core/reader/account-search.js';
import { isPixKey } from '../../src/core/schemes/pix-key.js';
import { METHODS } from '../../src/core/methods.js';
import { isClabe } from '../../src/core/schemes/clabe.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

/**
 * What the element shows for a text: a problem, the words in this place, or nothing. `anything`: the text
 * does not belong into this place, and only has to be harmless.
 */
export type Left =
  | { readonly problem: string }
  | { readonly words: string | undefined }
  | 'as-if-absent'
  | 'anything';

export interface Slot {
  readonly name: string;
  readonly asked: Partial<DepositSlip>;
  /** The response with the text in its slot. */
  answer(text: string): unknown;
  /** The status the response leads to if it is not a problem; `ready` by default. */
  readonly status?: DepositSlip['status'];
  /** What must be shown of the text. */
  left(text: string): Left;
  /** What is shown. */
  seen(slip: DepositSlip, text: string): string | undefined;
}

const LONGEST = 4096;

/**
 * docs/reading-policy.md, "Hostile text": controls, signs that show nothing, and halves of characters are
 * removed.
 */
const REMOVED = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;
const WHITE_SPACE = /[\t\n\v\f\r\p{Zs}\p{Zl}\p{Zp}\u2800]/u;

function cleaned(text: string): string {
  const signs = [...text].map((sign) => (WHITE_SPACE.test(sign) ? ' ' : sign));
  return signs.filter((sign) => !REMOVED.test(sign)).join('');
}

function isBlank(text: string): boolean {
  return [...text].every((sign) => /[\s\p{Cf}]/u.test(sign));
}

function sampleOf(id: number): Record<string, string> {
  return { ...(METHODS.find((each) => each.id === id)!.sample as Record<string, string>) };
}

/** A response parsed from JSON text, so that `__proto__` is an ordinary key. */
function answerOf(
  fiat: string,
  fields: Record<string, string>,
  own: readonly (readonly [string, string])[] = [],
  record: object = {},
): unknown {
  const entries = [...Object.entries(fields), ...own];
  const list = entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',');
  const data = JSON.stringify({ fiat, ...record }).slice(1);
  return JSON.parse(`{"code":200,"msg":"SUCCESS","data":{"fieldList":{${list}},${data}}`) as unknown;
}

function rowOf(slip: DepositSlip, key: string): Element | undefined {
  return [...slip.shadowRoot!.querySelectorAll<HTMLElement>('[part="row"]')].find(
    (row) => row.dataset['key'] === key,
  );
}

function valueOf(slip: DepositSlip, key: string): string | undefined {
  return rowOf(slip, key)?.querySelector('[part="value"]')?.textContent;
}

/** docs/reading-policy.md R5: how a key is compared with the known ones. */
function foldedKey(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

const KNOWN_KEYS: ReadonlySet<string> = new Set(
  METHODS.flatMap(({ fields }) => fields.flatMap(({ keys }) => keys.map(foldedKey))),
);

/** A longer key is not compared with the known ones. */
const COMPARED = 64;

/**
 * docs/reading-policy.md R6: a key that is a known one in other signs, or between other signs, makes the
 * answer unsafe. The policy does not say whether one that only lacks a space or has a control character is
 * another key.
 */
function unknownKeyLeft(text: string): Left {
  if (isTooLong(text)) return { problem: 'unreadable' };
  if (hasAccount(text)) return 'anything';
  const compact = (key: string): string => foldedKey(key).replaceAll(' ', '');
  const folded = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  if (KNOWN_KEYS.has(foldedKey(text))) return 'anything';
  if (KNOWN_KEYS.has(foldedKey(folded))) return { problem: 'unsafe' };
  const inner = foldedKey(cleaned(folded)).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (KNOWN_KEYS.has(inner)) return text.length > COMPARED ? 'anything' : { problem: 'unsafe' };
  if ([...KNOWN_KEYS].some((known) => compact(known) === compact(cleaned(folded)))) return 'anything';
  return { words: cleaned(text) };
}

/** docs/reading-policy.md R27: too long, or more combining marks in a row than any language has. */
function isTooLong(text: string): boolean {
  return text.length > LONGEST || /\p{M}{31}/u.test(text);
}

/** Texts longer than this are marked without a search for accounts. */
const SEARCHED = 512;

function hasAccount(text: string): boolean {
  const words = cleaned(text);
  return words.length <= SEARCHED && holdsAccount(words);
}

function textLeft(text: string): Left {
  if (isTooLong(text)) return { problem: 'unreadable' };
  // Digits that are an account by chance are a second payee (docs/reading-policy.md, "One payee").
  if (hasAccount(text)) return 'anything';
  const words = cleaned(text).normalize('NFC');
  return { words: isBlank(words) ? undefined : words };
}

/**
 * Anything but printable ASCII in an identifier makes the whole response unsafe, and so does a space that is
 * not seen: at an end, or beside another one. Otherwise it is shown unchanged.
 */
function identifierLeft(text: string): Left {
  if (isTooLong(text)) return { problem: 'unreadable' };
  if (/^ *$/.test(text)) return { words: undefined };
  return /^[!-~]+( [!-~]+)*$/.test(text) ? { words: text } : { problem: 'unsafe' };
}

/** The digits of an account that passes its check are shown without the spaces and hyphens between them. */
function accountLeft(text: string): Left {
  const left = identifierLeft(text);
  const digits = text.replace(/[ -]/g, '');
  return typeof left === 'object' && 'words' in left && isClabe(digits) ? { words: digits } : left;
}

/**
 * A link is accepted whole or left out: https, to a host name, without anything that could hide another host.
 * The test page is on a loopback address, where links to loopback are accepted too.
 */
function isPlainLink(text: string): boolean {
  if (!/^https?:\/\/[a-z0-9.:_[\]-]+([/?#]|$)/i.test(text) || !/^[!-[\]-~]+$/.test(text)) return false;
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  if (/^(127\.[\d.]+|\[::1\]|(.+\.)?localhost\.?)$/.test(hostname)) return true;
  return protocol === 'https:' && !/^\[|^[\d.]+$/.test(hostname);
}

const valueSlot = (
  name: string,
  id: number,
  fiat: string,
  key: string,
  left: (text: string) => Left,
): Slot => ({
  name,
  asked: { paymentId: String(id) },
  answer: (text) => answerOf(fiat, { ...sampleOf(id), [key]: text }),
  left,
  seen: (slip) => valueOf(slip, key),
});

/** A value that its rail requires: without it nothing is shown. */
const essential =
  (left: (text: string) => Left) =>
  (text: string): Left => {
    const rest = left(text);
    return typeof rest === 'object' && 'words' in rest && rest.words === undefined
      ? { problem: 'incomplete' }
      : rest;
  };

const titleOf = (slip: DepositSlip): string => slip.shadowRoot!.querySelector('#title')!.textContent.trim();

export const SLOTS: readonly Slot[] = [
  {
    name: 'an unknown key',
    asked: { paymentId: '105' },
    answer: (text) => answerOf('MXN', sampleOf(105), [[text, 'of this value']]),
    left: unknownKeyLeft,
    seen: (slip, text) => rowOf(slip, text)?.querySelector('[part="label"]')?.textContent,
  },
  valueSlot('the value of an unknown key', 105, 'MXN', 'Branch', textLeft),
  valueSlot('a name', 58, 'MXN', 'Beneficiary Name', textLeft),
  valueSlot('an address', 82, 'USD', 'Bank Address', textLeft),
  valueSlot('a deposit message', 85, 'EUR', 'Deposit Message', essential(identifierLeft)),
  valueSlot('an account', 105, 'MXN', 'Cuenta CLABE', essential(accountLeft)),
  {
    name: 'a second holder',
    asked: { paymentId: '105' },
    answer: (text) => answerOf('MXN', sampleOf(105), [], { realName: text }),
    left: textLeft,
    seen: (slip) => valueOf(slip, 'realName'),
  },
  {
    name: 'the name of an unknown method',
    asked: { paymentId: '9' },
    answer: (text) => answerOf('MXN', { Account: '1' }, [], { paymentMethodName: text }),
    left: (text) => {
      const words = cleaned(text).trim();
      if (isTooLong(text)) return { problem: 'unreadable' };
      if (hasAccount(text)) return 'anything';
      if (words.length > SEARCHED) return 'as-if-absent';
      return words === '' ? 'as-if-absent' : { words };
    },
    seen: titleOf,
  },
  {
    name: 'a payment link',
    asked: { paymentId: '95', amount: '10.00' },
    answer: (text) => answerOf('PEN', { paymentLink: text }),
    left: (text) => {
      if (isTooLong(text)) return { problem: 'unreadable' };
      return isPlainLink(text) ? { words: text } : { problem: 'incomplete' };
    },
    seen: (slip) => slip.shadowRoot!.querySelector('a')?.getAttribute('href') ?? undefined,
  },
  {
    name: 'a payment link where one host is allowed',
    asked: { paymentId: '95', amount: '10.00', allowedHosts: 'pay.example.com' },
    answer: (text) => answerOf('PEN', { paymentLink: text }),
    left: (text) => {
      if (isTooLong(text)) return { problem: 'unreadable' };
      const isThere = isPlainLink(text) && new URL(text).host === 'pay.example.com';
      return isThere ? { words: text } : { problem: 'incomplete' };
    },
    seen: (slip) => slip.shadowRoot!.querySelector('a')?.getAttribute('href') ?? undefined,
  },
  {
    name: 'the message of a success',
    asked: { paymentId: '105' },
    answer: (text) => ({ ...(answerOf('MXN', sampleOf(105)) as object), msg: text }),
    left: () => 'as-if-absent',
    seen: () => undefined,
  },
  {
    name: 'the message of an error',
    asked: { paymentId: '105' },
    answer: (text) => ({ code: 500, msg: text, data: null }),
    left: () => 'as-if-absent',
    seen: () => undefined,
  },
  {
    name: 'a code of the envelope',
    asked: { paymentId: '105' },
    answer: (text) => ({ code: `no ${text}`, msg: '', data: null }),
    left: () => 'as-if-absent',
    seen: () => undefined,
  },
  {
    name: 'a currency',
    asked: { paymentId: '105' },
    answer: (text) => answerOf(text, sampleOf(105)),
    left: (text) => (text === '' ? 'as-if-absent' : { problem: 'mismatch' }),
    seen: () => undefined,
  },
  {
    name: 'a deposit id',
    asked: { paymentId: '90' },
    answer: (text) => answerOf('BRL', sampleOf(90), [], { txId: text }),
    left: depositIdLeft,
    seen: (slip) => valueOf(slip, 'txId'),
  },
  {
    name: 'the deposit id of an arrival',
    asked: { paymentId: '90' },
    answer: (text) => ({
      code: 200,
      data: { status: 'arrived', deposits: [{ amount: '1.00', fiat: 'BRL', txId: text }] },
    }),
    status: 'arrived',
    left: depositIdLeft,
    seen: (slip) => slip.shadowRoot!.querySelector('[part="receipt"] .mono')?.textContent,
  },
  ...['Pix copia e cola', 'Pix QR Code', 'qrCodeLink'].map((key): Slot => ({
    name: `the code, as ${key}`,
    asked: { paymentId: '90' },
    answer: (text) =>
      answerOf('BRL', { 'Chave Pix - Random Pix': sampleOf(90)['Chave Pix - Random Pix']!, [key]: text }),
    left: codeLeft,
    seen: (slip) => valueOf(slip, key),
  })),
];

function depositIdLeft(text: string): Left {
  return { words: /^[!-~]{1,64}$/.test(text) ? text : undefined };
}

/**
 * A text that is not a code is shown but not drawn, and hidden characters make the response unsafe. Images
 * are left out, and so is every URL that is not a plain link.
 */
function codeLeft(text: string): Left {
  const isPicture = /^(data:image\/|iVBORw0KGgo|\/9j\/)/.test(text);
  if (isTooLong(text) && !isPicture) return { problem: 'unreadable' };
  // A second Pix key or an account ends in a mismatch or is read as what it is.
  if (isPixKey(text.trim()) || hasAccount(text)) return 'anything';
  const start = text.trim().toLowerCase();
  if (isPicture || start.startsWith('data:')) return { words: undefined };
  if (/^([a-z][a-z0-9+.-]*:|[/\\]{2})/.test(start)) return { words: isPlainLink(text) ? text : undefined };
  return identifierLeft(text);
}
