import { omitUndefined } from '../omit-undefined.js';

/** The fields of a merchant-presented EMV code: values by two-digit id, in their order in the code. */
export type EmvFields = ReadonlyMap<string, string>;

const PIX_GUI = 'br.gov.bcb.pix';
const PLAIN_AMOUNT = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** Computes CRC-16/CCITT-FALSE (polynomial 0x1021, initial value 0xFFFF) as four upper-case hexadecimal digits. */
export function crc16(bytes: Iterable<number>): string {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/**
 * Writes one field: id, length in characters, value. Throws a `RangeError` if the value is longer than 99 characters.
 */
export function emvField(id: string, value: string): string {
  const { length } = [...value];
  if (length > 99) throw new RangeError(`EMV field ${id} is longer than 99 characters`);
  return id + String(length).padStart(2, '0') + value;
}

/** Appends the checksum field to a code: `6304` and the CRC of everything before the CRC. */
export function appendEmvCrc(body: string): string {
  const covered = `${body}6304`;
  return covered + crc16(new TextEncoder().encode(covered));
}

/**
 * Reads fields of id, length and value (EMV QRCPS MPM, 3). Returns `undefined` if a field is cut short or an id
 * repeats.
 */
export function readTlv(text: string): EmvFields | undefined {
  const chars = [...text];
  const fields = new Map<string, string>();
  for (let at = 0; at < chars.length;) {
    const head = chars.slice(at, at + 4).join('');
    if (!/^[0-9]{4}$/.test(head)) return undefined;
    const id = head.slice(0, 2);
    const end = at + 4 + Number(head.slice(2));
    if (end > chars.length || fields.has(id)) return undefined;
    fields.set(id, chars.slice(at + 4, end).join(''));
    at = end;
  }
  return fields;
}

/**
 * Reads a code that begins with `000201` and ends with field 63. Returns `undefined` if the checksum or the structure
 * is wrong, if it adds a tip or a fee (fields 55 to 57), or if its amount (54) is no plain decimal. Lengths count
 * characters. The checksum covers UTF-8 bytes; if the text has non-ASCII letters, a checksum over Latin-1 is accepted
 * too, because producers differ. Letters beyond Latin, and codes in which an app that counts bytes finds another payee or
 * amount, are refused.
 */
export function readEmv(code: string): EmvFields | undefined {
  if (!code.startsWith('000201') || !/6304[0-9A-Fa-f]{4}$/.test(code)) return undefined;
  const fields = readTlv(code);
  if (!fields || [...fields.keys()].at(-1) !== '63' || fields.get('63')!.length !== 4) return undefined;
  if (['55', '56', '57'].some((id) => fields.has(id)) || !PLAIN_AMOUNT.test(fields.get('54') ?? '0'))
    return undefined;
  const covered = code.slice(0, -4);
  const checksum = code.slice(-4).toUpperCase();
  const isValid =
    crc16(new TextEncoder().encode(covered)) === checksum ||
    (isLatin1NotAscii(covered) && crc16([...covered].map((char) => char.charCodeAt(0))) === checksum);
  return isValid && hasOneReading(code) ? fields : undefined;
}

/**
 * Letters that are one character, one UTF-16 unit and one grapheme each, in every normalization form that keeps them: apps
 * can only disagree about their bytes.
 */
const BEYOND_LATIN = /[^\0-\x7f\xaa\xba\u00c0-\u024f]/;

type Units = readonly string[];

/** Whether apps that count the bytes of a code or of a template read no other payee, amount, currency or country. */
function hasOneReading(code: string): boolean {
  if (BEYOND_LATIN.test(code)) return false;
  if (/^[\0-\x7f]*$/.test(code)) return true;
  const chars = [...code];
  const own = new Set(decisiveFields(chars, (value) => value));
  return [
    decisiveFields(bytesOf(chars), (value) => value),
    decisiveFields(bytesOf(chars), charsOf),
    decisiveFields(chars, bytesOf),
  ].every((fields) => fields.every((field) => own.has(field)));
}

/** UTF-8 bytes as one character each. */
function bytesOf(chars: Units): Units {
  return Array.from(new TextEncoder().encode(chars.join('')), (byte) => String.fromCharCode(byte));
}

function charsOf(bytes: Units): Units {
  return [...new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))];
}

