import type { Mutant } from './mutants.js';

/** Mistakes in the element that lists deposits. */
export const HISTORY_MUTANTS: readonly Mutant[] = [
  {
    name: 'a history that keeps every page',
    file: 'src/widget/deposit-history/state.ts',
    edits: { 'all.length - MAX_KEPT': 'MAX_KEPT - MAX_KEPT' },
    caughtBy: ['test/widget/history/state.test.ts', 'keeps at most two hundred deposits'],
  },
  {
    name: 'a deposit that is news with every update',
    file: 'src/widget/deposit-history/state.ts',
    edits: { 'known.has(id) || listed.has(id);': 'known.has(`${id} `);' },
    caughtBy: ['test/widget/history/state.test.ts', 'forgets what was new with the next update'],
  },
  {
    name: 'an awaited deposit that opens in the slip of another endpoint',
    file: 'src/widget/shared/elements-of.ts',
    edits: {
      '&& resolveEndpoint((target as OfEndpoint).endpoint) === url;':
        '&& (target as OfEndpoint).endpoint !== url;',
    },
    caughtBy: ['test/widget/history/list.test.ts', 'does not open a slip of another endpoint'],
  },
  {
    name: 'a part whose own amount is asked for again',
    file: 'src/widget/deposit-history/events.ts',
    edits: {
      'this.amount = isPart ? headlineOf(deposit).missing : deposit.amount;': 'this.amount = deposit.amount;',
    },
    caughtBy: ['test/widget/history/opener.test.ts', 'requests the remainder of a part, whatever its own'],
  },
  {
    name: 'a tick beside a number that was not copied',
    file: 'src/widget/deposit-history/deposit-history.ts',
    edits: { 'if (openOf(this.#controller.state) !== openOf(this.#shown)) this.#copier.clear();': '' },
    caughtBy: ['test/widget/history/list.test.ts', 'forgets that a number was copied'],
  },
  {
    name: 'polling for a list that is not there yet',
    file: 'src/widget/deposit-history/history-controller.ts',
    edits: { "if (!watch || this.#state.status !== 'ready') return;": 'if (!watch) return;' },
    caughtBy: ['test/widget/history/requests.test.ts', 'do not poll before there is a list'],
  },
  {
    name: 'a showMore() that does not wait',
    file: 'src/widget/deposit-history/deposit-history.ts',
    edits: {
      'return this.#controller.showMore();':
        'void this.#controller.showMore();\n    return Promise.resolve();',
    },
    caughtBy: ['test/widget/history/list.test.ts', 'also shows more by its method, which resolves once they'],
  },
];
