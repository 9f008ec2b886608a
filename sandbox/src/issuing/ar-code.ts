import { emvField, appendEmvCrc } from 'deposit-slip/core';
import { EMV_PATTERN, plainName } from './pix-code.js';
import type { Issuer, IssuerInput } from './issuer.js';

/** The content of an Argentine QR code. */
export type ArCodeInput = Pick<IssuerInput, 'merchant' | 'txId' | 'amount'>;

/**
 * Field 50 carries the CUIT of the payment acceptor, here the sandbox's own unassigned number (accounts.ts).
 */
const CUIT = '30000010010';

/**
 * The payload of an interoperable QR code in Argentina (BCRA, Transferencias 3.0): the wallet's template in
 * field 43, the txId in 62-05, the requested amount in 54. The same input always gives the same code, so
 * codes are not stored.
 */
export function arCode({ merchant, txId, amount }: ArCodeInput): string {
  return appendEmvCrc(
    [
      emvField('00', '01'),
      emvField('01', '12'),
      emvField('43', emvField('00', 'com.example.sandbox') + emvField('01', String(txId ?? merchant.id))),
      emvField('50', emvField('00', CUIT)),
      emvField('52', '9700'),
      emvField('53', '032'),
      amount === undefined ? '' : emvField('54', amount),
      emvField('58', 'AR'),
      emvField('59', plainName(merchant.name)),
      emvField('60', 'CABA'),
      emvField('62', emvField('05', String(txId ?? '***'))),
    ].join(''),
  );
}

/** The payload itself, for a field that holds a code and not a link to it. */
export const emvCode: Issuer = { pattern: EMV_PATTERN, make: arCode };
