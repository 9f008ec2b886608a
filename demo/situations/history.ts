/** The situations of the history, and the response of each endpoint. */
import type { HistoryDeposit } from 'deposit-slip/core';
import type { DepositHistory } from 'deposit-slip/history';
import type { Icon } from '../site/icon-paths.js';
import { NEVER, press, type Properties, type Shown, type Situation } from './situation.js';

const MINUTE = 60_000;
const PAGE = 20;
const MANY = 10_000;

/** Minutes ago, but not before midnight, so that it is always today. */
function minutesAgo(minutes: number): number {
  return Math.max(Date.now() - minutes * MINUTE, new Date().setHours(0, 0, 0, 0));
}

/** A time on an earlier day, in the reader's time zone. */
function daysAgo(days: number, hour: number, minute: number): number {
  const day = new Date();
  day.setDate(day.getDate() - days);
  return day.setHours(hour, minute, 0, 0);
}

/** Deposits in every state, from minutes to a year ago: first two awaited deposits, then a partial one. */
function examples(): HistoryDeposit[] {
  return [...toBePaid(), ...arrived(), ...differing()];
}

function toBePaid(): HistoryDeposit[] {
  return [
    {
      id: 'w1',
      txId: '100071',
      paymentId: 90,
      fiat: 'BRL',
      amount: '187.40',
      createTime: minutesAgo(4),
      status: 'waiting',
    },
    {
      id: 'w2',
      txId: '100069',
      paymentId: 81,
      fiat: 'USD',
      amount: '300.00',
      createTime: daysAgo(2, 9, 12),
      status: 'waiting',
      reference: 'A-1041',
      asked: '450.00',
      received: '150.00',
    },
    {
      id: 'd0',
      txId: '100072',
      paymentId: 105,
      fiat: 'MXN',
      amount: '1249.00',
      createTime: minutesAgo(9),
      status: 'part',
      reference: 'A-1042',
      asked: '1250.00',
      received: '1249.00',
      payable: true,
    },
  ];
}

function arrived(): HistoryDeposit[] {
  return [
    {
      id: 'd1',
      txId: '100070',
      paymentId: 90,
      fiat: 'BRL',
      amount: '350.00',
      createTime: minutesAgo(40),
      status: 'arrived',
      returned: '50.00',
      returnTime: minutesAgo(20),
    },
    {
      id: 'd2',
      txId: '100068',
      paymentId: 85,
      fiat: 'EUR',
      amount: '64.90',
      createTime: daysAgo(1, 18, 40),
      status: 'arrived',
      reference: 'A-1037',
      asked: '64.90',
      received: '64.90',
    },
  ];
}

/** A deposit that was paid twice, one that was sent back, and one of which little is known. */
function differing(): HistoryDeposit[] {
  return [
    {
      id: 'd3',
      txId: '100062',
      paymentId: 90,
      fiat: 'BRL',
      amount: '187.40',
      createTime: daysAgo(3, 16, 25),
      status: 'over',
      reference: 'A-1029',
      asked: '187.40',
      received: '374.80',
    },
    {
      id: 'd3a',
      txId: '100061',
      paymentId: 90,
      fiat: 'BRL',
      amount: '187.40',
      createTime: daysAgo(3, 16, 21),
      status: 'arrived',
      reference: 'A-1029',
    },
    {
      id: 'd4',
      txId: '100058',
      paymentId: 63,
      fiat: 'ARS',
      amount: '150000.50',
      createTime: daysAgo(3, 11, 2),
      status: 'returned',
      reference: 'A-1028',
      asked: '150000.50',
      received: '0.00',
      returned: '150000.50',
      returnTime: daysAgo(2, 10, 30),
    },
    { id: 'd5', fiat: 'COP', amount: '820000', createTime: daysAgo(400, 8, 3), status: 'arrived' },
  ];
}

