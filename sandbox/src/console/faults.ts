import type { Row } from './api.js';
import { text } from './format.js';

/** The operations a fault can affect, by name. */
export const OPERATIONS: readonly (readonly [value: string, label: string])[] = [
  ['*', 'every operation'],
  ...[
    'crypto-transfers',
    'activation',
    'claim',
    'transfer',
    'orders',
    'virtual-accounts',
    'flows',
    'pending-fund',
    'pairs',
  ].map((name) => [name, name] as const),
];

export const FAULT_EFFECTS = [
  ['lose', 'Lose the answer'],
  ['status', 'Answer with a status'],
  ['delay', 'Answer late'],
  ['limit', 'Limit the calls a minute'],
  ['throttle', 'Send the answer slowly'],
  ['cut', 'Cut the connection'],
  ['body', 'Another body'],
  ['type', 'Another content type'],
  ['shape', 'Another shape'],
] as const;

/** The value that the form proposes for an effect. */
export const DEFAULT_VALUES: Readonly<Record<string, string>> = {
  status: '503',
  delay: '3000',
  limit: '10',
  throttle: '100',
  shape: 'checks=failed',
};

/** The fault that the form describes. */
export function faultOf(values: Readonly<Record<string, string>>): Row {
  const {
    route,
    effect = '',
    value = '',
    point,
    retryAfter = '',
    count = '',
    probability = '',
    merchantId = '',
  } = values;
  const effects: Record<string, Row> = {
    lose: { lose: 'answer' },
    status: { status: Number(value), ...(retryAfter !== '' && { retryAfter: Number(retryAfter) }) },
    delay: { delay: value === 'forever' ? value : Number(value) },
    limit: { limit: Number(value) },
    throttle: { throttle: Number(value) },
    cut: { cut: point },
    shape: { shape: shapeOf(value) },
  };
  return {
    route,
    ...(effects[effect] ?? { [effect]: value }),
    ...(count !== '' && { count: Number(count) }),
    ...(probability !== '' && { probability }),
    ...(merchantId !== '' && { match: { merchantId } }),
  };
}

/** `checks=failed` as a setting of a shape. */
function shapeOf(setting: string): Row {
  const [name = '', value = ''] = setting.split('=');
  return { [name]: /^\d+$/.test(value) ? Number(value) : value };
}

const TITLES: readonly (readonly [member: string, title: (value: string) => string])[] = [
  ['lose', () => 'Lose the answer'],
  ['limit', (value) => `At most ${value} a minute`],
  ['status', (value) => `Status ${value}`],
  ['delay', (value) => (value === 'forever' ? 'No answer' : `Answer after ${value} ms`)],
  ['throttle', (value) => `${value} bytes a second`],
  ['cut', (value) => `Cut (${value})`],
  ['body', () => 'Another body'],
  ['type', (value) => `Content type ${value}`],
  ['shape', (value) => `Shape ${value}`],
  ['depositAfter', (value) => `Pays itself after ${value} ms`],
];

/** The effects of a fault, in words. */
export function titleOf(fault: Row): string {
  const parts = TITLES.filter(([member]) => fault[member] !== undefined).map(([member, title]) => {
    const value = fault[member];
    return title(typeof value === 'object' ? JSON.stringify(value) : text(fault, member));
  });
  return parts.join(', ') || 'Fault';
}

/** A share in percent, without the digits of binary rounding: 7, not 7.000000000000001. */
function percentOf(share: number): number {
  return Math.round(share * 10_000) / 100;
}

/** Identifies a fault: includes whether it has a count, but not the count, because each call lowers it. */
export function identityOf(fault: Row): string {
  return JSON.stringify({ ...fault, count: 'count' in fault });
}

/** The requests that a fault affects, in words. */
export function scopeOf(fault: Row): string {
  const { match, probability, retryAfter } = fault;
  return [
    fault['count'] === undefined ? 'all calls' : `next ${text(fault, 'count')}`,
    ...(probability === undefined ? [] : [`${percentOf(Number(probability))} % of calls`]),
    ...(retryAfter === undefined ? [] : [`retry after ${text(fault, 'retryAfter')} s`]),
    ...(match === undefined
      ? []
      : [
          Object.entries(match as Row)
            .map(([name, value]) => `${name} ${String(value)}`)
            .join(', '),
        ]),
  ].join(', ');
}
