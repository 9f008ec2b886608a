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
  const { length } = digits;
  // Weights grow from 2, right to left; those of a CNPJ begin anew after 9.
  const turn = length === 11 ? 10 : 8;
  return [length - 2, length - 1].every((end) => {
    let sum = 0;
    for (let i = 0; i < end; i++) sum += Number(digits[end - 1 - i]) * (2 + (i % turn));
    return Number(digits[end]) === ((sum * 10) % 11) % 10;
  });
}
