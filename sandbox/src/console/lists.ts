import { fromMinor, toMinor } from 'deposit-slip/core';
import { form, task, type Action } from './actions.js';
import type { Api, Row } from './api.js';
import { identityOf, scopeOf, titleOf } from './faults.js';
import { amount, dateTime, text, unmatchedWords } from './format.js';
import type { Source, State } from './state.js';

/** A column of a list. */
export interface Column {
  readonly title: string;
  readonly cell: (row: Row) => string;
  /** `long`: an identifier of any length, which may break anywhere. */
  readonly kind?: 'mono' | 'mono long' | 'number' | 'time';
  /** The color of a cell with a dot. */
  readonly tone?: (row: Row) => 'ok' | 'warn' | 'bad' | 'off';
}

/** A list: its rows, its columns, and the actions of a row. */
export interface List {
  readonly source: Source;
  /** Identifies a row. */
  readonly key: (row: Row) => string;
  readonly columns: readonly Column[];
  readonly empty: string;
  readonly actions?: (row: Row, state: State) => readonly Action[];
}

/** A column that shows a member as it is. */
const plain = (title: string, name: string): Column => ({ title, cell: (row) => text(row, name) });
const mono = (title: string, name: string): Column => ({ ...plain(title, name), kind: 'mono' });
const long = (title: string, name: string): Column => ({ ...plain(title, name), kind: 'mono long' });
const sum = (title: string, name: string): Column => ({
  title,
  cell: (row) => amount(text(row, name)),
  kind: 'number',
});
/** An amount and its currency. */
const money = (title: string, name: string): Column => ({
  title,
  cell: (row) => `${amount(text(row, name))} ${text(row, 'fiat')}`,
  kind: 'number',
});
const at = (title: string, name = 'createTime'): Column => ({
  title,
  cell: (row) => dateTime(text(row, name)),
  kind: 'time',
});

/** Removes a fault. */
function removal(fault: Row): Action {
  return task('Remove', (api) => removeFault(api, fault));
}

/** Sends all faults except one: the control API sets them all at once. */
async function removeFault(api: Api, fault: Row): Promise<string> {
  const active = (await api.get('/faults'))['faults'] as Row[];
  const at = active.findIndex((each) => identityOf(each) === identityOf(fault));
  if (at < 0) return `${titleOf(fault)}: no longer active.`;
  await api.post('/faults', { faults: active.filter((_, place) => place !== at) });
  return `${titleOf(fault)}: removed.`;
}

export const clearFaults = task(
  'Clear all',
  async (api) => {
    await api.delete('/faults');
    return 'No fault is active.';
  },
  { key: 'X' },
);

/** Simulates a deposit like one that arrived. */
const payAgain = (row: Row): Action =>
  form('Pay again', 'deposit', {
    merchantId: text(row, 'merchantId'),
    fiat: text(row, 'fiat'),
    amount: text(row, 'amount'),
    account: text(row, 'account') || text(row, 'txId'),
    reference: text(row, 'reference'),
  });

const depositState: Column = {
  title: 'State',
  cell: (row) => {
    if (isUnmatched(row)) return `unmatched: ${unmatchedWords(row)}`;
    if (isReturned(row)) return 'returned';
    const returned = text(row, 'returned');
    return returned === '0.00' ? 'credited' : `${amount(returned)} returned`;
  },
  tone: (row) => (isUnmatched(row) ? 'warn' : isReturned(row) ? 'off' : 'ok'),
};

