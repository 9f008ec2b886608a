import { weightedSum } from './weights.js';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
// A local part and a domain of RFC 5322; the Pix directory accepts no quoted or international addresses.
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i;
const CPF = /^[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}-?[0-9]{2}$/;

/** Whether a text under a QR key looks like a Pix key: a UUID, an e-mail address or a CPF. */
export function looksLikePixKey(text: string): boolean {
  return UUID.test(text) || EMAIL.test(text) || CPF.test(text);
}

/**
 * Whether `key` is well formed as a Pix key (Banco Central do Brasil, DICT): a random key (UUID), an e-mail
 * address of at most 77 characters, a phone number `+55…`, a CPF or a CNPJ, which may have letters since 2026
 * (Receita Federal, IN RFB 2.229/2024).
 */
export function isPixKey(key: string): boolean {
  if (UUID.test(key) || /^\+55[0-9]{10,11}$/.test(key)) return true;
  if (EMAIL.test(key)) return key.length <= 77;
  const compact = key.replace(/[./-]/g, '').toUpperCase();
  return /^(?:[0-9]{11}|[0-9A-Z]{12}[0-9]{2})$/.test(compact) && isTaxId(compact);
}

/**
 * Checks a CPF (11 digits) or CNPJ (14 characters): each of the last two digits is a check digit, modulo 11,
 * of the characters before it.
 */
function isTaxId(id: string): boolean {
  if (/^(?:(.)\1*|0{12}..)$/.test(id)) return false;
  // The weights count up from 2 from right to left; for a CNPJ they start again after 9.
  const weights = id.length === 11 ? [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] : [2, 3, 4, 5, 6, 7, 8, 9];
  return [-2, -1].every((end) => {
    const sum = weightedSum(id.slice(0, end), ...weights);
    return Number(id.at(end)) === ((sum * 10) % 11) % 10;
  });
}
