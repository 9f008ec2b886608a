/** What the element reads of an answer: what it refuses is found here, with what it would show instead. */
import { isJsonObject, own, readEnvelope, recordsOf, type JsonObject } from '../../../core/reader/answer.js';
import { readFieldList } from '../../../core/reader/field-list.js';
import { guardLink } from '../../../core/links.js';
import { METHODS, fieldsByKey, foldKey } from '../../../core/methods.js';
import { compareAmounts, isAmount, isFiat } from '../../../core/money.js';
import { isProblem, type ProblemKind } from '../../../core/problem.js';
import type { Row } from '../../../core/reader/row.js';
import type { Slip } from '../../../core/reader/slip.js';
import { isOfElement, jsonOf, openedOf, type Answer } from '../answer.js';
import { offersOf } from '../questions.js';
import {
  answersTo,
  judgeEach,
  judgeSlips,
  listOf,
  ok,
  quote,
  readerOptions,
  skipped,
  slipsOf,
  warning,
  type Finding,
  type Rule,
  type Seen,
} from '../rule.js';

/** What the element would show instead of a slip, and why. */
const REASONS: Partial<Record<ProblemKind, string>> = {
  incomplete: 'an essential value is missing',
  mismatch: 'another currency than asked, or two codes that differ',
  'not-payable': 'no account in it that can be paid into',
  unreadable: 'no slip, several of them, or a value too long',
  unsafe: 'a hidden or look-alike sign in an identifier',
};

/** The element's own answers that hold JSON. */
function enveloped(seen: Seen): readonly Answer[] {
  return seen.answers.filter((answer) => isOfElement(answer) && jsonOf(answer) !== undefined);
}

function envelopeFlaw(answer: Answer): string | undefined {
  const opened = readEnvelope(jsonOf(answer));
  if (!isProblem(opened)) return undefined;
  return opened.kind === 'refused'
    ? `code ${quote(opened.code ?? 'of another kind')}, shown as "refused"`
    : 'no data, shown as "unreadable"';
}

function judgeEnvelope(seen: Seen): Finding {
  const answers = enveloped(seen);
  const judged = judgeEach(answers, envelopeFlaw, { good: 'Every answer is {code, msg, data}.' });
  if (judged.result !== 'ok') return judged;
  const isBare = (answer: Answer): boolean => {
    const json = jsonOf(answer) as JsonObject;
    return own(json, 'code') === undefined || typeof own(json, 'msg') !== 'string';
  };
  return judgeEach(answers, (answer) => (isBare(answer) ? 'no code or no msg' : undefined), {
    good: judged.found,
    result: 'warning',
  });
}

function judgeMethods(seen: Seen): Finding {
  const [list] = answersTo(seen, 'list');
  const offers = list && offersOf(list);
  if (!list || !offers) return skipped('The plain question gets no list of methods.');
  const entries = own(openedOf(list)!.data, 'methods') as readonly unknown[];
  const ids = offers.map(({ paymentId }) => paymentId);
  return judgeEach(
    [list],
    () =>
      entries.length === 0
        ? 'no methods'
        : new Set(ids).size < ids.length
          ? 'a method twice'
          : entries.map(offerFlaw).find((flaw) => flaw !== undefined),
    { good: `It offers ${listOf(ids.map(String))}.` },
  );
}

/** What the element would leave out of an entry, or take for something else. */
function offerFlaw(entry: unknown): string | undefined {
  if (!isJsonObject(entry)) return 'an entry that is no object';
  const id = own(entry, 'paymentId');
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) return 'a paymentId that is no number';
  const [fiat, rule, min, max] = ['fiat', 'amount', 'min', 'max'].map((name) => own(entry, name));
  if (typeof fiat !== 'string' || !isFiat(fiat)) return `a fiat of ${id} that is no currency code`;
  if (rule !== 'none' && rule !== 'optional' && rule !== 'required')
    return `an amount of ${id} that is none of none, optional, required`;
  const isOdd = ['fixed', 'min', 'max'].some((name) => {
    const value = own(entry, name);
    return value !== undefined && (typeof value !== 'string' || !isAmount(value));
  });
  if (isOdd) return `a bound of ${id} that is no decimal string`;
  return compareAmounts(String(min), String(max)) === 1 ? `a min of ${id} beyond its max` : undefined;
}

