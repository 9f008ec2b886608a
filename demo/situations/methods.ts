import { METHODS, type Method } from 'deposit-slip/core';
import { en } from 'deposit-slip/locales/en.js';
import type { Icon } from '../site/icon-paths.js';
import { ENDPOINT, type Situation } from './situation.js';

/** The first method of a rail. */
export function bySlug(slug: string): Method {
  const found = METHODS.find((method) => method.slug === slug);
  if (!found) throw new Error(`There is no method ${slug}.`);
  return found;
}

export const idOf = ({ id }: Method): string => String(id);

/** A method that requires an amount: the sandbox's magic amounts work only there. */
export const priced = METHODS.find(({ amount }) => amount === 'required')!;

/** An amount that every method with an amount accepts. */
const AMOUNT = '1150.50';

export const METHOD_SITUATIONS: readonly Situation[] = [
  ...METHODS.flatMap(situationsOf),
  {
    id: 'unknown-135',
    group: 'methods',
    title: 'Unknown method',
    note: '135 ARS',
    properties: { endpoint: ENDPOINT, paymentId: '135' },
    icon: 'unknown',
  },
];

function situationsOf(method: Method): Situation[] {
  const { id, slug, fiat, amount } = method;
  const plain = {
    // Several methods may share a slug; the first of them has it as its id.
    id: method === bySlug(slug) ? slug : `${slug}-${id}`,
    group: 'methods',
    title: titleOf(method),
    note: `${id} ${fiat}`,
    properties: { endpoint: ENDPOINT, paymentId: idOf(method) },
    icon: iconOf(method),
  } as const;
  if (amount !== 'required') return [{ ...plain, reaches: 'ready' }];
  return [
    { ...plain, reaches: 'asking' },
    {
      ...plain,
      id: `${plain.id}-amount`,
      note: `${id}, amount`,
      properties: { ...plain.properties, amount: AMOUNT },
      reaches: 'ready',
    },
  ];
}

/** The name of the rail alone: of "ACH transfer", ACH. */
function titleOf({ slug }: Method): string {
  return en.titles[slug]!.replace(/(?<!^Bank) transfer.*$/, '');
}

/** The icon of what a payer uses: a code, a page or an account. */
function iconOf({ lead: [first] }: Method): Icon {
  return first?.endsWith('Code') ? 'code' : first === 'link' ? 'open' : 'bank';
}
