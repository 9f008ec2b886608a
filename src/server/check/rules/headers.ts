/** What every answer must say of itself, and who may read it from another origin. */
import { isSuccess, type Answer } from '../answer.js';
import { UNLISTED } from '../questions.js';
import {
  answersTo,
  fail,
  judgeEach,
  ok,
  quote,
  skipped,
  warning,
  type Finding,
  type Rule,
  type Seen,
} from '../rule.js';

/** Answers a cache could hold. A preflight is none: OPTIONS is never cached (RFC 9110, 9.3.7). */
function cacheable({ answers }: Seen): readonly Answer[] {
  return answers.filter(
    ({ failure, question: { verb, purpose } }) =>
      !failure && verb !== 'OPTIONS' && verb !== 'HEAD' && purpose !== 'long-url',
  );
}

/** Whether a header that holds a list names a word, in any case. */
function lists(value: string | null, word: string): boolean {
  return (value ?? '')
    .toLowerCase()
    .split(',')
    .some((part) => part.trim() === word);
}

function missesNoStore({ headers }: Answer): string | undefined {
  const value = headers.get('cache-control');
  if (lists(value, 'no-store')) return undefined;
  return value === null ? 'no Cache-Control' : quote(value, 40);
}

/** What an answer allows to read it; null where it says nothing. */
function allowed({ headers }: Answer): string | null {
  return headers.get('access-control-allow-origin');
}

function isLookAlike({ question: { origin = 'null' } }: Answer): boolean {
  return origin !== 'null' && origin !== UNLISTED;
}

/** Whether the page that asked, and is none of the merchant's, may read the answer. */
function letsIn(answer: Answer): string | undefined {
  const { origin = '' } = answer.question;
  if (!lists(allowed(answer), origin)) return undefined;
  const what = isLookAlike(answer) ? 'one that looks like yours is let in' : 'let in';
  return lists(answer.headers.get('access-control-allow-credentials'), 'true')
    ? `${what}, with cookies`
    : what;
}

function judgeWildcard(seen: Seen): Finding {
  const open = seen.answers.filter((answer) => lists(allowed(answer), '*'));
  if (seen.answers.length === 0) return skipped('No answer to judge it by.');
  if (open.length === 0) return ok('No answer is for every origin.');
  const withCookies = open.some(({ headers }) =>
    lists(headers.get('access-control-allow-credentials'), 'true'),
  );
  return withCookies
    ? fail('Every origin is let in, with cookies.')
    : warning('Every origin may read the answers.');
}

function crossing(seen: Seen, judge: (origin: string) => Finding): Finding {
  const { origin } = seen.settings;
  return origin === undefined
    ? skipped('No --origin was given, or it is that of the endpoint.')
    : judge(origin);
}

function isOpenTo(answer: Answer, origin: string): boolean {
  const value = allowed(answer);
  return value === origin || value === '*';
}

function preflightFlaw(answer: Answer, origin: string): string | undefined {
  if (!isSuccess(answer)) return `${answer.status}`;
  if (!isOpenTo(answer, origin)) return 'the origin is not allowed';
  // `*` does not stand for this one (Fetch standard, CORS-safelisted headers).
  const isNamed = lists(answer.headers.get('access-control-allow-headers'), 'authorization');
  return isNamed ? undefined : 'authorization is not among Access-Control-Allow-Headers';
}