/** A deposit in the middle of a very long list. */
function numbered(at: number): HistoryDeposit {
  return {
    id: `n${at}`,
    txId: String(200_000 + MANY - at),
    paymentId: 90,
    fiat: 'BRL',
    amount: `${(at % 900) + 10}.40`,
    createTime: Date.now() - at * 37 * MINUTE,
    status: 'arrived',
  };
}

/** The response of each situation's endpoint. */
const ANSWERS: Readonly<Record<string, (before: string | undefined) => object | undefined>> = {
  full: () => ({ deposits: examples() }),
  empty: () => ({ deposits: [] }),
  waiting: () => ({ deposits: examples().slice(0, 2) }),
  unreadable: () => ({ deposits: [...examples().slice(3, 5), { id: 'x' }] }),
  // The request for older deposits fails.
  broken: (before) => (before === undefined ? { deposits: examples().slice(3), next: 'older' } : undefined),
  many: (before) => {
    const from = Number(before ?? 0);
    const deposits = Array.from({ length: PAGE }, (_, at) => numbered(from + at));
    return { deposits, ...(from + PAGE < MANY && { next: String(from + PAGE) }) };
  },
};

/** The response of a situation's endpoint: its status and its body. */
export function historyAnswer(
  situation: string,
  before: string | undefined,
): [body: object, status: 200 | 503] {
  const data = Object.hasOwn(ANSWERS, situation) ? ANSWERS[situation]!(before) : undefined;
  return data ? [{ code: 200, msg: 'SUCCESS', data }, 200] : [{ kind: 'unavailable' }, 503];
}

const at = (situation: string): Properties => ({ endpoint: `/scripted/history/${situation}` });

const unfold =
  (id: string) =>
  (history: Shown): void =>
    press(history, `[data-id="${id}"] button`);

export const HISTORY: readonly Situation[] = [
  entry('list', 'history', 'Every state', 'of a deposit', at('full')),
  { ...entry('check', 'history-unfolded', 'Unfolded', 'a deposit', at('full')), act: unfold('d2') },
  {
    ...entry('part', 'history-part', 'Unfolded', 'a part', at('full')),
    properties: { ...at('full'), contact: 'mailto:pagos@tienda.example' },
    act: unfold('d0'),
  },
  {
    ...entry('amount', 'history-over', 'Unfolded', 'too much', at('full')),
    properties: { ...at('full'), contact: 'mailto:pagos@tienda.example' },
    act: unfold('d3'),
  },
  { ...entry('back', 'history-returned', 'Unfolded', 'returned', at('full')), act: unfold('d4') },
  entry('clock', 'history-waiting', 'Nothing arrived', 'all waiting', at('waiting')),
  entry('page', 'history-empty', 'No deposits', 'empty', at('empty')),
  entry('list', 'history-limit', 'Three of many', 'limit', { ...at('many'), limit: 3 }),
  entry('list', 'history-many', 'Ten thousand', 'pages', at('many')),
  entry('unknown', 'history-unreadable', 'Unreadable entry', 'left out', at('unreadable')),
  {
    ...entry('alert', 'history-broken', 'Earlier ones fail', 'next page', at('broken')),
    act: (history) => {
      void (history as DepositHistory).showMore();
    },
  },
  { ...entry('lines', 'history-loading', 'Skeleton', 'loading', NEVER), reaches: 'loading' },
  ...(
    [
      ['offline', 'offline'],
      ['lock', 'unauthorized'],
      ['unknown', 'unreadable'],
    ] as const
  ).map(([icon, kind]): Situation => ({
    ...entry(icon, `history-problem-${kind}`, 'Problem', kind, { endpoint: `/scripted/problem/${kind}` }),
    reaches: 'problem',
    problem: kind,
  })),
];

function entry(icon: Icon, id: string, title: string, note: string, properties: Properties): Situation {
  const common = { tag: 'deposit-history', group: 'history', reaches: 'ready' } as const;
  return { ...common, icon, id, title, note, properties };
}
