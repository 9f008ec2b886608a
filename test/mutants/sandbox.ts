import type { Mutant } from './mutants.js';

/** Mistakes in the sandbox that would let a stranger in, report a wrong sum, or lose or repeat a payment. */
export const SANDBOX_MUTANTS: readonly Mutant[] = [
  {
    name: 'a foreign host beside an allowed one',
    file: 'sandbox/src/http/hosts.ts',
    edits: { 'hosts.every(': 'hosts.some(' },
    caughtBy: ['sandbox/test/proofs/hosts.test.ts', 'if only its target, an absolute URL, names the foreign'],
  },
  {
    name: 'a URL that opens the console twice',
    file: 'sandbox/src/console-urls.ts',
    edits: { 'key.isUsed = true;': '' },
    caughtBy: ['sandbox/test/console.test.ts', 'gets the control token for the key in the fragment of a URL'],
  },
  {
    name: 'a URL that opens the console for ever',
    file: 'sandbox/src/console-urls.ts',
    edits: { 'this.#now() < expires': 'expires > 0' },
    caughtBy: ['sandbox/test/console.test.ts', 'opens it for ten minutes'],
  },
  {
    name: 'a form of another port of this machine',
    file: 'sandbox/src/simulator/guard.ts',
    edits: { "site !== 'same-origin' && site !== 'none'": "site === 'cross-site'" },
    caughtBy: ['sandbox/test/simulator.test.ts', 'a form submitted by another site is a 403'],
  },
  {
    name: 'a way back to any host',
    file: 'sandbox/src/simulator/return-link.ts',
    edits: { 'isLoopback(host) || allowedHosts': 'isLoopback(host) || host || allowedHosts' },
    caughtBy: ['sandbox/test/simulator-languages.test.ts', 'is never a link to anything else'],
  },
  {
    name: 'a statement in the middle of a restore',
    file: 'sandbox/src/db/postgres.ts',
    edits: { 'client.query(BEGIN), run(': "client.query('begin'), run(" },
    caughtBy: [
      'sandbox/test/engines.test.ts',
      'runs neither a transaction nor a single statement at the same time',
    ],
  },
  {
    name: 'a deposit whose references name two currencies',
    file: 'sandbox/src/ledger/reconcile.ts',
    edits: {
      'merchant === first.merchant && fiat === first.fiat': 'merchant === first.merchant',
    },
    caughtBy: ['sandbox/test/deposits.test.ts', 'contradicts its references or its payee'],
  },
  {
    name: 'a deposit in another currency',
    file: 'sandbox/src/ledger/deposits.ts',
    edits: { "if (target.fiat !== fiat) return 'other currency';": '' },
    caughtBy: ['sandbox/test/deposits.test.ts', 'contradicts its references or its payee'],
  },
  {
    name: 'crypto transfers after startTime',
    file: 'sandbox/src/ledger/crypto-transfers.ts',
    edits: { 'r.at >=': 'r.at >' },
    caughtBy: ['sandbox/test/crypto-transfers.test.ts', 'by token, clientId, merchant and time'],
  },
  {
    name: 'details of a channel that is not active',
    file: 'sandbox/src/ledger/payees.ts',
    edits: { 'is_active as "isActive"': 'true as "isActive"' },
    caughtBy: ['sandbox/test/channels.test.ts', 'is active from the start'],
  },
  {
    name: 'a deposit to a channel that is not active',
    file: 'sandbox/src/ledger/reconcile.ts',
    edits: { "c.status = 'active' and": '' },
    caughtBy: ['sandbox/test/channels.test.ts', 'credits no deposit to its details'],
  },
  {
    name: 'an activation repeated with other values',
    file: 'sandbox/src/ledger/activations.ts',
    edits: { 'a.field_list::text = $5': '$5::text is not null' },
    caughtBy: ['sandbox/test/channels.test.ts', 'can be repeated only with the same values; another alias'],
  },
  {
    name: 'orders up to and including endTime',
    file: 'sandbox/src/ledger/orders.ts',
    edits: {
      'i.at < least(until': 'i.at <= least(until',
      'i.at < spot.until': 'i.at <= spot.until',
    },
    caughtBy: ['sandbox/test/orders.test.ts', 'from startTime, inclusive, to endTime, exclusive'],
  },
  {
    name: "a claim to another merchant's payment method",
    file: 'sandbox/src/ledger/payouts.ts',
    edits: { 'where merchant = $1 and id = $2': 'where $1::bigint > 0 and id = $2' },
    caughtBy: ['sandbox/test/proofs/isolation.test.ts', 'userPaymentId of operation 3'],
  },
  {
    name: 'an amount without the scale of its token',
    file: 'sandbox/src/ledger/units.ts',
    edits: { "fraction.padEnd(decimals, '0')": 'fraction' },
    caughtBy: ['sandbox/test/operator.test.ts', 'an amount too large'],
  },
  {
    name: 'a body limited chunk by chunk',
    file: 'sandbox/src/http/body.ts',
    edits: { 'if (size > MAX_BODY)': 'if (chunk.byteLength > MAX_BODY)' },
    caughtBy: ['sandbox/test/malformed.test.ts', 'claim'],
  },
  {
    name: 'a rollback reported as a commit',
    file: 'sandbox/src/db/postgres.ts',
    edits: { "if (command !== 'COMMIT')": "if (command === '')" },
    caughtBy: ['sandbox/test/engines.test.ts', 'that throws, or that ignores a failed statement'],
  },
  {
    name: 'a snapshot of several moments',
    file: 'sandbox/src/db/postgres.ts',
    edits: { "'begin isolation level repeatable read'": "'begin'" },
    caughtBy: ['sandbox/test/copies.test.ts', 'is created and restored between transactions, and waiting'],
  },
  {
    name: 'a restore that forgets what was written since it began',
    file: 'sandbox/src/db/table-copies.ts',
    edits: { "where written >= '${horizon}'": "where false and written >= '${horizon}'" },
    caughtBy: ['sandbox/test/table-copies.test.ts', 'undoes what one has written since the restore began'],
  },
  {
    name: 'a restore that loses indexes',
    file: 'sandbox/src/db/table-copies.ts',
    edits: { '...indexes.map(({ create }) => create),': '' },
    caughtBy: ['sandbox/test/table-copies.test.ts', 'restores tables that have lost most of their rows'],
  },
  {
    name: 'a request that queues anew for each statement',
    file: 'sandbox/src/control/route.ts',
    edits: { 'context.db.forRequest()': 'context.db' },
    caughtBy: ['sandbox/test/fair-queue.test.ts', 'end in the order of arrival, however many statements'],
  },
  {
    name: 'a return in the future',
    file: 'sandbox/src/control/deposits.ts',
    edits: {
      'await refuseFuture(db, body);\n      return mapDatabaseErrors(() => db.transaction':
        'return mapDatabaseErrors(() => db.transaction',
    },
    caughtBy: ['sandbox/test/operator.test.ts', 'a deposit returned in the future'],
  },
  {
    name: 'a deposit shown as its own return',
    file: 'sandbox/src/ledger/deposits.ts',
    edits: { ' and r.changed < 0': '' },
    caughtBy: ['sandbox/test/returns.test.ts', 'as a second flow of the same txId'],
  },
  {
    name: 'the return of a deposit that was not credited',
    file: 'sandbox/src/simulator/presets.ts',
    edits: {
      'matched ? storeReturn(tx, BigInt(id), milliseconds) : undefined':
        'storeReturn(tx, BigInt(id), milliseconds)',
      'async (tx, milliseconds, { id, matched })': 'async (tx, milliseconds, { id })',
    },
    caughtBy: ['sandbox/test/simulator-presets.test.ts', 'a deposit that was not credited is not returned'],
  },
  {
    name: 'a deposit booked although its return was not scheduled',
    file: 'sandbox/src/simulator/presets.ts',
    edits: { 'context.db.transaction(work)': 'work(context.db)' },
    caughtBy: ['sandbox/test/simulator-presets.test.ts', 'if the next step of'],
  },
  {
    name: 'a virtual account of any currency',
    file: 'sandbox/src/schemas/details.ts',
    edits: { 'fiat: z.literal(method.fiat),\n    depositAlias': 'fiat: z.string(),\n    depositAlias' },
    caughtBy: ['sandbox/test/wire.test.ts', 'a virtual account has only the currency of its method'],
  },
  {
    name: 'a ledger that is verified before it was',
    file: 'sandbox/src/console/render/ledger.ts',
    edits: { 'if (invariants.length === 0) return': 'if (invariants.length < 0) return' },
    caughtBy: ['sandbox/test/console.test.ts', 'is not verified until it is'],
  },
  {
    name: 'a ledger that is verified after the first requests only',
    file: 'sandbox/src/console/store.ts',
    edits: { 'this.#settling = undefined;\n      void': 'void' },
    caughtBy: ['test/e2e/console.test.ts', 'verifies the visible ledger again after each burst of requests'],
  },
  {
    name: 'a table that keys cannot scroll',
    file: 'sandbox/src/console/render/merchants.ts',
    edits: { ' tabindex="0" role="region" aria-label="Balances"': ' role="region" aria-label="Balances"' },
    caughtBy: ['test/e2e/console.test.ts', 'shows every column, button and badge in full at every width'],
  },
  {
    name: 'a fault that does not say what it matches',
    file: 'sandbox/src/console/faults.ts',
    edits: { '.map(([name, value]) => `${name} ${String(value)}`)': '.map(([, value]) => String(value))' },
    caughtBy: ['test/e2e/console.test.ts', 'shows every key, and turns single keys off'],
  },
  {
    name: 'a view that a key opens and that does not take the focus',
    file: 'sandbox/src/console/sandbox-console.ts',
    edits: { "    this.#focusNext = '#title';\n    // No": '    // No' },
    caughtBy: ['test/e2e/console.test.ts', 'groups account numbers visually only, and names each invariant'],
  },
];