/** The fields that decide who receives what, as far as a tolerant parser reads them. `inner` splits the value of a template. */
function decisiveFields(units: Units, inner: (value: Units) => Units): string[] {
  return leadingFields(units).flatMap(([id, value]) => {
    if (id >= '53' && id <= '58') return [`${id} ${value.join('')}`];
    if (!isAccountId(id) && id < '80') return [];
    const parts = leadingFields(inner(value));
    // The description of a Pix account (26-02) decides nothing.
    const inside = parts
      .filter(([sub]) => sub !== '02')
      .map(([sub, part]) => `${id}.${sub} ${part.join('')}`);
    return parts.length > 0 ? inside : [`${id} ${value.join('')}`];
  });
}

function leadingFields(units: Units): (readonly [id: string, value: Units])[] {
  const fields: (readonly [string, Units])[] = [];
  for (let at = 0; /^[0-9]{4}$/.test(units.slice(at, at + 4).join(''));) {
    const end = at + 4 + Number(units.slice(at + 2, at + 4).join(''));
    if (end > units.length) break;
    fields.push([units.slice(at, at + 2).join(''), units.slice(at + 4, end)]);
    at = end;
  }
  return fields;
}

function isLatin1NotAscii(text: string): boolean {
  return /[\u0080-\u00ff]/.test(text) && /^[\u0000-\u00ff]*$/.test(text);
}

// Field 53 (numeric ISO 4217 code) followed by field 58 (country), by currency.
const CODE_MARKETS: ReadonlyMap<string, string> = new Map([
  ['ARS', '032AR'],
  ['BRL', '986BR'],
  ['COP', '170CO'],
]);

/** Returns fields 53 and 58 of a code for deposits in a currency, or `undefined` if no codes are in use there. */
export function codeMarketOf(fiat: string | undefined): string | undefined {
  return CODE_MARKETS.get(fiat ?? '');
}

/** The contents of a Pix code: its payee is either a `key` (static) or a `url` (dynamic). */
export interface PixCode {
  readonly key?: string;
  /** Without the scheme: `pix.example.com/qr/v2/…`. */
  readonly url?: string;
  /** Field 54, as received. Binding in a static code, informative in a dynamic one. */
  readonly amount?: string;
  readonly dynamic: boolean;
}

/** Whether a field identifies a payee: the merchant account of one network (EMV QRCPS MPM, 4.1). */
export function isAccountId(id: string): boolean {
  return id >= '02' && id <= '51';
}

/**
 * Reads a BR Code (Banco Central do Brasil, Manual de Padrões para Iniciação do Pix) with exactly one payee. Returns
 * `undefined` for anything else: a code with a second merchant account, with both a key and a URL, or with a recurring
 * mandate (Pix Automático, templates 80 to 99). Apps disagree about which payee of such a code counts.
 */
export function readPix(code: string): PixCode | undefined {
  const fields = readEmv(code);
  if (!fields || fields.get('53') !== '986' || fields.get('58') !== 'BR') return undefined;
  const account = pixAccount(fields);
  const key = account?.get('01');
  const url = account?.get('25');
  if (!(key ?? url) || (key !== undefined && url !== undefined)) return undefined;
  return omitUndefined({ dynamic: !key, key, url, amount: fields.get('54') });
}

/** Returns the template of the only merchant account, if it is of Pix and if nothing else in the code is. */
function pixAccount(fields: EmvFields): EmvFields | undefined {
  const [account, ...others] = [...fields].filter(([id]) => isAccountId(id));
  if (!account || others.length > 0 || account[0] < '26') return undefined;
  if ([...fields].some(([id, value]) => id >= '80' && value.toLowerCase().includes(PIX_GUI)))
    return undefined;
  const template = readTlv(account[1]);
  return template?.get('00')?.toLowerCase() === PIX_GUI ? template : undefined;
}