function judgeSlip(seen: Seen): Finding {
  const reads = slipsOf(seen);
  if (reads.length === 0) {
    return answersTo(seen, 'slip').length > 0 || !seen.answers.some(openedOf)
      ? skipped('No answer could be opened.')
      : warning('No slip was asked for: name a method with --payment-id, and an amount with --amount.');
  }
  const problems = new Map(reads.map(({ answer, reading }) => [answer, reading]));
  return judgeEach(
    [...problems.keys()],
    (answer) => {
      const reading = problems.get(answer)!;
      return isProblem(reading) ? `shown as "${reading.kind}": ${REASONS[reading.kind] ?? ''}` : undefined;
    },
    { good: 'The element shows every slip.' },
  );
}

/** What stands beside the data must be what was asked, in a form the element takes. */
function echoFlaw(answer: Answer): string | undefined {
  const json = jsonOf(answer) as JsonObject;
  const opened = openedOf(answer)!;
  const { asked = {}, purpose } = answer.question;
  for (const name of ['paymentId', 'fiat', 'amount', 'arrival'] as const)
    if (own(json, name) !== undefined && opened[name] === undefined)
      return `${name} is ${typeof own(json, name) === 'string' ? 'malformed' : `a ${typeof own(json, name)}`}`;
  if (purpose === 'list' && opened.paymentId === undefined) return 'no paymentId beside a slip nobody named';
  if (differs(opened.paymentId, asked.paymentId)) return 'another paymentId';
  if (differs(opened.fiat, asked.fiat)) return 'another fiat';
  const isOther =
    opened.amount !== undefined &&
    asked.amount !== undefined &&
    compareAmounts(opened.amount, asked.amount) !== 0;
  return isOther ? 'another amount' : undefined;
}

function differs(came: unknown, asked: unknown): boolean {
  return came !== undefined && asked !== undefined && came !== asked;
}

function judgeEcho(seen: Seen): Finding {
  const answers = slipsOf(seen).map(({ answer }) => answer);
  const judged = judgeEach(answers, echoFlaw, { good: 'What was asked is said again.' });
  if (judged.result !== 'ok') return judged;
  const isSilent = ({ question: { asked } }: Answer, amount: string | undefined): boolean =>
    asked?.amount !== undefined && amount === undefined;
  return judgeEach(
    answers,
    (answer) => (isSilent(answer, openedOf(answer)?.amount) ? 'the amount is not said again' : undefined),
    { good: judged.found, result: 'warning' },
  );
}

const WORDS_FOR_NOTHING =
  /^(?:none|null|nil|nan|undefined|array|true|false|n\/a|\[object object\]|<.{0,40}>|object\(.{0,40}\))$/i;

const LINK_KEYS = fieldsByKey(METHODS);

/** A number some language wrote with an exponent, or a decimal point nobody sent. */
const COMPUTED = /^[0-9]+(?:\.[0-9]+)?e\+?[0-9]+$|^[0-9]{6,}\.0+$/i;

function rowFlaw(slip: Slip, isFlawed: (row: Row) => boolean): string | undefined {
  const keys = slip.rows.filter(isFlawed).map(({ key }) => quote(key));
  return keys.length === 0 ? undefined : listOf(keys);
}

function numberFlaw(slip: Slip): string | undefined {
  const lossy = warned(slip, 'lossy');
  const computed = slip.rows.filter(({ copy }) => COMPUTED.test(copy)).map(({ key }) => quote(key));
  const keys = [...new Set([...lossy, ...computed])];
  return keys.length === 0 ? undefined : listOf(keys);
}

/** The keys of warnings for one reason. */
function warned(slip: Slip, ...reasons: readonly Slip['warnings'][number]['reason'][]): readonly string[] {
  const found = slip.warnings.filter(({ reason }) => reasons.includes(reason));
  return [...new Set(found.map(({ key }) => quote(key)))];
}

function codeFlaw({ notices }: Slip): string | undefined {
  const kinds = notices.map(({ kind }) => kind);
  if (kinds.includes('qr')) return 'a code that is cut short, or whose checksum fails';
  if (kinds.includes('amount')) return 'a code with another amount than asked';
  return kinds.includes('key') ? 'a code with another key than the one beside it' : undefined;
}

function judgeCode(seen: Seen): Finding {
  const judged = judgeSlips(seen, codeFlaw, { good: 'Every code holds.' });
  if (judged.result !== 'ok') return judged;
  const isImage = ({ reason, kind }: Slip['warnings'][number]): boolean =>
    reason === 'qr' && kind === 'qr-link';
  return judgeSlips(
    seen,
    ({ warnings }) => (warnings.some(isImage) ? 'a picture, which is never shown' : undefined),
    { good: judged.found, result: 'warning' },
  );
}

