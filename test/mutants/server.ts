import type { Mutant } from './mutants.js';

/** Mistakes in the kit and in the client, which hold the API token. */
export const SERVER_MUTANTS: readonly Mutant[] = [
  {
    name: 'an amount that loses digits',
    file: 'src/server/client/body.ts',
    edits: { 'new LosslessNumber(amount)': 'new LosslessNumber(String(Number(amount)))' },
    caughtBy: ['test/server/client/operations.test.ts', 'sends the request of the specification'],
  },
  {
    name: 'a token left in an error in lower case',
    file: 'src/server/token-pattern.ts',
    edits: { "'gi'": "'g'" },
    caughtBy: ['test/server/client/secrets.test.ts', 'whatever the API echoes'],
  },
  {
    name: 'an abort after the fetch has rejected',
    file: 'src/server/client/transport.ts',
    edits: {
      "    return failure('connection', causeOf(cause));":
        "    controller.abort();\n    return failure('connection', causeOf(cause));",
    },
    caughtBy: ['test/server/kit/encodings.test.ts', 'is no longer aborted once a merchant’s `fetch` has'],
  },
  {
    name: 'content encodings in upper case that end the process',
    file: 'src/server/platform-fetch.ts',
    edits: { '.toLowerCase()': '' },
    caughtBy: ['test/server/kit/encodings.test.ts', 'neither ends the process nor stays open'],
  },
  {
    name: 'a code for a frame',
    file: 'src/ssr/from-kit.ts',
    edits: { "(dest === null || dest === 'document')": "dest !== 'image'" },
    caughtBy: ['test/ssr/from-kit.test.ts', 'is left to the element for '],
  },
  {
    name: 'a code for HEAD',
    file: 'src/ssr/from-kit.ts',
    edits: { "method !== 'GET' ||": "method === 'POST' ||" },
    caughtBy: ['test/ssr/from-kit.test.ts', 'is left to the element for '],
  },
  {
    name: 'a code for the form of a framework that hides its method',
    file: 'src/ssr/from-kit.ts',
    edits: { "  if (headers.has('origin')) return false;\n": '' },
    caughtBy: ['test/ssr/from-kit.test.ts', 'from a framework that requests the page with GET'],
  },
  {
    name: 'a header from below Fastify’s own request',
    file: 'src/server/kit/http/node.ts',
    edits: { 'Object.entries(req.headers)': "Object.entries(('raw' in req ? req.raw : req).headers)" },
    caughtBy: ['test/server/kit/fastify.test.ts', 'receives the headers that a hook adds'],
  },
  {
    name: 'a header that middleware changed, as it was received',
    file: 'src/server/kit/http/node.ts',
    edits: { 'if (received[0] === value) return received;': 'if (received.length > 1) return received;' },
    caughtBy: ['test/server/kit/middleware.test.ts', 'are not restored or replaced'],
  },
  {
    name: 'a search for the token from every backslash',
    file: 'src/server/token-pattern.ts',
    edits: { '(?<!\\\\)': '' },
    caughtBy: ['test/server/token-pattern.test.ts', 'takes time proportional to the text'],
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
    name: 'an old secret that is refused at once',
    file: 'src/server/kit/http/mac.ts',
    edits: { 'return (await Promise.all(verified)).includes(true);': 'return verified[0]!;' },
    caughtBy: [
      'test/server/kit/rotation.test.ts',
      'leaves every page its arrival: each step accepts the tokens',
    ],
  },
  {
    name: 'an old session key that is refused at once',
    file: 'src/server/kit/http/session.ts',
    edits: { 'if (claims) return claims;': 'return claims;' },
    caughtBy: ['test/server/kit/rotation.test.ts', 'leaves every payer their session:'],
  },
  {
    name: 'a token that is sent for another merchant',
    file: 'src/server/kit/tokens.ts',
    edits: {
      'const value: unknown = await': 'const value: unknown = [...this.#recent.keys()][0] ?? await',
    },
    caughtBy: ['test/server/kit/payments/tokens.test.ts', 'is requested before each request, and only this'],
  },
  {
    name: 'requests beyond the pace of their token',
    file: 'src/server/kit/payments/request-schedule.ts',
    edits: { 'if (tokens.isFixed) return 0;': 'if (tokens.isFixed || merchant) return 0;' },
    caughtBy: [
      'test/server/kit/payments/tokens.test.ts',
      'does not delay the merchants of another token if it',
    ],
  },
  {
    name: 'a token that a deposit tells',
    file: 'src/server/kit/payments/flows.ts',
    edits: { 'return token.isIn(text) ?': "return text === '' ?" },
    caughtBy: ['test/server/kit/payments/tokens.test.ts', 'is in no deposit that a hook or a page receives'],
  },
  {
    name: 'new slips without end',
    file: 'src/server/kit/slips/get-slip.ts',
    edits: { '(await this.#limitRefreshes(asked)) ?? make()': 'make()' },
    caughtBy: [
      'test/server/kit/refreshes.test.ts',
      'are limited to ten an hour, after which the last one is',
    ],
  },
  {
    name: 'a limit of new slips that never slides',
    file: 'src/server/kit/slips/get-slip.ts',
    edits: { 'const since = now - HOUR;': 'const since = now - (now % HOUR);' },
    caughtBy: ['test/server/kit/refreshes.test.ts', 'become available one by one, each an hour after it was'],
  },
  {
    name: 'an owner who is guessed',
    file: 'src/server/kit/payments/attribution.ts',
    edits: { 'return candidates.length === 1 ? candidates[0] : undefined;': 'return candidates[0];' },
    caughtBy: ['test/server/kit/payments/attribution.test.ts', 'and is never guessed'],
  },
  {
    name: 'an event that is told before the commit',
    file: 'src/server/kit/store/memory.ts',
    edits: { 'saved.push(changes);': 'tables.apply(changes, now);\n        saved.push(changes);' },
    caughtBy: ['test/server/kit/store/memory.test.ts', 'a store in memory'],
  },
  {
    name: 'a return that is forgotten',
    file: 'src/server/kit/payments/flows.ts',
    edits: { 'if (minor === 0n) return undefined;': 'if (minor <= 0n) return undefined;' },
    caughtBy: [
      'test/server/kit/payments/returns.test.ts',
      'reopens its order if all of it was returned, and',
    ],
  },
  {
    name: 'an excess that is lost',
    file: 'src/server/kit/payments/changes.ts',
    edits: { '...(excess > 0n && { excess: fromMinor(excess) }),': '' },
    caughtBy: ['test/server/kit/payments/amounts.test.ts', 'leaves an excess'],
  },
  {
    name: 'a cursor that moves before the last page',
    file: 'src/server/kit/payments/reading.ts',
    edits: {
      'if (isFailure(result)) return result;': 'if (isFailure(result)) return page > 1 ? { date } : result;',
    },
    caughtBy: [
      'test/server/kit/payments/failures.test.ts',
      'is read again from the same cursor if a later page',
    ],
  },
  {
    name: 'a replaced code that is dropped',
    file: 'src/server/kit/store/memory.ts',
    edits: {
      "tables.putSlip({ ...each, state: 'replaced', answer: undefined });": 'tables.deleteSlip(each);',
    },
    caughtBy: [
      'test/server/kit/payments/attribution.test.ts',
      'belongs to the payment of the slip, even if a',
    ],
  },
  {
    name: 'an order that is paid by a part',
    file: 'src/server/kit/payments/payment.ts',
    edits: {
      'return remaining !== undefined && remaining <= 0n;':
        'return remaining !== undefined && payment.received > 0n;',
    },
    caughtBy: ['test/server/kit/payments/amounts.test.ts', 'is paid by the part that reaches'],
  },
  {
    name: 'a slip that is watched a day less',
    file: 'src/server/kit/slips/make-slip.ts',
    edits: { 'issuedAt + watchDays * DAY': 'issuedAt + (watchDays - 1) * DAY' },
    caughtBy: ['test/server/kit/payments/watching.test.ts', 'to the last millisecond of its last day'],
  },
  {
    name: 'a reading for each page that waits',
    file: 'src/server/kit/store/memory-readings.ts',
    edits: {
      'pausedUntil <= now && requestedAt + READING_GAP <= now;': 'pausedUntil <= now && requestedAt <= now;',
    },
    caughtBy: ['test/server/kit/payments/reading.test.ts', 'are at most one a second for a merchant'],
  },
  {
    name: 'an API that fails and is asked without a pause',
    file: 'src/server/kit/store/store.ts',
    edits: { 'return Math.min(1_000 * 2 ** Math.min(failures, 10), 30_000);': 'return 0;' },
    caughtBy: [
      'test/server/kit/payments/failures.test.ts',
      'is retried after delays that grow to 30 seconds',
    ],
  },
  {
    name: 'a deposit by the code of another payer in a history',
    file: 'src/server/kit/store/memory-lists.ts',
    edits: { '(isOwn && (paymentOf(row)?.own ?? true))': 'isOwn' },
    caughtBy: [
      'test/server/kit/history.test.ts',
      'omits a deposit whose code was issued to a visit without an',
    ],
  },
  {
    name: 'the rest of an order, offered to another grant',
    file: 'src/server/kit/history.ts',
    edits: { "isOwn && status === 'part' && isPayable(": "status === 'part' && isPayable(" },
    caughtBy: [
      'test/server/kit/history.test.ts',
      'offers the remainder of a partial payment to the grant that',
    ],
  },
  {
    name: 'a grant read a second time',
    file: 'src/server/kit/grant.ts',
    edits: { 'const grant = copyOf(value);': 'const grant = value as Record<string, unknown>;' },
    caughtBy: ['test/server/kit/grants.test.ts', 'even if a member differs when it is read again'],
  },
  {
    name: 'an amount of any length in a grant',
    file: 'src/server/kit/grant.ts',
    edits: { 'isAmount(value) && DIGITS.test(value)': 'isAmount(value)' },
    caughtBy: ['test/server/kit/grants.test.ts', 'an amount of more than 15 digits'],
  },
  {
    name: 'an id of an unexpected form that counts as missing',
    file: 'src/contract/flow-reader.ts',
    edits: { 'textOf(value) || undefined': 'id(value)' },
    caughtBy: ['test/contract/flow-reader.test.ts', 'keeps ids in an unexpected form'],
  },
  {
    name: 'a time in seconds read as milliseconds',
    file: 'src/contract/flow-reader.ts',
    edits: { 'isTimeText(text) ? Number(text) : undefined': 'Number(text)' },
    caughtBy: ['test/contract/flow-reader.test.ts', 'omits members that cannot be read'],
  },
  {
    name: 'an unreadable flow whose hook is not awaited',
    file: 'src/server/client/flows.ts',
    edits: { 'await onUnreadable(flow, error)': 'void onUnreadable(flow, error)' },
    caughtBy: ['test/server/client/unreadable-flows.test.ts', 'is reported before the next one is yielded'],
  },
  {
    name: 'a lag since the last failure',
    file: 'src/server/kit/payments/background.ts',
    edits: { '(checkedAt ?? firstSlipAt ?? now)': '(failedAt ?? now)' },
    caughtBy: [
      'test/server/kit/payments/failures.test.ts',
      'is in health with the time since its last success',
    ],
  },
  {
    name: 'a probe under the name of another',
    file: 'src/server/check/exchange.ts',
    edits: { "'no-session': 'request without a session'": "'no-session': 'unknown payment id'" },
    caughtBy: ['test/server/check/endpoints.test.ts', 'names the request that got the wrong response'],
  },
  {
    name: 'a report that misses what the API hides',
    file: 'src/server/report/statement.ts',
    edits: { 'before === undefined ? 0n : balanceBefore(entry) - before.total': '0n' },
    caughtBy: ['test/server/report/findings.test.ts', 'the difference between them'],
  },
  {
    name: 'a report that misses what the store lost',
    file: 'src/server/report/compare.ts',
    edits: { "entry.findings.push('not-in-store');": 'continue;' },
    caughtBy: ['test/server/report/findings.test.ts', 'names a deposit that is not in the store'],
  },
  {
    name: 'a report of a time that is read again',
    file: 'src/server/report/period.ts',
    edits: { ' - OVERLAP;': ';' },
    caughtBy: ['test/server/report/limits.test.ts', 'ends before the time that is read again, and begins'],
  },
  {
    name: 'a report that makes all its requests at once',
    file: 'src/server/report/read.ts',
    edits: { 'performance.now() + gap': '0' },
    caughtBy: ['test/server/report/report.test.ts', 'with a tenth of the rate of the kit'],
  },
  {
    name: 'a report that a spreadsheet runs',
    file: 'src/server/report/csv.ts',
    edits: { "? `'${text}` :": '? text :' },
    caughtBy: ['test/server/report/csv.test.ts', 'is not a formula, whatever its text begins with'],
  },
];
