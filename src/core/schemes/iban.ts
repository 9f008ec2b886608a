// IBAN lengths of the countries and territories of the SEPA scheme (ISO 13616 registry; EPC409-09).
// IBANs of other countries need only meet the limits of the standard: an outdated table would refuse real accounts.
const SEPA_LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 ' +
    'IS26 IT27 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/**
 * Whether `iban` (electronic form: no spaces, upper case) is valid: its form, the length of its country, and the
 * check digits of ISO 7064 MOD 97-10.
 */
export function isIban(iban: string): boolean {
  // Check digits are 02 to 98. The values 00, 01 and 99 can also leave the remainder 1, but are never assigned.
  if (!/^[A-Z]{2}(?!00|01|99)[0-9]{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const length = SEPA_LENGTHS.get(iban.slice(0, 2));
  if (length !== undefined && iban.length !== length) return false;
  return mod97(iban.slice(4) + iban.slice(0, 4)) === 1;
}

/** Whether the country of an IBAN belongs to the SEPA scheme. */
export function isSepaIban(iban: string): boolean {
  return SEPA_LENGTHS.has(iban.slice(0, 2));
}

/** Returns the two check digits that make `country` + check digits + `bban` a valid IBAN. */
export function ibanCheckDigits(country: string, bban: string): string {
  return String(98 - mod97(`${bban}${country}00`)).padStart(2, '0');
}

function mod97(text: string): number {
  let remainder = 0;
  for (const char of text) {
    const value = Number.parseInt(char, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
