import { form, task, type Action } from './actions.js';
import type { Api, Row } from './api.js';
import { QUICK_FAULTS, titleOf } from './faults.js';
import { objectOf, rowsOf, text } from './format.js';
import { rows, type State } from './state.js';

/** The recorded requests that the filter and the choice let through, newest first. */
export function shownRequests(state: State): readonly Row[] {
  const terms = state.filter.split(/\s+/).filter(Boolean);
  return rows(state, 'requests').filter(
    (row) => isOfKind(row, state.only) && terms.every((term) => fits(row, term)),
  );
}

export function isOfKind(row: Row, only: State['only']): boolean {
  if (only === 'faults') return rowsOf(row, 'faults').length > 0;
  return only === 'all' || toneOf(row) !== 'ok';
}

/** One term of the filter: `route:transfer`, `status:>=400`, `merchant:1001`, or a text that occurs in the request. */
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

/** Ids of the merchants that a request names. */
export function merchantsOf(row: Row): string {
  const inQuery = text(objectOf(row, 'query'), 'merchantId');
  const [, inBody = ''] = /"(?:fromM|m)erchantId"\s*:\s*"?(\d+)/.exec(text(row, 'body')) ?? [];
  return inQuery || inBody;
}

/** The colour of an answer. */
export function toneOf(row: Row): 'ok' | 'warn' | 'bad' | 'off' {
  const answer = objectOf(row, 'answer');
  const status = Number(answer['status']);
  if (text(answer, 'sent') === 'nothing') return 'off';
  if (text(answer, 'sent') === 'part' || status >= 500) return 'bad';
  return status === 429 ? 'warn' : status >= 400 ? 'bad' : 'ok';
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

/** What the client saw: `200 OK`, `No answer`. */
export function outcomeOf(row: Row): string {
  const answer = objectOf(row, 'answer');
  const status = Number(answer['status']);
  if (text(answer, 'sent') === 'nothing') return 'No answer';
  if (text(answer, 'sent') === 'part') return `${status}, cut off`;
  return `${status} ${STATUS_TEXTS[status] ?? ''}`.trim();
}

export function faultsOf(row: Row): string {
  return rowsOf(row, 'faults').map(titleOf).join(', ');
}

/** What can be done with a recorded request. */
export function requestActions(row: Row): readonly Action[] {
  const id = text(row, 'id');
  const replay = async (api: Api) => {
    const again = await api.post(`/requests/${id}/replay`, {});
    return `Request ${id} was replayed: ${outcomeOf(again)}.`;
  };
  const copy: Action = {
    ...{ label: 'Copy as curl', key: 'c' },
    act: ({ run }) =>
      void run(async () => {
        await navigator.clipboard.writeText(curlOf(row));
        return 'Copied, with $TOKEN in place of the token.';
      }),
  };
  return [task('Replay', replay, { key: 'r' }), copy, failNext(row)];
}

/** Opens the form for the operation of a request. */
function failNext(row: Row): Action {
  const route = text(row, 'route');
  return form('Make the next call fail', 'fault', route === '' ? {} : { route, count: '1' }, { key: 'f' });
}

/** Faults at once for the next call of a request's operation. */
export function quickFaults(row: Row): readonly Action[] {
  const route = text(row, 'route') || '*';
  return Object.entries(QUICK_FAULTS).map(([label, effect]) =>
    task(label, async (api) => {
      const active = (await api.get('/faults'))['faults'] as Row[];
      await api.post('/faults', { faults: [...active, { route, count: 1, ...effect }] });
      return `${titleOf(effect)}: the next call of ${route}.`;
    }),
  );
}

/** The request as a shell command. The token is never shown, so the command reads it from its environment. */
function curlOf(row: Row): string {
  const quoted = (part: string) => `'${part.replaceAll("'", `'\\''`)}'`;
  const body = text(row, 'body');
  return [
    `curl -X ${text(row, 'method')} ${quoted(location.origin + targetOf(row))}`,
    `-H "X-BH-TOKEN: $TOKEN"`,
    ...(body === '' ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(body)}`]),
  ].join(' ');
}

/** The funding ids in the answer of a request. */
export function txIdsOf(row: Row): readonly string[] {
  return Object.values(objectOf(row, 'ids')).map(String);
}
