/** What holds over a whole visit: the same slip, who may ask, what is refused, and the arrival. */
import { isJsonObject, own, readArrival } from '../../../core/reader/answer.js';
import { methodOf } from '../../../core/methods.js';
import { dataOf, givesData, isSuccess, openedOf, type Answer, type Purpose } from '../answer.js';
import { isCredential } from '../asker.js';
import {
  answersTo,
  fail,
  goodSlips,
  judgeEach,
  ok,
  skipped,
  warning,
  type Finding,
  type Rule,
  type Seen,
} from '../rule.js';

/** The first answer to a question, and the slip it is held against. */
function pairOf(seen: Seen, purpose: Purpose): readonly [came: Answer, slip: Answer] | undefined {
  const [came] = answersTo(seen, purpose);
  const slip = answersTo(seen, 'slip', 'list').find(
    ({ question }) => String(question.query) === String(askedLike(came)),
  );
  return came && slip ? [came, slip] : undefined;
}

/** The question an answer's own was made of. */
function askedLike(answer: Answer | undefined): Answer['question']['query'] {
  const added = new Set(['merchantId', 'depositAlias', 'alias', 'refresh']);
  return answer?.question.query.filter(([name]) => !added.has(name)) ?? [];
}

function judgeSame(seen: Seen): Finding {
  const [again, slip] = pairOf(seen, 'again') ?? [];
  if (!again || !slip || !openedOf(again)) return skipped('No slip was answered twice.');
  return dataOf(again) === dataOf(slip)
    ? ok('The same question gets the same slip.')
    : fail('The same question got another slip: a payer who reloads could pay a code nobody watches.');
}

function judgeIdentity(seen: Seen): Finding {
  const [came, slip] = pairOf(seen, 'identity') ?? [];
  if (!came || !slip) return skipped('It was not asked: the slip changes by itself.');
  if (!isSuccess(came)) return ok('They are refused.');
  return dataOf(came) === dataOf(slip)
    ? ok('They change nothing.')
    : fail('They changed the answer: a payer could name the account that is paid.');
}

/** Judges questions that must get an error of the browser's own making, a 4xx. */
function mustRefuse(
  seen: Seen,
  purposes: readonly Purpose[],
  words: { readonly taken: string; readonly result?: 'fail' | 'warning'; readonly absent: string },
): Finding {
  const answers = answersTo(seen, ...purposes);
  if (answers.length === 0) return skipped(words.absent);
  return judgeEach(
    answers,
    (answer) => {
      if (givesData(answer)) return words.taken;
      return answer.status >= 400 && answer.status < 500 ? undefined : `${answer.status}, not a 4xx`;
    },
    { good: 'Refused.', result: words.result ?? 'fail' },
  );
}

function judgeSession(seen: Seen): Finding {
  const { session, headers } = seen.settings;
  if (session === undefined && !headers.some(([name]) => isCredential(name)))
    return skipped('Neither --session nor a cookie was given.');
  const [answer] = answersTo(seen, 'no-session');
  if (!answer) return skipped('It was not asked.');
  if (givesData(answer)) return fail('A slip was given to nobody in particular.');
  return answer.status === 401
    ? ok('Without it there is a 401.')
    : warning(`Without it there is a ${answer.status}; the element asks for a new session at 401 alone.`);
}

function judgeHead(seen: Seen): Finding {
  const [head] = answersTo(seen, 'head');
  if (!head) return skipped('It was not asked.');
  if (head.status >= 500 && head.status !== 501) return fail(`HEAD got ${head.status}.`);
  const [after] = answersTo(seen, 'after-head');
  const [again] = answersTo(seen, 'again');
  if (!after || !again) return ok('HEAD breaks nothing; --refresh would show whether it makes a slip.');
  return dataOf(after) === dataOf(again)
    ? ok('HEAD makes no slip.')
    : fail('HEAD made another slip: a link checker would change what a payer sees.');
}

function judgeRefresh(seen: Seen): Finding {
  const [renewed] = answersTo(seen, 'refresh');
  const [slip] = goodSlips(seen).filter(({ answer }) => answer === renewed);
  if (!seen.settings.refresh) return skipped('No --refresh was given: it makes a slip.');
  if (!renewed || !slip) return skipped('No new slip was answered.');
  const [before] = answersTo(seen, 'again');
  const isNew = !before || dataOf(renewed) !== dataOf(before);
  return isNew || !methodOf(slip.slip.paymentId)?.hasTxId
    ? ok('A new slip is given where there can be one.')
    : fail('The old slip came again: a payer whose code ran out gets no other.');
}

function judgeArrivalToken(seen: Seen): Finding {
  const slips = goodSlips(seen);
  if (slips.length === 0) return skipped('No slip to watch.');
  return judgeEach(
    slips.filter(({ slip }) => slip.txId !== undefined).map(({ answer }) => answer),
    (answer) => (openedOf(answer)?.arrival === undefined ? 'no arrival token beside a txId' : undefined),
    { good: 'The element can watch.', result: 'warning' },
  );
}

function arrivalFlaw(answer: Answer): string | undefined {
  const opened = openedOf(answer);
  if (!opened) return 'no readable answer';
  const told = readArrival(opened.data);
  if (!told) return 'status is neither waiting nor arrived';
  const list = own(opened.data, 'deposits');
  if (!Array.isArray(list)) return 'no list of deposits';
  if (own(opened.data, 'status') === 'arrived' && !told.arrived) return 'arrived, without a deposit';
  const kept = told.deposits;
  const isOdd = list.some((entry: unknown, at) => {
    const names = ['amount', 'fiat', 'createTime'] as const;
    return (
      !isJsonObject(entry) ||
      names.some((name) => own(entry, name) !== undefined && kept[at]?.[name] === undefined)
    );
  });
  return isOdd ? 'a deposit whose amount, fiat or createTime (13 digits) the element leaves out' : undefined;
}

