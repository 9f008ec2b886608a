/** What HTTP itself must be like. */
import { hasDuplicateKey } from '../../../core/reader/duplicate-keys.js';
import { problemOfStatus } from '../../../core/problem.js';
import { isJsonType, isOfElement, isSuccess, nameOf, type Answer } from '../answer.js';
import { TIMEOUT, isPrivate } from '../options.js';
import { fail, judgeEach, ok, quote, skipped, warning, type Finding, type Rule, type Seen } from '../rule.js';

const SLOW = 2_000;

/** The answers the element would read: to its own questions, of success. */
function readable(seen: Seen): readonly Answer[] {
  return seen.answers.filter((answer) => isOfElement(answer) && isSuccess(answer));
}

function judgeAnswered({ answers }: Seen): Finding {
  if (answers.length === 0) return skipped('Nothing was asked.');
  const limited = answers.filter(({ status }) => status === 429);
  const lost = answers.filter(({ failure }) => failure !== undefined);
  if (lost.length > 0) {
    const parts = lost.map((answer) => {
      const why = answer.failure === 'timeout' ? 'took too long' : (answer.cause ?? 'broke off');
      return `${nameOf(answer)} (${why})`;
    });
    return fail(`No answer to ${parts.join(', ')}.`);
  }
  if (limited.length > 0)
    return warning(`Rate-limited at ${nameOf(limited[0]!)}: what was asked then proves little.`);
  return ok('Every question was answered.');
}

function judgeLatency({ answers, settings }: Seen): Finding {
  const times = answers
    .filter(({ failure }) => failure !== 'broken')
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b);
  if (times.length === 0) return skipped('Nothing was answered.');
  const median = Math.round(times[Math.floor(times.length / 2)]!);
  const found = `Half of the answers took ${median} ms or longer.`;
  if (median >= Math.min(TIMEOUT, settings.timeout)) return fail(found);
  return median > SLOW ? warning(found) : ok(found);
}

/** An endpoint may want the method named; then only its plain question is refused. */
function mayRefuse({ question }: Answer, { settings }: Seen): boolean {
  return question.purpose === 'list' && settings.paymentIds.length > 0;
}

function judgeStatus(seen: Seen): Finding {
  const asked = seen.answers.filter(
    (answer) => isOfElement(answer) && !answer.failure && !isRedirect(answer),
  );
  const must = asked.filter((answer) => !mayRefuse(answer, seen) || answer.status >= 500);
  return judgeEach(
    must,
    ({ status }) =>
      problemOfStatus(status) ? `${status}, shown as "${problemOfStatus(status)}"` : undefined,
    { good: "The element's own questions get a status of success." },
  );
}

function isRedirect({ status }: Answer): boolean {
  return status >= 300 && status < 400;
}

function hasRepeatedKey({ body }: Answer): string | undefined {
  if (!body.json) return undefined;
  try {
    return hasDuplicateKey(body.text, body.json.value) ? 'one key twice in an object' : undefined;
  } catch {
    return 'nested deeper than can be looked through';
  }
}

export const WIRE: readonly Rule[] = [
  {
    name: 'https',
    asks: 'Is the endpoint on https, or on this machine?',
    mend: 'Serve it over https; nothing is asked over plain http.',
    judge: ({ settings: { endpoint } }) =>
      isPrivate(endpoint)
        ? ok('Nobody on the way can read along.')
        : fail('Plain http: accounts and sessions could be read and changed on the way.'),
  },
  {
    name: 'answered',
    asks: 'Is every question answered in time, and to its end?',
    mend: 'See that nothing on the way breaks, and that a handful of questions a minute is let through.',
    judge: judgeAnswered,
  },
  {
    name: 'latency',
    asks: 'Do half of the answers come within 2 seconds?',
    mend: 'Keep the slip of a visit, and ask the API with a time-out of 8 seconds at most.',
    judge: judgeLatency,
  },
  {
    name: 'redirect',
    asks: 'Is nothing redirected?',
    mend: 'Answer at the address itself; a login page belongs in a 401.',
    judge: ({ answers }) =>
      judgeEach(
        answers.filter(({ failure }) => !failure),
        (answer) => (isRedirect(answer) ? `${answer.status}` : undefined),
        { good: 'No answer leads elsewhere.' },
      ),
  },
  {
    name: 'status',
    asks: "Do the element's own questions get a status of success?",
    mend: 'Look into the log of the endpoint; check the session, the payment id and the amount given here.',
    judge: judgeStatus,
  },
  {
    name: 'content-type',
    asks: 'Is every slip said to be JSON?',
    mend: 'Send Content-Type: application/json.',
    judge: (seen) =>
      judgeEach(
        readable(seen),
        ({ headers }) => {
          const type = headers.get('content-type');
          return isJsonType(type) ? undefined : type === null ? 'none' : quote(type, 40);
        },
        { good: 'Slips are said to be JSON.' },
      ),
  },
  {
    name: 'size',
    asks: 'Is every answer at most 256 KiB?',
    mend: 'Send the deposit data alone.',
    judge: ({ answers }) =>
      judgeEach(
        answers.filter(({ failure }) => !failure),
        ({ body }) => (body.isTooLarge ? 'more than 256 KiB' : undefined),
        { good: 'No answer is too large.' },
      ),
  },
  {
    name: 'utf-8',
    asks: 'Is every slip strict UTF-8?',
    mend: 'Encode the whole answer in UTF-8; convert what comes from a database in Latin-1.',
    judge: (seen) =>
      judgeEach(readable(seen), ({ body }) => (body.isUtf8 ? undefined : 'bytes that are no UTF-8'), {
        good: 'Every byte is UTF-8.',
      }),
  },
  {
    name: 'json',
    asks: 'Is every slip JSON, and nothing else?',
    mend: 'Let a JSON encoder write the whole body; print nothing before or after it, no warning and no NaN.',
    judge: (seen) =>
      judgeEach(
        readable(seen).filter(({ body }) => body.isUtf8 && !body.isTooLarge),
        ({ body }) => (body.json ? undefined : jsonFault(body.text)),
        { good: 'Every slip is JSON.' },
      ),
  },
  {
    name: 'json-keys',
    asks: 'Does no object say a key twice?',
    mend: 'Build the answer as one object, and let a JSON encoder write it.',
    judge: ({ answers }) =>
      judgeEach(
        answers.filter(({ body }) => body.json !== undefined),
        hasRepeatedKey,
        { good: 'No key stands twice.' },
      ),
  },
];

function jsonFault(text: string): string {
  const start = text.trimStart();
  if (start === '') return 'an empty body';
  if (/^[{[]/.test(start)) return 'broken JSON';
  return `${start.startsWith('<') ? 'HTML' : 'something'} before the JSON`;
}
