import type { HistoryStatus } from '../../../core/reader/history.js';

/**
 * English, and the shape of every other locale. `{amount}`, `{count}`, `{title}` and the like are
 * placeholders.
 */
export const en = {
  title: 'Recent deposits',
  test: 'Test: these deposits are not real',
  loading: 'Loading your deposits',
  empty: 'No deposits yet',
  emptyHint: 'Deposits appear here when they arrive.',
  /** Short names of methods. Any other has that of the slip. */
  titles: { spei: 'SPEI', cvu: 'CBU/CVU', ach: 'ACH', wire: 'Wire', sepa: 'SEPA' } as Record<string, string>,
  today: 'Today',
  yesterday: 'Yesterday',
  awaited: 'Not received yet',
  states: {
    waiting: 'Waiting',
    part: 'Part received',
    arrived: 'Received',
    over: 'Received, more than asked',
    returned: 'Sent back',
  } satisfies Record<HistoryStatus, string>,
  /** What a state means; nothing for a deposit that arrived as asked. */
  notes: {
    waiting: 'Nothing has been received yet. If you have paid, do not pay again: ask {merchant}.',
    part: 'Only part of the amount has been received. If you have paid the rest, do not pay again: ask {merchant}.',
    arrived: '',
    over: 'More was received than requested, and {merchant} can send the difference back.',
    returned: 'The money was sent back to the sender. If you did not expect this, ask {merchant}.',
  } satisfies Record<HistoryStatus, string>,
  /** Since when a deposit is awaited: a time of today, or another day. */
  since: { today: 'since {time}', day: 'since {time}' },
  /** Below an amount: what it is, or the difference to what was requested. */
  rest: 'still missing',
  missing: '{amount} missing',
  excess: '{amount} too much',
  /** The deposit itself, if the row shows all that was received for its order, and what was requested. */
  own: '{amount} in this deposit',
  requested: '{asked} requested',
  sums: '{received} received, {asked} requested',
  /** When a deposit, or a part of it, was sent back. `today`: on the day of its heading. */
  returned: { today: 'returned at {time}', day: 'returned {time}' },
  returnedPart: { today: '{amount} sent back at {time}', day: '{amount} sent back on {time}' },
  /** The deposit number, and the labels of what else is known. */
  number: 'Deposit {number}',
  reference: 'Order',
  asked: 'Requested amount',
  received: 'Received in all',
  /** What a press on a deposit that is awaited or a part does. */
  open: 'Show the payment details',
  showMore: 'Show more',
  added: '{count} deposits received or sent back',
  loadingMore: 'Loading more deposits',
  moreFailed: 'Earlier deposits could not be loaded.',
  newest: 'Back to the newest deposits',
  /** Announced when a deposit arrives while the list is open. */
  news: '{title}: {amount} received',
  paused: 'This list has stopped updating. If you have paid, do not pay again.',
  stale: 'This list could not be updated. If you have paid, do not pay again.',
  unreadable: 'Some deposits could not be shown. Ask {merchant} about them.',
  signIn: 'Go back to {merchant} and sign in again. If you have paid, do not pay again.',
  failed: 'Your deposits could not be loaded',
};
