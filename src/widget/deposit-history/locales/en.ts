import type { HistoryStatus } from '../../../core/reader/history.js';

/** English, and the shape of every other locale. `{amount}`, `{count}`, `{title}` and `{merchant}` are placeholders. */
export const en = {
  title: 'Recent deposits',
  test: 'Test: these deposits are not real',
  loading: 'Loading your deposits',
  empty: 'No deposits yet',
  emptyHint: 'Each deposit appears here when it arrives.',
  /** The names of methods whose title on the slip also warns of another one. */
  titles: { ach: 'ACH transfer', wire: 'Wire transfer' } as Record<string, string>,
  today: 'Today',
  yesterday: 'Yesterday',
  awaited: 'Not received yet',
  states: {
    waiting: 'Waiting',
    arrived: 'Received',
    'other-amount': 'Different amount',
    returned: 'Returned',
  } satisfies Record<HistoryStatus, string>,
  /** What a state means; nothing for a deposit that arrived as asked. */
  notes: {
    waiting: 'Nothing has been received yet. If you paid some time ago, ask {merchant}.',
    arrived: '',
    'other-amount': 'The amount received is not the one requested. Ask {merchant} what to do next.',
    returned: 'The money went back to the sender. If you did not expect this, ask {merchant}.',
  } satisfies Record<HistoryStatus, string>,
  /** What a press on a waiting deposit does. */
  open: 'Show the payment details',
  showMore: 'Show more',
  added: '{count} more deposits',
  loadingMore: 'Loading more deposits',
  moreFailed: 'Earlier deposits could not be loaded.',
  newest: 'Back to the newest deposits',
  /** Announced when a deposit arrives while the list is open. */
  news: '{title}: {amount} received',
  paused: 'The list is no longer updated',
  stale: 'The list could not be updated',
  unreadable: 'Some deposits could not be shown. Ask {merchant} about them.',
  failed: 'Your deposits could not be loaded',
};