/** The lists, by the id of their view. */
export const LISTS: Readonly<Record<string, List>> = {
  deposits: {
    source: 'deposits',
    key: (row) => text(row, 'id'),
    empty: 'No deposit has arrived yet.',
    columns: [
      at('Arrived'),
      mono('Merchant', 'merchantId'),
      money('Amount', 'amount'),
      depositState,
      {
        title: 'Account, reference',
        cell: (row) =>
          ['account', 'reference']
            .map((name) => text(row, name))
            .filter(Boolean)
            .join(' · '),
        kind: 'mono long',
      },
      long('txId', 'txId'),
    ],
    actions: (row) => [payAgain(row), ...(isUnmatched(row) || isReturned(row) ? [] : [sendBack(row)])],
  },
  flows: {
    source: 'flows',
    key: (row) => text(row, 'id'),
    empty: 'Nothing has been booked yet.',
    columns: [
      at('Booked'),
      mono('Merchant', 'merchantId'),
      { title: 'Type', cell: (row) => `${text(row, 'flowType')} ${text(row, 'category')}` },
      sum('Changed', 'changed'),
      money('Balance', 'total'),
      long('txId', 'txId'),
      long('extId', 'extId'),
    ],
  },
  orders: {
    source: 'orders',
    key: (row) => text(row, 'orderId'),
    empty: 'There are no orders.',
    columns: [
      long('Order', 'orderId'),
      {
        title: 'Status',
        cell: (row) => `${text(row, 'orderStatus')}${row['hasRefund'] === true ? ', refunded' : ''}`,
        tone: (row) =>
          text(row, 'orderStatus') === '60'
            ? 'ok'
            : (row['nextStatuses'] as unknown[]).length > 0
              ? 'warn'
              : 'off',
      },
      mono('Merchant', 'merchantId'),
      plain('Type', 'orderType'),
      money('Amount', 'amount'),
      {
        title: 'For',
        cell: (row) =>
          [
            text(row, 'cryptoAmount') || amount(text(row, 'outAmount')),
            text(row, 'crypto') || text(row, 'outFiat'),
          ].join(' '),
        kind: 'number',
      },
      at('Created'),
    ],
    actions: orderActions,
  },
  activations: {
    source: 'activations',
    key: (row) => text(row, 'id'),
    empty: 'No account has been activated through the API yet.',
    columns: [
      long('Activation', 'id'),
      mono('Merchant', 'merchantId'),
      plain('Currency', 'fiat'),
      plain('Channel', 'trench'),
      long('Alias', 'alias'),
      {
        title: 'State',
        cell: (row) =>
          isWaiting(row)
            ? 'waiting for the agreement'
            : text(row, 'failReason') || text(row, 'decision') || 'active',
        tone: (row) => (isWaiting(row) ? 'warn' : text(row, 'failReason') === '' ? 'ok' : 'bad'),
      },
    ],
    actions: (row) => (isWaiting(row) ? activationActions(row) : []),
  },
  claims: {
    source: 'claims',
    key: (row) => text(row, 'txId'),
    empty: 'No claim has been made yet.',
    columns: [
      at('Made'),
      long('txId', 'txId'),
      mono('Merchant', 'merchantId'),
      sum('Amount', 'amount'),
      money('Fee', 'fee'),
      long('Paid to', 'userPaymentId'),
      long('clientId', 'clientId'),
      { ...plain('State', 'status'), tone: (row) => (text(row, 'status') === 'sent' ? 'ok' : 'bad') },
    ],
    actions: (row) => (text(row, 'status') === 'sent' ? [rejectClaim(row)] : []),
  },
  faults: {
    source: 'faults',
    key: identityOf,
    empty: 'No fault is active.',
    columns: [
      { title: 'Effect', cell: titleOf, tone: () => 'warn' },
      mono('Operation', 'route'),
      { title: 'Calls', cell: scopeOf },
    ],
    actions: (row) => [removal(row)],
  },
  snapshots: {
    source: 'snapshots',
    key: (row) => text(row, 'name'),
    empty: 'No snapshot has been taken yet.',
    columns: [long('Name', 'name'), at('Taken'), { ...plain('Records', 'rows'), kind: 'number' }],
    actions: (row) => [
      form('Restore', 'restore', { name: text(row, 'name') }, { key: 'r' }),
      ...(text(row, 'name') === 'initial' ? [] : [deleteSnapshot(row)]),
    ],
  },
};

export function isUnmatched(deposit: Row): boolean {
  return deposit['matched'] !== true;
}

function isReturned(deposit: Row): boolean {
  return deposit['returned'] === deposit['amount'];
}

export function isWaiting(activation: Row): boolean {
  return text(activation, 'status') === '4' && text(activation, 'decision') === '';
}

/** Accepts or rejects the agreement of an activation. */
export function activationActions(row: Row): readonly Action[] {
  const id = text(row, 'id');
  const accept = async (api: Api) => {
    await api.post(`/activations/${id}`, { decision: 'accepted' });
    return `Activation ${id} was accepted.`;
  };
  return [
    task('Accept', accept, { key: 'a', kind: 'primary' }),
    form('Reject…', 'reject', { id, reason: '' }, { key: 'x' }),
  ];
}

function orderActions(row: Row): readonly Action[] {
  const orderId = text(row, 'orderId');
  const isPaid = text(row, 'orderType') === 'fiat_to_crypto' && text(row, 'orderStatus') === '60';
  const hasRefund = row['hasRefund'] !== true;
  const refund = async (api: Api) => {
    await api.post(`/orders/${orderId}`, { hasRefund });
    return hasRefund ? `Order ${orderId} was refunded.` : `The refund of order ${orderId} was reversed.`;
  };
  return [
    ...((row['nextStatuses'] as unknown[]).length > 0
      ? [form('Move on…', 'move', { orderId }, { key: 'm' })]
      : []),
    ...(isPaid ? [task(hasRefund ? 'Refund' : 'Reverse refund', refund, { key: 'u' })] : []),
  ];
}

/** Asks for confirmation, because a returned deposit does not come back. */
function sendBack(row: Row): Action {
  const left = fromMinor(toMinor(text(row, 'amount'))! - toMinor(text(row, 'returned'))!);
  const values = {
    id: text(row, 'id'),
    fiat: text(row, 'fiat'),
    merchantId: text(row, 'merchantId'),
    amount: left,
  };
  return form('Return', 'return', values, { key: 'x' });
}

function rejectClaim(row: Row): Action {
  const txId = text(row, 'txId');
  const reject = async (api: Api) => {
    await api.post(`/claims/${txId}/reject`, {});
    return `Claim ${txId} was rejected; its money is back.`;
  };
  return task('Reject', reject, { key: 'x' });
}

function deleteSnapshot(row: Row): Action {
  const name = text(row, 'name');
  const remove = async (api: Api) => {
    await api.delete(`/snapshots/${encodeURIComponent(name)}`);
    return `Snapshot ${name} was deleted.`;
  };
  return task('Delete', remove);
}