function digitsFlaw(slip: Slip): string | undefined {
  const lossy = warned(slip, 'lossy');
  const keys = warned(slip, 'check').filter((key) => !lossy.includes(key));
  return keys.length === 0 ? undefined : listOf(keys);
}

/** Links the guard refuses. Where one was essential there is no slip to ask, and the fields are looked at themselves. */
function judgeLinks(seen: Seen): Finding {
  const reads = new Map(slipsOf(seen).map((read) => [read.answer, read]));
  const judged = judgeEach(
    [...reads.keys()],
    (answer) => {
      const { reading } = reads.get(answer)!;
      const keys = isProblem(reading) ? refusedLinks(answer, seen) : warned(reading, 'link');
      return keys.length === 0 ? undefined : `refused: ${listOf(keys)}`;
    },
    { good: 'No link.' },
  );
  const hosts = hostsOf(seen);
  return judged.result === 'ok' && hosts.length > 0
    ? ok(`Links lead to ${listOf(hosts.map((host) => quote(host, 60)))}.`)
    : judged;
}

function refusedLinks(answer: Answer, seen: Seen): readonly string[] {
  const { links } = readerOptions(seen);
  const entries = recordsOf(openedOf(answer)!.data).flatMap(
    (record) => readFieldList(own(record, 'fieldList')).entries,
  );
  return entries
    .filter(({ key, raw }) => LINK_KEYS.get(foldKey(key))?.kind === 'link' && !guardLink(raw, links))
    .map(({ key }) => quote(key));
}

function hostsOf(seen: Seen): readonly string[] {
  const hosts = slipsOf(seen).flatMap(({ reading }) =>
    isProblem(reading) ? [] : reading.links.map(({ host }) => host),
  );
  return [...new Set(hosts)];
}

export const READING: readonly Rule[] = [
  {
    name: 'envelope',
    asks: 'Is every answer `{code: 200, msg, data}`?',
    mend: 'Wrap the data as {"code":200,"msg":"SUCCESS","data":{…}}, and send errors with their own status.',
    judge: judgeEnvelope,
  },
  {
    name: 'methods',
    asks: 'Is the list of methods one the element reads?',
    mend: 'Give each as {"paymentId":95,"fiat":"PEN","amount":"required","min":"10.00"}: bounds are strings.',
    judge: judgeMethods,
  },
  {
    name: 'slip',
    asks: 'Does the element show a slip of every method asked for?',
    mend: 'Pass the deposit data on as the API gave it: fiat and fieldList, empty lists as {}.',
    judge: judgeSlip,
  },
  {
    name: 'echo',
    asks: 'Is what stands beside the data what was asked, the amount too?',
    mend: 'Send paymentId as a number, fiat and amount as the strings that were asked for.',
    judge: judgeEcho,
  },
  {
    name: 'fields',
    asks: 'Are all fields known, and of the method that was asked for?',
    mend: 'Keep the keys of the API; leave out what no payer needs.',
    judge: (seen) =>
      judgeSlips(
        seen,
        (slip) => {
          const keys = warned(slip, 'unknown-field', 'rail');
          return keys.length === 0 ? undefined : listOf(keys);
        },
        { good: 'Every field is known.', result: 'warning' },
      ),
  },
  {
    name: 'check-digits',
    asks: 'Do all account numbers pass their check digits?',
    mend: 'Pass values on as they came: as strings, with every zero and every letter.',
    judge: (seen) => judgeSlips(seen, digitsFlaw, { good: 'Every check digit holds.' }),
  },
  {
    name: 'numbers',
    asks: 'Are identifiers texts, not numbers?',
    mend: 'Read the API without turning numbers into floats, and send identifiers as strings.',
    judge: (seen) => judgeSlips(seen, numberFlaw, { good: 'No identifier is a number.' }),
  },
  {
    name: 'placeholders',
    asks: 'Is no value a word for nothing, such as None?',
    mend: 'Leave out what is empty.',
    judge: (seen) =>
      judgeSlips(seen, (slip) => rowFlaw(slip, ({ copy }) => WORDS_FOR_NOTHING.test(copy.trim())), {
        good: 'Every value is one.',
      }),
  },
  {
    name: 'code',
    asks: 'Can the QR or Pix code be drawn, and does it say the same as the rest?',
    mend: 'Pass the code on whole, as text, of the same answer as the amount and the key.',
    judge: judgeCode,
  },
  {
    name: 'links',
    asks: 'Do links lead by https to hosts that are allowed?',
    mend: 'Send https addresses alone; name their hosts in allowed-hosts (--allowed-hosts).',
    judge: judgeLinks,
  },
];
