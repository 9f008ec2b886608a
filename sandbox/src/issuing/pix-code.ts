import { emvField, appendEmvCrc } from 'deposit-slip/core';
import { makePixKey } from './accounts.js';
import type { Issuer, IssuerInput } from './issuer.js';

/** Maximum length of the merchant name in an EMV code (EMV QRCPS MPM, field 59). */
const MAX_NAME_LENGTH = 25;

/** The form of an EMV code: its first field, and the checksum at its end. */
export const EMV_PATTERN = /^000201[^\x00-\x1f\x7f]*6304[0-9A-F]{4}$/;

/**
 * A static BR Code (Banco Central do Brasil, Manual de Padrões para Iniciação do Pix): the Pix key in 26-01,
 * the txId in 62-05, the amount in 54 if the method uses one.
 */
export const pixCode: Issuer = { pattern: EMV_PATTERN, make: brCode };

function brCode(input: IssuerInput): string {
  const account = emvField('00', 'br.gov.bcb.pix') + emvField('01', makePixKey(input));
  const txid = input.txId === undefined ? '***' : String(input.txId);
  return appendEmvCrc(
    [
      emvField('00', '01'),
      emvField('26', account),
      emvField('52', '0000'),
      emvField('53', '986'),
      input.amount === undefined ? '' : emvField('54', input.amount),
      emvField('58', 'BR'),
      emvField('59', plainName(input.merchant.name)),
      emvField('60', 'SAO PAULO'),
      emvField('62', emvField('05', txid)),
    ].join(''),
  );
}

/**
 * A merchant name for an EMV code, in ASCII and cut to length. Codes omit accents, because lengths count
 * characters while checksums count bytes, and readers treat anything beyond ASCII differently.
 */
export function plainName(name: string): string {
  const ascii = name.normalize('NFD').replace(/[^\x20-\x7e]/g, '');
  return ascii.slice(0, MAX_NAME_LENGTH).trim();
}
