import { emvField, appendEmvCrc } from 'deposit-slip/core';
import { plainName } from './pix-code.js';
import type { Issue, Issuer } from './issuer.js';

/** What a code of Argentina's interoperable QR needs of an issue. */
export type ArCodeIssue = Pick<Issue, 'merchant' | 'txId' | 'amount'>;

/** Field 50 names the CUIT of whoever takes the payments: the sandbox, nobody's number (accounts.ts). */
const CUIT = '30000010010';

/**
 * A code of Transferencias 3.0 (BCRA): the wallet's template in 43, the funding's id in 62-05, the amount in 54 where
 * one was asked for. The same funding always makes the same code, so that nothing but its id need be kept.
 */
export function arCode({ merchant, txId, amount }: ArCodeIssue): string {
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

/** The code itself as a value. */
export const emvCode: Issuer = { make: arCode };
