import type { Sandbox } from 'deposit-slip-sandbox';
import { isJsonObject, own } from 'deposit-slip/core';
import { Hono } from 'hono';
import { testAccount, type Owners } from '../grants.js';
import type { CHOICES } from './settings.js';

type FaultName = (typeof CHOICES)['fault']['options'][number][0];
type Fault = Awaited<ReturnType<Sandbox['control']['faults']>>[number];

/** The effect of each fault of the knob on a call of the API. */
const EFFECTS: Readonly<Record<FaultName, Omit<Fault, 'route'> | undefined>> = {
  none: undefined,
  '401': { status: 401 },
  '404': { status: 404 },
  '429': { status: 429, retryAfter: 1 },
  '503': { status: 503 },
  slow: { delay: 5_000 },
  cut: { cut: 'body' },
  malformed: { body: '{"code":200,"data":' },
};

export interface FaultOptions extends Pick<Owners, 'visits' | 'accounts'> {
  readonly control: Pick<Sandbox['control'], 'faults'>;
}

/** `POST /workbench/faults`: makes the next call for this visitor's account fail, and no other visitor's. */
export function workbenchFaults({ visits, accounts, control }: FaultOptions): Hono {
  const faults = new Hono();
  faults.post('/', async (c) => {
    const visit = visits.of(c.req.raw);
    if (visit === undefined) return c.json({ msg: 'There is no visit.' }, 401);
    const body: unknown = await c.req.json().catch(() => undefined);
    const fault = isJsonObject(body) ? own(body, 'fault') : undefined;
    if (typeof fault !== 'string' || !Object.hasOwn(EFFECTS, fault))
      return c.json({ msg: `fault must be one of ${Object.keys(EFFECTS).join(', ')}` }, 400);
    const merchantId = await testAccount('workbench', visit, accounts);
    const others = (await control.faults()).filter(({ match }) => match?.merchantId !== merchantId);
    const effects = EFFECTS[fault as FaultName];
    const wanted = effects ? [{ route: 'pending-fund', match: { merchantId }, count: 1, ...effects }] : [];
    await control.faults([...others, ...wanted]);
    return c.body(null, 204);
  });
  return faults;
}
