import { form, task, type Action } from './actions.js';
import type { Api, Row } from './api.js';
import { titleOf } from './faults.js';
import { objectOf, rowsOf, text } from './format.js';
import { journalOf } from './reading.js';
import { rows, type State } from './state.js';

/** The recorded requests that match the filter. */
interface RequestList {
  /** Newest first. */
  readonly shown: readonly Row[];
  /** Whether newer ones are not shown, because one is open. */
  readonly isPaused: boolean;
  /** The number of hidden polls. */
  readonly polls: number;
}

export function listRequests(state: State): RequestList {
  const terms = state.filter.split(/\s+/).filter(Boolean);
  const all = rows(state, 'requests').filter((row) => terms.every((term) => fits(row, term)));
  // Polls that are about to be hidden are among the rows until the others are loaded.
  const meant = all.filter((row) => !(state.hidesPolls && isPoll(row)));
  const shown = meant.filter((row) => Number(row['id']) <= lastListed(state));
  const { polls } = journalOf(state);
  return { shown, isPaused: shown.length < meant.length, polls: state.hidesPolls ? polls : 0 };
}

/**
 * The id of the newest listed request while one is open, so that the open one stays in place; otherwise
 * unlimited.
 */
export function lastListed(state: State): number {
  const isOpen = rows(state, 'requests').some((row) => text(row, 'id') === state.opened);
  return isOpen ? state.listedUpTo : Infinity;
}

/**
 * Whether a request only polled for new deposits, as a back end does while a payer waits, and got the usual
 * response.
 */
export function isPoll(row: Row): boolean {
  const { flowType, startTime, endTime } = objectOf(row, 'query');
  const isLook = flowType === 'DEPOSIT' && startTime !== undefined && endTime === undefined;
  return text(row, 'route') === 'flows' && isLook && toneOf(row) === 'ok' && faultsOf(row) === '';
}

/**
 * One term of the filter: `route:transfer`, `status:>=400`, `merchant:1001`, or a text that the request
 * contains.
 */
function fits(row: Row, term: string): boolean {
  const [, name = '', sign = '', value = ''] = /^(\w+):(>=|<=)?(.*)$/.exec(term) ?? [];
  const status = Number(objectOf(row, 'answer')['status']);
  if (name === 'route') return text(row, 'route').startsWith(value);
  if (name === 'merchant') return merchantsOf(row).includes(value);
  if (name !== 'status')
    return `${targetOf(row)} ${text(row, 'body')}`.toLowerCase().includes(term.toLowerCase());
  if (sign === '') return String(status).startsWith(value);
  return sign === '>=' ? status >= Number(value) : status <= Number(value);
}

export function queryOf(row: Row): string {
  const query = String(new URLSearchParams(objectOf(row, 'query') as Record<string, string>));
  return query && `?${query}`;
}

function targetOf(row: Row): string {
  return text(row, 'path') + queryOf(row);
}

/** Ids of the merchants that a request names, such as both sides of a transfer. */
export function merchantsOf(row: Row): readonly string[] {
  const inQuery = text(objectOf(row, 'query'), 'merchantId').split(',').filter(Boolean);
  const inBody = text(row, 'body').matchAll(/"(?:fromM|toM|m)erchantId"\s*:\s*"?(\d+)/g);
  return [...new Set([...inQuery, ...[...inBody].map(([, id = '']) => id)])];
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad request',
  401: 'Unauthorized',
  404: 'Not found',
  409: 'Conflict',
  422: 'Refused',
  429: 'Slow down',
  500: 'Outcome unknown',
  503: 'Nothing done',
};

type Tone = 'ok' | 'warn' | 'bad' | 'off';

/** The response as the client saw it, and its color. */
interface Outcome {
  readonly tone: Tone;
  readonly words: string;
}

function readOutcome(row: Row): Outcome {
  const answer = objectOf(row, 'answer');
  const status = Number(answer['status']);
  const sent = text(answer, 'sent');
  if (sent === 'nothing') return { tone: 'off', words: 'No answer' };
  if (sent === 'part') return { tone: 'bad', words: `${status}, cut off` };
  const code = answer['code'];
  if (status === 200 && code !== 200)
    return { tone: 'warn', words: code === null ? '200, no code' : `200, code ${text(answer, 'code')}` };
  return { tone: toneOfStatus(status), words: `${status} ${STATUS_TEXTS[status] ?? ''}`.trim() };
}

function toneOfStatus(status: number): Tone {
  if (status === 429) return 'warn';
  return status >= 400 ? 'bad' : 'ok';
}

/** The color of a response. */
export function toneOf(row: Row): Tone {
  return readOutcome(row).tone;
}

/** The response as the client saw it: `200 OK`, `No answer`. */
export function outcomeOf(row: Row): string {
  return readOutcome(row).words;
}

export function faultsOf(row: Row): string {
  return rowsOf(row, 'faults').map(titleOf).join(', ');
}

/** The actions of a recorded request. */
export function requestActions(row: Row): readonly Action[] {
  const id = text(row, 'id');
  const replay = async (api: Api) => {
    const again = await api.post(`/requests/${id}/replay`, {});
    return `Request ${id} was replayed: ${outcomeOf(again)}.`;
  };
  const copy: Action = {
    label: 'Copy as curl',
    key: 'c',
    act: ({ run }) =>
      void run(async () => {
        await copyText(curlOf(row));
        return 'Copied, with $TOKEN in place of the token.';
      }),
  };
  return [task('Replay', replay, { key: 'r' }), copy, failNext(row)];
}

/** Browsers allow clipboard access only to pages from this machine or over https. */
async function copyText(words: string): Promise<void> {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard === undefined) throw new Error('Copying requires HTTPS or localhost.');
  await clipboard.writeText(words);
}

/** Opens the form for the operation of a request. */
function failNext(row: Row): Action {
  const route = text(row, 'route');
  return form('Make the next call fail', 'fault', route === '' ? {} : { route, count: '1' }, { key: 'f' });
}

/** The request as a shell command. The token is never shown; the command reads it from its environment. */
function curlOf(row: Row): string {
  const quoted = (part: string) => `'${part.replaceAll("'", `'\\''`)}'`;
  const body = text(row, 'body');
  return [
    `curl -X ${text(row, 'method')} ${quoted(location.origin + targetOf(row))}`,
    `-H "X-BH-TOKEN: $TOKEN"`,
    ...(body === '' ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(body)}`]),
  ].join(' ');
}

/** The funding ids in the response of a request. */
export function txIdsOf(row: Row): readonly string[] {
  return Object.values(objectOf(row, 'ids')).map(String);
}
