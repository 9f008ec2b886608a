import type { Mutant } from './mutants.js';

/** Mistakes in the kit and in the client, where the API token is. */
export const SERVER_MUTANTS: readonly Mutant[] = [
  {
    name: 'a deposit of another merchant that is followed',
    file: 'src/server/client/flow-poller.ts',
    edits: { '    (flow.merchantId ?? merchantId) === merchantId &&\n': '' },
    caughtBy: ['test/server/client/follow.test.ts', 'yields no other flow'],
  },
  {
    name: 'a cursor moved by a deposit of the future',
    file: 'src/server/client/flow-cursor.ts',
    edits: { 'Math.min(createTime, now) - this.#overlap': 'createTime - this.#overlap' },
    caughtBy: ['test/server/client/follow.test.ts', 'after one dated in the future'],
  },
  {
    name: 'an amount that loses digits',
    file: 'src/server/client/body.ts',
    edits: { 'new LosslessNumber(amount)': 'new LosslessNumber(String(Number(amount)))' },
    caughtBy: ['test/server/client/operations.test.ts', 'sends the request of the specification'],
  },
  {
    name: 'a token left in an error in lower case',
    file: 'src/server/client/redact.ts',
    edits: { "'gi'": "'g'" },
    caughtBy: ['test/server/client/secrets.test.ts', 'whatever the API echoes'],
  },
  {
    name: 'a request id of several words',
    file: 'src/server/client/transport.ts',
    edits: { '/^[\\x21-\\x7e]{1,128}$/': '/^[^]{1,128}$/' },
    caughtBy: ['test/server/client/errors.test.ts', 'could be a forged log line'],
  },
  {
    name: 'an answer that says two things',
    file: 'src/server/client/exact-json.ts',
    edits: { 'hasDuplicateKey(text, value) ? undefined : { value }': '{ value }' },
    caughtBy: ['test/server/client/errors.test.ts', 'a member twice'],
  },
  {
    name: 'an activation that is repeated',
    file: 'src/server/client/caller.ts',
    edits: { 'retries: isIdempotent ? retries : 0': 'retries' },
    caughtBy: ['test/server/client/retries.test.ts', 'is never retried, whatever the options say'],
  },
  {
    name: 'a token sent to where a redirect leads',
    file: 'src/server/client/transport.ts',
    edits: { "redirect: 'manual'": "redirect: 'follow'" },
    caughtBy: ['test/server/client/operations.test.ts', 'follows no redirect'],
  },
  {
    name: 'a request sent after it was aborted',
    file: 'src/server/client/transport.ts',
    edits: { 'if (outer?.aborted) return abortedBy(outer);\n': '' },
    caughtBy: ['test/server/client/errors.test.ts', 'is not sent if the signal was aborted before'],
  },
  {
    name: 'a stored value that is no text',
    file: 'src/server/kit/cache.ts',
    edits: { "if (typeof text !== 'string') throw new TypeError('A store must return text');": '' },
    caughtBy: ['test/server/same-slip.test.ts', 'is logged if it returns something other than text'],
  },
  {
    name: 'a visit that is not compared',
    file: 'src/server/kit/visit.ts',
    edits: {
      'visits.length === 1 && (await isVisitOf(grant, visits[0]!, await key))': 'visits.length === 1',
    },
    caughtBy: ['test/proofs/server/fairness.test.ts', 'gets no answer of another visit shown'],
  },
  {
    name: 'one share of the store for all visits',
    file: 'src/server/kit/cache.ts',
    edits: { '? { visit, purpose }': "? { visit: '', purpose }" },
    caughtBy: ['test/proofs/server/fairness.test.ts', 'pushes out nothing of others'],
  },
  {
    name: 'a limit for each session',
    file: 'src/server/kit/authenticate.ts',
    edits: {
      'limitKey: await visitKey(grant) }': "limitKey: String(request.headers.get('authorization')) }",
    },
    caughtBy: ['test/proofs/server/fairness.test.ts', 'share one limit and one number of new slips'],
  },
  {
    name: 'new slips without end',
    file: 'src/server/kit/slips.ts',
    edits: { 'standing && (await refreshes.take(grant))': 'undefined as Rejection | undefined' },
    caughtBy: ['test/server/refreshes.test.ts', 'are ten an hour'],
  },
  {
    name: 'a deposit that closes several orders',
    file: 'src/server/kit/deposit-owners.ts',
    edits: {
      'if (grant.ownAccount !== true || grant.amount === undefined || flows.length === 0)':
        'if (flows.length >= 0)',
    },
    caughtBy: ['test/server/own-account.test.ts', 'closes one visit if all ask at the same moment'],
  },
  {
    name: 'a deposit by the code of another payer in a history',
    file: 'src/server/kit/history.ts',
    edits: { 'return isOwn ?': 'return isOwn || txId ?' },
    caughtBy: ['test/server/history.test.ts', 'leaves out a deposit whose code was issued'],
  },
  {
    name: 'a history of every merchant',
    file: 'src/server/kit/history.ts',
    edits: { '    if ((flow.merchantId ?? merchantId) !== merchantId) return undefined;\n': '' },
    caughtBy: ['test/server/history.test.ts', 'lists nothing but deposits of its merchant'],
  },
  {
    name: 'one page of a history for all visits',
    file: 'src/server/kit/history.ts',
    edits: { "cacheKey('page', await visitDigestOf(grant), asked)": "cacheKey('page', 'all', asked)" },
    caughtBy: ['test/server/history-visit.test.ts', 'is that of its visit only'],
  },
  {
    name: 'pages of a history that move when a deposit arrives',
    file: 'src/server/kit/history.ts',
    edits: { 'endTime: cursor?.endTime,': 'endTime: undefined,' },
    caughtBy: ['test/server/history.test.ts', 'lists every deposit once while others arrive'],
  },
  {
    name: 'one rollback that takes back every deposit of its code',
    file: 'src/server/kit/history-rows.ts',
    edits: { 'if (at !== -1) open.splice(at, 1);': '' },
    caughtBy: ['test/server/history-returned.test.ts', 'is one deposit for each rollback'],
  },
  {
    name: 'an amount of a history compared as text',
    file: 'src/server/kit/history-rows.ts',
    edits: { 'compareAmounts(amount, asked)': '(amount === asked ? 0 : 1)' },
    caughtBy: ['test/server/history.test.ts', 'compares a deposit with the fixed amount'],
  },
  {
    name: 'a paid code that a history awaits',
    file: 'src/server/kit/visit-history.ts',
    edits: { 'return hasCode(entry, txId);': 'return false;' },
    caughtBy: ['test/server/history-waiting.test.ts', 'until its code is paid'],
  },
  {
    name: 'a list that loses what another copy wrote',
    file: 'src/server/kit/shared-list.ts',
    edits: { '(await this.#take(lock)) || looks === MAX_LOOKS': '(await this.#take(lock)) || looks >= 0' },
    caughtBy: ['test/server/history-waiting.test.ts', 'if several copies of the kit issue slips'],
  },
  {
    name: 'a cursor that is not signed',
    file: 'src/core/signature-prefix.ts',
    edits: { "['history', 'before'] as const": "['history'] as const" },
    caughtBy: ['test/server/signature.test.ts', 'signs a history with its cursor'],
  },
  {
    name: 'a grant read a second time',
    file: 'src/server/kit/grant.ts',
    edits: { 'const grant = copyOf(value);': 'const grant = value as Record<string, unknown>;' },
    caughtBy: ['test/server/grants.test.ts', 'even if a member differs when it is read again'],
  },
  {
    name: 'an amount of any length in a grant',
    file: 'src/server/kit/grant.ts',
    edits: { 'isAmount(value) && DIGITS.test(value)': 'isAmount(value)' },
    caughtBy: ['test/server/grants.test.ts', 'an amount of more than 15 digits'],
  },
  {
    name: 'a stored list without its bad entries',
    file: 'src/server/kit/shape.ts',
    edits: {
      'entries.includes(undefined) ? undefined : (entries as Entry[])':
        'entries.filter((entry) => entry !== undefined)',
    },
    caughtBy: ['test/server/shape.test.ts', 'is undefined if a member is missing or has another shape'],
  },
  {
    name: 'a stored object without its bad optional members',
    file: 'src/server/kit/shape.ts',
    edits: {
      '.filter(([name]) => own(value, name) !== undefined)':
        '.filter(([name, read]) => (read as Read<unknown>)(own(value, name)) !== undefined)',
    },
    caughtBy: ['test/server/shape.test.ts', 'is undefined if a member is missing or has another shape'],
  },
  {
    name: 'an id of an unexpected form that counts as missing',
    file: 'src/contract/flow-reader.ts',
    edits: { 'textOf(value) || undefined': 'id(value)' },
    caughtBy: ['test/contract/flow-reader.test.ts', 'keep ids of an unexpected form'],
  },
  {
    name: 'a time in seconds read as milliseconds',
    file: 'src/contract/flow-reader.ts',
    edits: { 'isTimeText(text) ? Number(text) : undefined': 'Number(text)' },
    caughtBy: ['test/contract/flow-reader.test.ts', 'without members that cannot be read'],
  },
];