export const HEADERS: readonly Rule[] = [
  {
    name: 'no-store',
    asks: 'Does every success say `Cache-Control: no-store`?',
    mend: 'Send Cache-Control: no-store with every answer.',
    judge: (seen) =>
      judgeEach(cacheable(seen).filter(isSuccess), missesNoStore, { good: 'No cache may keep a slip.' }),
  },
  {
    name: 'no-store-errors',
    asks: 'Does every error say `Cache-Control: no-store`?',
    mend: 'Send Cache-Control: no-store before anything can fail, in one place for every answer.',
    judge: (seen) =>
      judgeEach(
        cacheable(seen).filter(({ status }) => status >= 400),
        missesNoStore,
        { good: 'No cache may keep an error.' },
      ),
  },
  {
    name: 'nosniff',
    asks: 'Does every answer say `X-Content-Type-Options: nosniff`?',
    mend: 'Send X-Content-Type-Options: nosniff.',
    judge: (seen) =>
      judgeEach(
        cacheable(seen),
        ({ headers }) => (lists(headers.get('x-content-type-options'), 'nosniff') ? undefined : 'missing'),
        { good: 'No browser guesses at the type.', result: 'warning' },
      ),
  },
  {
    name: 'referrer-policy',
    asks: 'Does every answer say `Referrer-Policy: no-referrer`?',
    mend: 'Send Referrer-Policy: no-referrer.',
    judge: (seen) =>
      judgeEach(
        cacheable(seen),
        ({ headers }) => (lists(headers.get('referrer-policy'), 'no-referrer') ? undefined : 'missing'),
        { good: 'No address is passed on.', result: 'warning' },
      ),
  },
  {
    name: 'vary',
    asks: 'Does every answer say `Vary: Origin`?',
    mend: 'Send Vary: Origin with every answer, whoever asks.',
    judge: (seen) => {
      const flawOf = ({ headers }: Answer): string | undefined =>
        lists(headers.get('vary'), 'origin') || lists(headers.get('vary'), '*') ? undefined : 'missing';
      // Without it a cache could hand one origin what was let through for another.
      const isVaried = seen.answers.some((answer) => allowed(answer) !== null && allowed(answer) !== '*');
      return judgeEach(cacheable(seen), flawOf, {
        good: 'Answers are kept apart by origin.',
        result: isVaried ? 'fail' : 'warning',
      });
    },
  },
  {
    name: 'cors-unlisted',
    asks: 'Is a page of another origin kept from reading the answers?',
    mend: 'Compare Origin with a list of exact strings; never send it back as it came.',
    judge: (seen) =>
      judgeEach(answersTo(seen, 'unlisted-origin', 'unlisted-preflight'), letsIn, {
        good: 'An unlisted origin is let in nowhere.',
      }),
  },
  {
    name: 'cors-null',
    asks: 'Is the origin `null` kept out?',
    mend: 'Never list null: any sandboxed frame has that origin.',
    judge: (seen) =>
      judgeEach(answersTo(seen, 'null-origin'), letsIn, { good: 'The origin null is not let in.' }),
  },
  {
    name: 'cors-wildcard',
    asks: 'Is no answer open to every origin?',
    mend: 'Name the origins of your own pages; no wildcard, and least of all with credentials.',
    judge: judgeWildcard,
  },
  {
    name: 'cors-listed',
    asks: 'May the page of `--origin` read the answers?',
    mend: 'Send Access-Control-Allow-Origin with that very origin, once, on errors too.',
    judge: (seen) =>
      crossing(seen, (origin) =>
        judgeEach(
          cacheable(seen).filter(
            ({ question: { origin, verb } }) => origin === undefined && verb === undefined,
          ),
          (answer) => (isOpenTo(answer, origin) ? undefined : quote(allowed(answer) ?? 'not allowed', 40)),
          { good: 'The page may read every answer.' },
        ),
      ),
  },
  {
    name: 'cors-preflight',
    asks: 'Does the preflight of `--origin` allow `authorization`, where there is a session?',
    mend: 'Answer OPTIONS with a 204, that origin and Access-Control-Allow-Headers: authorization.',
    judge: (seen) =>
      crossing(seen, (origin) =>
        judgeEach(answersTo(seen, 'preflight'), (answer) => preflightFlaw(answer, origin), {
          good: 'The session may be sent.',
        }),
      ),
  },
  {
    name: 'cors-expose',
    asks: 'May the page of `--origin` see the signature, where there is a `--trust-key`?',
    mend: 'Send Access-Control-Expose-Headers: Deposit-Signature.',
    judge: (seen) =>
      crossing(seen, () =>
        seen.settings.trustKey === undefined
          ? skipped('No --trust-key was given.')
          : judgeEach(
              answersTo(seen, 'list', 'slip', 'arrival').filter(isSuccess),
              ({ headers }) => {
                const value = headers.get('access-control-expose-headers');
                return lists(value, 'deposit-signature') || lists(value, '*') ? undefined : 'hidden';
              },
              { good: 'The page sees the signature.' },
            ),
      ),
  },
];
