/** The countries of ISO 3166-1, and Kosovo (XK): a first letter, and each letter that follows it. */
const COUNTRIES =
  'ADEFGILMOQRSTUWXZ BABDEFGHIJLMNOQRSTVWYZ CACDFGHIKLMNORUVWXYZ DEJKMOZ ECEGHRST FIJKMOR ' +
  'GABDEFGHILMNPQRSTUWY HKMNRTU IDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ ' +
  'NACEFGILOPRUZ OM PAEFGHKLMNRSTWY QA REOSUW SABCDEGHIJKLMNORSTVXYZ TCDFGHJKLMNORTVWZ UAGMSYZ ' +
  'VACEGINU WFS XK YET ZAMW';

const LETTERS: ReadonlyMap<string, string> = new Map(
  COUNTRIES.split(' ').map((entry) => [entry[0]!, entry.slice(1)]),
);

/**
 * Whether `bic` has the form of a BIC: 4 letters, a country, 2 characters and optionally 3 more (ISO 9362).
 * The 2014 edition also allows digits among the first 4, but SWIFT has assigned none.
 */
export function isBic(bic: string): boolean {
  if (!/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic)) return false;
  return isCountry(bic.slice(4, 6));
}

/** Whether two letters are the code of a country of ISO 3166-1, or of Kosovo. */
export function isCountry(code: string): boolean {
  return LETTERS.get(code[0]!)?.includes(code[1]!) === true;
}
