import { record } from '../record.js';
import { isPixKey } from './pix-key.js';
import { hasOneReading, isAccountId, splitFields } from './emv-fields.js';

/** The fields of a merchant-presented EMV code: values by two-digit id, in their order in the code. */
export type EmvFields = ReadonlyMap<string, string>;

const PIX_GUI = 'br.gov.bcb.pix';
/**
 * Digits with at most one point, which may end the amount (EMV QRCPS MPM, 4.7.5). Some producers add zeros
 * before it, or more than two decimals (`10.000`).
 */
const AMOUNT = /^0*([0-9]+)(?:\.([0-9]{0,2}(?:[0-9]*[1-9])?)0*)?$/;

/**
 * Computes CRC-16/CCITT-FALSE (polynomial 0x1021, initial value 0xFFFF) as four upper-case hexadecimal
 * digits.
 */
export function crc16(bytes: Iterable<number>): string {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/**
 * Writes one field: id, length in characters, value. Throws a `RangeError` if the value is longer than 99
 * characters.
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
 * Reads fields of id, length and value (EMV QRCPS MPM, 3). Returns `undefined` if a field is cut short or an
 * id repeats.
 */
export function readTlv(text: string): EmvFields | undefined {
  const { fields, rest } = splitFields([...text]);
  const byId = new Map(fields.map(([id, value]) => [id, value.join('')]));
  return rest === 0 && byId.size === fields.length ? byId : undefined;
}

/**
 * Reads a code that begins with `000201` and ends with field 63. Returns `undefined` if the checksum or the
 * structure is wrong, if the code adds a tip or a fee (fields 55 to 57), or if its amount (54) is not a
 * decimal. Returns the amount without needless zeros and points (`0010.000` as `10.00`, `98.` as `98`).
 * Lengths count characters. The checksum covers UTF-8 bytes; if the text has non-ASCII letters, a checksum
 * over Latin-1 is accepted too, because producers differ. Letters beyond Latin are refused, and so are codes
 * in which an app that counts bytes finds another payee or amount.
 */
export function readEmv(code: string): EmvFields | undefined {
  // Cached, because one slip needs the fields of its code ten times: to check it, to compare it, and to show
  // it.
  if (latest?.code !== code) latest = { code, fields: parseEmv(code) };
  return latest.fields && new Map(latest.fields);
}

/** The most recently read code. */
let latest: { readonly code: string; readonly fields: EmvFields | undefined } | undefined;

function parseEmv(code: string): EmvFields | undefined {
  if (!code.startsWith('000201') || !/6304[0-9A-Fa-f]{4}$/.test(code)) return undefined;
  const fields = readTlv(code);
  if (!fields || [...fields.keys()].at(-1) !== '63' || fields.get('63')!.length !== 4) return undefined;
  const [, whole, decimals] = AMOUNT.exec(fields.get('54') ?? '0') ?? [];
  if (['55', '56', '57'].some((id) => fields.has(id)) || whole === undefined) return undefined;
  const covered = code.slice(0, -4);
  const checksum = code.slice(-4).toUpperCase();
  const isValid =
    crc16(new TextEncoder().encode(covered)) === checksum ||
    (isLatin1(covered) && crc16([...covered].map((char) => char.charCodeAt(0))) === checksum);
  if (!isValid || !hasOneReading(code)) return undefined;
  const amount = decimals ? `${whole}.${decimals}` : whole;
  return fields.has('54') ? new Map([...fields, ['54', amount]]) : fields;
}

function isLatin1(text: string): boolean {
  return !/[^\0-\xff]/.test(text);
}

// Field 53 (numeric ISO 4217 code) followed by field 58 (country), by currency.
const CODE_MARKETS: ReadonlyMap<string, string> = new Map([
  ['ARS', '032AR'],
  ['BRL', '986BR'],
  ['COP', '170CO'],
]);

/**
 * Returns fields 53 and 58 of a code for deposits in a currency, or `undefined` if no codes are in use there.
 */
export function codeMarketOf(fiat: string | undefined): string | undefined {
  return CODE_MARKETS.get(fiat ?? '');
}

/** The contents of a Pix code: its payee is either a `key` (static) or a `url` (dynamic). */
export interface PixCode {
  readonly key?: string;
  /** Without the scheme: `pix.example.com/qr/v2/…`. */
  readonly url?: string;
  /** Field 54, as a plain decimal. Binding in a static code, informative in a dynamic one. */
  readonly amount?: string;
  readonly dynamic: boolean;
}

/**
 * Reads a BR Code (Banco Central do Brasil, Manual de Padrões para Iniciação do Pix) with exactly one payee.
 * Returns `undefined` for anything else: a code with a second merchant account, with both a key and a URL, or
 * with a Pix template elsewhere, such as a recurring mandate (Pix Automático, templates 80 to 99). Apps
 * disagree about which payee of such a code counts.
 */
export function readPix(code: string): PixCode | undefined {
  const fields = readEmv(code);
  if (!fields || fields.get('53') !== '986' || fields.get('58') !== 'BR') return undefined;
  const account = pixAccount(fields);
  const key = account?.get('01');
  const url = account?.get('25');
  if (key === undefined ? !url : url !== undefined || !isPixKey(key)) return undefined;
  return record({ dynamic: !key, key, url, amount: fields.get('54') });
}

/**
 * Returns the template of the only merchant account, if it is a Pix account and no other field is a Pix
 * template.
 */
function pixAccount(fields: EmvFields): EmvFields | undefined {
  const [account, ...others] = [...fields].filter(([id]) => isAccountId(id));
  if (!account || others.length > 0 || account[0] < '26') return undefined;
  if ([...fields].some(([id, value]) => !isAccountId(id) && value.toLowerCase().includes(PIX_GUI)))
    return undefined;
  const template = readTlv(account[1]);
  return template?.get('00')?.toLowerCase() === PIX_GUI ? template : undefined;
}
