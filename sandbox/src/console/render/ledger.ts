import { fromMinor } from 'deposit-slip/core';
import { html, nothing, type TemplateResult } from 'lit';
import type { Console } from '../actions.js';
import type { Row } from '../api.js';
import { amount, dateTime, differenceOf, hasWords, rowsOf, sumOf, text } from '../format.js';
import { rows, type State } from '../state.js';
import { emptyList, olderRows } from './list.js';

/** The result of `verify`: each invariant, and the postings with their debits and credits. */
export function ledgerView(console: Console): TemplateResult {
  const { state } = console;
  const postings = rows(state, 'postings').filter((posting) =>
    hasWords(state.filter, JSON.stringify(posting)),
  );
  return html`<ul class="invariants" aria-label="Invariants">
      ${rows(state, 'verification').map(invariant)}
    </ul>
    ${
      postings.length === 0
        ? emptyList(state, 'postings', 'Nothing has been booked yet.')
        : postingsTable(postings)
    }
    ${olderRows('postings', console)}`;
}

function postingsTable(postings: readonly Row[]): TemplateResult {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Ledger">
    <table class="ledger">
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">Entry</th>
          <th scope="col" class="number">Debit</th>
          <th scope="col" class="number">Credit</th>
          <th scope="col" class="number">Balance after</th>
        </tr>
      </thead>
      ${postings.map(postingRows)}
    </table>
  </div>`;
}

/** A short description of each invariant, by its number; the sandbox's README has the full ones. */
const INVARIANTS: Readonly<Record<number, string>> = {
  1: 'Postings sum to zero',
  2: 'No negative balance',
  3: 'Totals without a gap',
  4: 'Transfers are whole',
  5: 'One use of a clientId',
  6: 'Amount plus fee taken',
  7: 'Ids of transfers exist',
  8: 'Only appended',
  9: 'Time never goes back',
  10: 'Orders have a valid status',
  12: 'Decimals of the currency',
  14: 'Deposits credited once',
  15: 'Crypto paid or returned',
};

function invariant(row: Row): TemplateResult {
  const count = Number(row['violations']);
  const words = count === 0 ? 'holds' : `${count} violations`;
  return html`<li class=${count === 0 ? 'ok' : 'bad'}>
    <span aria-hidden="true">${count === 0 ? '✓' : '✕'}</span> <code>${text(row, 'id')}</code>
    <b>${INVARIANTS[Number(text(row, 'id').slice(1))] ?? ''}</b><span class="hidden">: ${words}</span>
  </li>`;
}

function postingRows(posting: Row): TemplateResult {
  const entries = rowsOf(posting, 'entries');
  const difference = differenceOf(entries);
  return html`<tbody>
    <tr class="head" tabindex="-1" data-key=${text(posting, 'id')}>
      <th scope="rowgroup" colspan="3">
        <code>${(posting['txIds'] as string[]).join(', ')}</code> ${nameOf(entries)}
        <span class="tag plain">${text(posting, 'fiat')}</span>
      </th>
      <td class="time" colspan="2">${dateTime(text(posting, 'createTime'))}</td>
    </tr>
    ${entries.map(entryRow)}
    <tr class="sum">
      <td colspan="2">Debit − credit = ${amount(difference)} ${difference === '0.00' ? '✓' : '✕'}</td>
      <td class="number">${total(entries, 'debit')}</td>
      <td class="number">${total(entries, 'credit')}</td>
      <td></td>
    </tr>
  </tbody>`;
}

function total(entries: readonly Row[], column: string): string {
  const sum = sumOf(entries, column);
  return sum === undefined ? '?' : amount(fromMinor(sum));
}

function entryRow(entry: Row): TemplateResult {
  const merchant = text(entry, 'merchantId');
  return html`<tr>
    <td>${merchant === '' ? text(entry, 'role') : `Merchant ${merchant}`}</td>
    <td class="mono">${merchant === '' ? html`<span class="muted">system</span>` : entryName(entry)}</td>
    <td class="number">${amount(text(entry, 'debit'))}</td>
    <td class="number">${amount(text(entry, 'credit'))}</td>
    <td class="number muted">${entry['total'] === null ? nothing : amount(text(entry, 'total'))}</td>
  </tr>`;
}

function entryName(entry: Row): string {
  return text(entry, 'category') === 'FEE' ? 'FEE' : text(entry, 'flowType');
}

/** A return is a posting of a deposit that debits a merchant. */
function isReturn(entries: readonly Row[]): boolean {
  return entries.some(
    (entry) =>
      text(entry, 'flowType') === 'DEPOSIT' &&
      text(entry, 'category') !== 'FEE' &&
      text(entry, 'merchantId') !== '' &&
      !/^[0.]*$/.test(text(entry, 'debit')),
  );
}

function nameOf(entries: readonly Row[]): string {
  const words = (isReturn(entries) ? 'return' : text(entries[0], 'flowType'))
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/ (?:in|out)$/, '');
  const who = [...new Set(entries.map((entry) => text(entry, 'merchantId')).filter(Boolean))];
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, ${who.join(' to ')}`;
}

/** The number of invariants that hold, for the badge. */
export function verdict(state: State): {
  readonly tone: string;
  readonly words: string;
  readonly short: string;
} {
  const invariants = rows(state, 'verification');
  const right = invariants.filter(({ violations }) => Number(violations) === 0).length;
  const short = `${right}/${invariants.length}`;
  if (invariants.length === 0) return { tone: 'warn', words: 'not verified yet', short: '' };
  const isRight = right === invariants.length;
  return { tone: isRight ? 'ok' : 'bad', words: `ledger ${isRight ? 'verified' : 'wrong'} ${short}`, short };
}
