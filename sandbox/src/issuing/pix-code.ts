import { emvField, appendEmvCrc } from 'deposit-slip/core';
import { drawPixKey } from './accounts.js';
import type { Issue, Issuer } from './issuer.js';

/** Longest merchant name of an EMV code (EMV QRCPS MPM, field 59). */
const NAME_LENGTH = 25;

/**
 * A static BR Code (Banco Central do Brasil, Manual de Padrões para Iniciação do Pix): the key of the issue in 26-01,
 * the funding's id as txid in 62-05, the amount in 54 where the method heeds one.
 */
export const pixCode: Issuer = { make: brCode };

function brCode(issue: Issue): string {
  const account = emvField('00', 'br.gov.bcb.pix') + emvField('01', drawPixKey(issue));
  const txid = issue.txId === undefined ? '***' : String(issue.txId);
  return appendEmvCrc(
    [
      emvField('00', '01'),
      emvField('26', account),
      emvField('52', '0000'),
      emvField('53', '986'),
      issue.amount === undefined ? '' : emvField('54', issue.amount),
      emvField('58', 'BR'),
      emvField('59', plainName(issue.merchant.name)),
      emvField('60', 'SAO PAULO'),
      emvField('62', emvField('05', txid)),
    ].join(''),
  );
}

/**
 * A name as a code carries it. Producers strip accents: lengths count characters and checksums bytes, and readers differ
 * beyond ASCII.
 */
export function plainName(name: string): string {
  const ascii = name.normalize('NFD').replace(/[^\x20-\x7e]/g, '');
  return ascii.slice(0, NAME_LENGTH).trim();
}
