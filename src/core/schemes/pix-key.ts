import { weightedSum } from './weights.js';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;
const CPF = /^[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}-?[0-9]{2}$/;

/** Whether a text looks like a key where nothing says that it is one: a UUID, an e-mail address, a CPF. */
export function looksLikePixKey(text: string): boolean {
  return UUID.test(text) || EMAIL.test(text) || CPF.test(text);
}

/**
 * Whether `key` can be a Pix key (Banco Central do Brasil, DICT): random (UUID), e-mail of 77 characters at most, phone
 * `+55…`, CPF or CNPJ. Check digits are held against numeric ones alone; a CNPJ may have letters.
 */
export function isPixKey(key: string): boolean {
  if (UUID.test(key) || /^\+55[0-9]{10,11}$/.test(key)) return true;
  if (EMAIL.test(key)) return key.length <= 77;
  const compact = key.replace(/[./-]/g, '');
  if (/^(?:[0-9]{11}|[0-9]{14})$/.test(compact)) return isTaxId(compact);
  return /^[0-9A-Z]{14}$/.test(compact);
}

/** CPF (11 digits) or CNPJ (14): the last two digits each close what stands before them, modulo 11. */
function isTaxId(digits: string): boolean {
  if (/^(.)\1*$/.test(digits)) return false;
  // Weights grow from 2, right to left; those of a CNPJ begin anew after 9.
  const weights = digits.length === 11 ? [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] : [2, 3, 4, 5, 6, 7, 8, 9];
  return [-2, -1].every((end) => {
    const sum = weightedSum(digits.slice(0, end), ...weights);
    return Number(digits.at(end)) === ((sum * 10) % 11) % 10;
  });
}
