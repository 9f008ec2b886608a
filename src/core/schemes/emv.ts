import { defined } from '../defined.js';

/** One merchant-presented EMV code, read: values by two-digit id, in the order they came. */
export type EmvFields = ReadonlyMap<string, string>;

const PIX_GUI = 'br.gov.bcb.pix';

/** CRC-16/CCITT-FALSE (polynomial 0x1021, initial 0xFFFF) as four upper-case hexadecimal digits. */
export function crc16(bytes: Iterable<number>): string {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Writes one field: id, length in characters, value. Throws a RangeError past 99 characters. */
export function emvField(id: string, value: string): string {
  const { length } = [...value];
  if (length > 99) throw new RangeError(`EMV field ${id} is longer than 99 characters`);
  return id + String(length).padStart(2, '0') + value;
}

/** Closes a code: appends `6304` and the checksum over everything including it. */
export function sealEmv(body: string): string {
  const open = `${body}6304`;
  return open + crc16(new TextEncoder().encode(open));
}

/** Reads `ID2 LEN2 VALUE` to the end (EMV QRCPS MPM, 3); undefined if it is cut short or an id repeats. */
export function readTlv(text: string): EmvFields | undefined {
  const signs = [...text];
  const fields = new Map<string, string>();
  for (let at = 0; at < signs.length;) {
    const head = signs.slice(at, at + 4).join('');
    if (!/^[0-9]{4}$/.test(head)) return undefined;
    const id = head.slice(0, 2);
    const end = at + 4 + Number(head.slice(2));
    if (end > signs.length || fields.has(id)) return undefined;
    fields.set(id, signs.slice(at + 4, end).join(''));
    at = end;
  }
  return fields;
}

/**
 * Reads a code that begins `000201`, ends in field 63 and whose checksum holds; else undefined.
 * Lengths count characters; the checksum runs over UTF-8, and where the text has letters beyond ASCII over
 * Latin-1 too, because producers differ.
 */
export function readEmv(code: string): EmvFields | undefined {
  if (!code.startsWith('000201') || !/6304[0-9A-Fa-f]{4}$/.test(code)) return undefined;
  const fields = readTlv(code);
  if (!fields || [...fields.keys()].at(-1) !== '63') return undefined;
  const covered = code.slice(0, -4);
  const given = code.slice(-4).toUpperCase();
  const holds =
    crc16(new TextEncoder().encode(covered)) === given ||
    (isLatin1Beyond(covered) && crc16([...covered].map((sign) => sign.charCodeAt(0))) === given);
  return holds ? fields : undefined;
}

function isLatin1Beyond(text: string): boolean {
  return /[\u0080-\u00ff]/.test(text) && /^[\u0000-\u00ff]*$/.test(text);
}

// Field 53 (ISO 4217, numeric) and 58 of a code paid in a currency at home.
const HOMES: ReadonlyMap<string, string> = new Map([
  ['ARS', '032AR'],
  ['BRL', '986BR'],
  ['COP', '170CO'],
]);

/** What fields 53 and 58 of a code read for deposits in a currency; undefined where no such code is in use. */
export function codeHome(fiat: string | undefined): string | undefined {
  return HOMES.get(fiat ?? '');
}

/** What a Pix code says. A code with a `key` is static, even where a `url` stands beside it. */
export interface PixCode {
  readonly key?: string;
  readonly url?: string;
  /** Field 54 as it stands. Binding for a static code, informative for a dynamic one. */
  readonly amount?: string;
  readonly dynamic: boolean;
}

/** Reads a BR Code (Banco Central do Brasil, Manual de Padrões para Iniciação do Pix); else undefined. */
export function readPix(code: string): PixCode | undefined {
  const fields = readEmv(code);
  if (!fields || fields.get('53') !== '986' || fields.get('58') !== 'BR') return undefined;
  const account = pixTemplate(fields, 26, 51);
  if (!account) return undefined;
  const key = account.get('01');
  const url = account.get('25') ?? pixTemplate(fields, 80, 80)?.get('25');
  if (!key && !url) return undefined;
  return defined({ dynamic: !key, key: key || undefined, url: url || undefined, amount: fields.get('54') });
}

function pixTemplate(fields: EmvFields, first: number, last: number): EmvFields | undefined {
  for (let id = first; id <= last; id++) {
    const template = readTlv(fields.get(String(id)) ?? '');
    if (template?.get('00')?.toLowerCase() === PIX_GUI) return template;
  }
  return undefined;
}
