/** Text, with one unit for each character or for each byte. */
type Units = readonly string[];

/** The fields (id, length and value) at the beginning of a text, and the number of units after them. */
interface Split {
  readonly fields: readonly (readonly [id: string, value: Units])[];
  readonly rest: number;
}

/** Splits a text into fields of id, length and value (EMV QRCPS MPM, 3). Lengths count units. */
export function splitFields(units: Units): Split {
  const fields: (readonly [string, Units])[] = [];
  let at = 0;
  while (/^[0-9]{4}$/.test(units.slice(at, at + 4).join(''))) {
    const end = at + 4 + Number(units.slice(at + 2, at + 4).join(''));
    if (end > units.length) break;
    fields.push([units.slice(at, at + 2).join(''), units.slice(at + 4, end)]);
    at = end;
  }
  return { fields, rest: units.length - at };
}

/** Whether a field identifies a payee: the merchant account of one network (EMV QRCPS MPM, 4.1). */
export function isAccountId(id: string): boolean {
  return id >= '02' && id <= '51';
}

/**
 * Letters and apostrophes that are one character, one UTF-16 unit and one grapheme each, in every
 * normalization form that keeps them: apps can only disagree about their bytes.
 */
const BEYOND_LATIN = /[^\0-\x7f\xaa\xba\u00c0-\u024f\u2018\u2019]/;

/**
 * Whether apps that count the bytes of a code or of a template find the same payee, amount, currency and
 * country.
 */
export function hasOneReading(code: string): boolean {
  if (BEYOND_LATIN.test(code)) return false;
  if (/^[\0-\x7f]*$/.test(code)) return true;
  const chars = [...code];
  const own = new Set(decisiveFields(chars, (value) => value));
  return [
    decisiveFields(encodeUtf8(chars), (value) => value),
    decisiveFields(encodeUtf8(chars), decodeUtf8),
    decisiveFields(chars, encodeUtf8),
  ].every((fields) => fields.every((field) => own.has(field)));
}

/** UTF-8 bytes as one character each. */
function encodeUtf8(chars: Units): Units {
  return [...new TextEncoder().encode(chars.join(''))].map((byte) => String.fromCharCode(byte));
}

function decodeUtf8(bytes: Units): Units {
  return [...new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))];
}

/**
 * The fields that decide who receives what, as a tolerant parser reads them. `inner` splits the value of a
 * template.
 */
function decisiveFields(units: Units, inner: (value: Units) => Units): string[] {
  return splitFields(units).fields.flatMap(([id, value]) => {
    if (id >= '53' && id <= '58') return [`${id} ${value.join('')}`];
    if (!isAccountId(id) && id < '80') return [];
    const parts = splitFields(inner(value)).fields;
    // The description of a Pix account (26-02) has no effect.
    const inside = parts
      .filter(([sub]) => sub !== '02')
      .map(([sub, part]) => `${id}.${sub} ${part.join('')}`);
    return parts.length > 0 ? inside : [`${id} ${value.join('')}`];
  });
}
