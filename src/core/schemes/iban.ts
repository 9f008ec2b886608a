import { isCountry } from './bic.js';

/**
 * The account formats of the countries and territories of SEPA (EPC409-09): each part is a length and a
 * character set, where `n` is digits, `a` upper-case letters and `c` both (SWIFT, IBAN Registry, release
 * 101).
 */
const SEPA =
  'AD8n12c AL8n16c AT16n BE12n BG4a6n8c CH5n12c CY8n16c CZ20n DE18n DK14n EE16n ES20n FI14n ' +
  'FR10n11c2n GB4a14n GI4a15c GR7n16c HR17n HU24n IE4a14n IS22n IT1a10n12c LI5n12c LT16n LU3n13c ' +
  'LV4a13c MC10n11c2n MD20c ME18n MK3n10c2n MT4a5n18c NL4a10n NO11n PL24n PT21n RO4a16c RS18n SE20n ' +
  'SI15n SK20n SM1a10n12c VA18n';

const SEPA_COUNTRIES: ReadonlySet<string> = new Set(SEPA.split(' ').map((entry) => entry.slice(0, 2)));

/** The account formats of the other countries in the registry. */
const ELSEWHERE =
  'AE19n AZ4a20c BA16n BH4a14c BI23n BR23n1a1c BY4c4n16c CR18n DJ23n DO4c20n EG25n FK2a12n FO14n ' +
  'GE2a16n GL14n GT24c HN4a20n IL19n IQ4a15n JO4a4n18c KW4a22c KZ3n13c LB4n20c LC4a24c LY21n MN16n ' +
  'MR23n MU4a19n3a NI4a20n OM3n16c PK4a16c PS4a21c QA4a21c RU14n15c SA2n18c SC4a20n3a SD14n SO19n ' +
  'ST21n SV4a20n TL19n TN20n TR6n16c UA6n19c VG4a16n XK16n YE4a4n18c';

/** The lengths of whole IBANs by country. */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  `${SEPA} ${ELSEWHERE}`
    .split(' ')
    .map((entry) => [
      entry.slice(0, 2),
      (entry.match(/[0-9]+/g) ?? []).reduce((sum, run) => sum + Number(run), 4),
    ]),
);

const SETS: Readonly<Record<string, string>> = { n: '[0-9]', a: '[A-Z]', c: '[A-Z0-9]' };

/**
 * The account format by country. For other countries, only the limits of the standard apply: some use
 * unregistered IBANs.
 */
const FORMS: ReadonlyMap<string, RegExp> = new Map(
  `${SEPA} ${ELSEWHERE}`.split(' ').map((entry) => {
    const form = entry.slice(2).replace(/([0-9]+)([nac])/g, (_, length, set) => `${SETS[set]}{${length}}`);
    return [entry.slice(0, 2), new RegExp(`^${form}$`)];
  }),
);

/**
 * Whether `iban` (electronic form: no spaces, upper case) is valid: its general form, its country's form, and
 * the check digits of ISO 7064 MOD 97-10.
 */
export function isIban(iban: string): boolean {
  // Check digits are 02 to 98. The values 00, 01 and 99 can also leave the remainder 1, but are never
  // assigned.
  if (!/^[A-Z]{2}(?!00|01|99)[0-9]{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const account = iban.slice(4);
  const country = iban.slice(0, 2);
  return (
    isCountry(country) &&
    FORMS.get(country)?.test(account) !== false &&
    mod97(account + iban.slice(0, 4)) === 1
  );
}

/** The number of characters in the IBANs of a country; undefined if it is not in the registry. */
export function ibanLengthOf(country: string): number | undefined {
  return LENGTHS.get(country);
}

/** Whether the country of an IBAN belongs to the SEPA scheme. */
export function isSepaIban(iban: string): boolean {
  return SEPA_COUNTRIES.has(iban.slice(0, 2));
}

/** Whether the country of an IBAN is in the registry. */
export function isRegisteredIban(iban: string): boolean {
  return FORMS.has(iban.slice(0, 2));
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