function judgeLongUrl(seen: Seen): Finding {
  const [answer] = answersTo(seen, 'long-url');
  if (!answer) return skipped('It was not asked.');
  if (answer.status >= 500) return fail(`It got ${answer.status}.`);
  return answer.status >= 400
    ? ok('Refused.')
    : warning('It was answered: whoever asks can make the endpoint read any length.');
}

export const VISIT: readonly Rule[] = [
  {
    name: 'same-slip',
    asks: 'Does the same question get the same slip?',
    mend: 'Keep the answer for the visit, by method and amount, for an hour or until refresh=1.',
    judge: judgeSame,
  },
  {
    name: 'refresh',
    asks: 'Does `refresh=1` give a new slip? (only with `--refresh`)',
    mend: 'With refresh=1 ask the API again, and keep the new slip in place of the old one.',
    judge: judgeRefresh,
  },
  {
    name: 'identity',
    asks: "Do a payer's merchantId and alias change nothing?",
    mend: 'Take merchantId and alias from your own session or order, never from the query.',
    judge: judgeIdentity,
  },
  {
    name: 'unauthorized',
    asks: 'Is there a 401 without the session?',
    mend: 'Check the session or the cookie before anything else, and answer 401 with kind "unauthorized".',
    judge: judgeSession,
  },
  {
    name: 'unknown-method',
    asks: 'Is a payment id that is not offered refused?',
    mend: 'Compare the id with the list you offer; answer 403 with kind "forbidden".',
    judge: (seen) =>
      mustRefuse(seen, ['unknown-method'], { taken: 'answered with data', absent: 'It was not asked.' }),
  },
  {
    name: 'repeated',
    asks: 'Is a parameter that stands twice refused?',
    mend: 'Answer 400: servers differ on which of the two counts.',
    judge: (seen) =>
      mustRefuse(seen, ['repeated'], {
        taken: 'one of the two was taken',
        result: 'warning',
        absent: 'It was not asked.',
      }),
  },
  {
    name: 'bad-amount',
    asks: 'Is an amount that is none refused (`-1`, `NaN`)?',
    mend: 'Take plain decimals such as 150.00 alone, by their form; answer 422 with kind "invalid-amount".',
    judge: (seen) =>
      mustRefuse(seen, ['bad-amount'], {
        taken: 'answered with data',
        absent: 'No method that was seen takes an amount.',
      }),
  },
  {
    name: 'bounds',
    asks: 'Is an amount out of bounds refused, and never replaced?',
    mend: 'Answer 422 with kind "invalid-amount"; never round or clamp what was asked.',
    judge: (seen) =>
      mustRefuse(seen, ['out-of-bounds'], {
        taken: 'answered with data',
        absent: 'No method that was seen states bounds.',
      }),
  },
  {
    name: 'verbs',
    asks: 'Is POST refused?',
    mend: 'Answer 405 to anything but GET and HEAD.',
    judge: (seen) => mustRefuse(seen, ['post'], { taken: 'answered with data', absent: 'It was not asked.' }),
  },
  {
    name: 'head',
    asks: 'Does HEAD make no slip? (seen only with `--refresh`)',
    mend: 'Answer HEAD without asking the API.',
    judge: judgeHead,
  },
  {
    name: 'long-url',
    asks: 'Is an address of more than 4 KiB refused?',
    mend: 'Answer 414 or 400; many servers have a setting for it.',
    judge: judgeLongUrl,
  },
  {
    name: 'arrival-token',
    asks: 'Is there an arrival token where the slip has a txId?',
    mend: 'Send an opaque `arrival` beside the data, by which you find the txId again.',
    judge: judgeArrivalToken,
  },
  {
    name: 'arrival',
    asks: 'Is the answer to the arrival one the element reads?',
    mend: 'Answer {"status":"waiting","deposits":[]}, or "arrived" with txId and amount as strings, createTime in milliseconds.',
    judge: (seen) => judgeEach(answersTo(seen, 'arrival'), arrivalFlaw, { good: 'The element can read it.' }),
  },
  {
    name: 'bad-arrival',
    asks: 'Is a made-up arrival token refused?',
    mend: 'Answer 403 to a token you did not give; sign tokens, or keep them.',
    judge: (seen) =>
      judgeEach(
        answersTo(seen, 'bad-arrival'),
        (answer) => {
          if (openedOf(answer)) return 'answered as if it were known';
          return answer.status >= 400 && answer.status < 500 ? undefined : `${answer.status}, not a 4xx`;
        },
        { good: 'Refused.' },
      ),
  },
  {
    name: 'signature',
    asks: 'Is every success signed by `--trust-key`?',
    mend: 'Sign the bytes as they go out, with what was asked (docs/back-end.md, signed answers).',
    judge: (seen) =>
      seen.settings.trustKey === undefined
        ? skipped('No --trust-key was given.')
        : judgeEach(
            seen.answers.filter(({ isSigned }) => isSigned !== undefined),
            ({ isSigned }) => (isSigned ? undefined : 'not signed for this'),
            { good: 'Every success is signed.' },
          ),
  },
];
