import { fromMinor, isAmount, toMinor } from 'deposit-slip/core';
import type { Api, Row } from './api.js';
import { amount, text, unmatchedWords } from './format.js';
import { DEFAULT_VALUES, FAULT_EFFECTS, faultOf, OPERATIONS, scopeOf, titleOf } from './faults.js';
import { rows, type Details, type State } from './state.js';
import {
  channelTypes,
  currencyField,
  merchantField,
  paymentIds,
  same,
  unique,
  type Form,
  type FormResult,
  type Values,
} from './fields.js';

const HOW = [
  ['exact', 'Exact'],
  ['other', 'Other sum'],
  ['twice', 'Twice'],
  ['late', 'Late'],
] as const;

async function sendDeposit(api: Api, values: Values): Promise<string> {
  const { merchantId, fiat, account = '', reference = '', how, minutes = '' } = values;
  const isTxId = /^[1-9][0-9]{5,8}$/.test(account);
  const sum = ((how === 'other' ? values['otherAmount'] : values['amount']) ?? '').trim();
  const deposit = {
    merchantId,
    fiat,
    amount: sum,
    ...(account !== '' && (isTxId ? { txId: account } : { account })),
    ...(reference !== '' && { reference }),
  };
  // A rule of the control API, checked here because a refused deposit must not have moved the clock.
  if (!isAmount(sum) || sum.split('.')[0]!.length > 15)
    throw new Error('The amount must be above 0 and have at most 15 digits and 2 decimals, such as 1250.00.');
  if (how === 'late') await api.post('/clock', { advance: Math.round(Number(minutes) * 60_000) });
  const booked = [await api.post('/deposits', deposit)];
  if (how === 'twice') booked.push(await api.post('/deposits', deposit));
  return booked.map(outcomeOf).join(' ');
}

function outcomeOf(deposit: Row): string {
  const sum = `${amount(text(deposit, 'amount'))} ${text(deposit, 'fiat')}`;
  if (deposit['matched'] !== true) return `${sum} stays unmatched: ${unmatchedWords(deposit)}.`;
  return `${sum} credited to ${text(deposit, 'merchantId')}, balance ${amount(text(deposit, 'total'))}.`;
}

async function showDetails(api: Api, values: Values, state: State): Promise<FormResult> {
  const { merchantId = '', paymentId = '', amount: sum = '' } = values;
  const type = channelTypes(state).find((each) =>
    (each['paymentIds'] as number[]).includes(Number(paymentId)),
  );
  const query = new URLSearchParams({
    merchantId,
    paymentId,
    fiat: text(type, 'fiat'),
    ...(sum && { amount: sum }),
  });
  const details: Details = { merchantId, paymentId, data: await api.get(`/pending-fund?${query}`) };
  const others = state.details.filter(
    (each) => each.merchantId !== merchantId || each.paymentId !== paymentId,
  );
  return {
    message: `Details of ${paymentId} for ${merchantId}.`,
    change: { details: [details, ...others], merchant: merchantId },
  };
}

/** The values that are not empty. */
const filledIn = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** The forms, by id. */
export const FORMS: Readonly<Record<string, Form>> = {
  deposit: {
    title: 'Simulate a deposit',
    submit: 'Send deposit',
    fields: [
      { name: 'how', label: 'How it is paid', isRadio: true, options: () => HOW, value: 'exact' },
      merchantField,
      currencyField,
      { name: 'amount', label: 'Amount', value: '1250.00', isRequired: true, isMono: true },
      {
        name: 'otherAmount',
        label: 'Amount paid',
        isRequired: true,
        isMono: true,
        value: (_, { amount: sum = '' }) => fromMinor((toMinor(sum) ?? 0n) + 100n),
        isFor: ({ how }) => how === 'other',
      },
      {
        name: 'minutes',
        label: 'Minutes late',
        value: '60',
        isRequired: true,
        hint: 'The clock is advanced by this first.',
        isFor: ({ how }) => how === 'late',
      },
      {
        name: 'account',
        label: 'Account or txId',
        isMono: true,
        hint: 'Without one, the deposit stays unmatched.',
      },
      { name: 'reference', label: 'Reference' },
    ],
    send: sendDeposit,
  },
  merchant: {
    title: 'Add a merchant',
    submit: 'Add merchant',
    fields: [
      { name: 'merchantId', label: 'Merchant id', isRequired: true, isMono: true },
      {
        name: 'type',
        label: 'Type',
        value: 'individual',
        options: () => same(['individual', 'business']),
      },
      { name: 'name', label: 'Name' },
      { name: 'email', label: 'E-mail', hint: 'Used by activations that need an e-mail address.' },
      {
        name: 'token',
        label: 'Access token',
        hint: 'A new or existing token that gives access to this merchant.',
        isMono: true,
      },
      {
        name: 'fiat',
        label: 'Currency',
        value: 'MXN',
        options: (state) => same(unique(channelTypes(state).map((type) => text(type, 'fiat')))),
      },
      {
        name: 'balance',
        label: 'Opening balance',
        value: '1000.00',
        hint: 'Empty: no account yet.',
        isMono: true,
      },
    ],
    send: async (api, { merchantId = '', fiat = '', balance = '', ...rest }) => {
      const balances = balance === '' ? {} : { [fiat]: balance };
      await api.post('/merchants', { ...filledIn(rest), merchantId: Number(merchantId), balances });
      return { message: `Merchant ${merchantId} was added.`, change: { merchant: merchantId } };
    },
  },
  channel: {
    title: 'Open a channel',
    submit: 'Open channel',
    fields: [
      merchantField,
      {
        name: 'channel',
        label: 'Channel',
        options: (state) =>
          channelTypes(state).map((type) => {
            const [fiat, channel] = [text(type, 'fiat'), text(type, 'channel')];
            return [`${fiat} ${channel}`, `${fiat} ${channel}`];
          }),
      },
    ],
    send: async (api, { merchantId, channel = '' }) => {
      const [fiat, name] = [channel.slice(0, 3), channel.slice(4)];
      await api.post('/channels', { merchantId: Number(merchantId), fiat, channel: name, status: 'active' });
      return { message: `${name} is open for ${merchantId}.`, change: { merchant: merchantId ?? '' } };
    },
  },
  details: {
    title: 'Deposit details',
    submit: 'Show details',
    intro: 'What operation 8 (pending-fund) returns for this merchant.',
    fields: [
      merchantField,
      { name: 'paymentId', label: 'Payment id', options: paymentIds },
      {
        name: 'amount',
        label: 'Amount',
        hint: 'Only for methods whose details are for one amount.',
        isMono: true,
      },
    ],
    send: showDetails,
  },
  reject: {
    title: 'Reject the agreement',
    submit: 'Reject',
    kind: 'danger',
    fields: [
      { name: 'id', label: 'Activation', isRequired: true, isMono: true },
      {
        name: 'reason',
        label: 'Reason',
        isRequired: true,
        hint: 'Returned as failReason when the activation is repeated.',
      },
    ],
    send: async (api, { id, reason }) => {
      await api.post(`/activations/${id}`, { decision: 'rejected', reason });
      return `Activation ${id} was rejected.`;
    },
  },
  return: {
    title: 'Return a deposit',
    submit: 'Return deposit',
    kind: 'danger',
    intro: ({ fiat, merchantId }) =>
      `The amount, in ${fiat}, leaves the balance of ${merchantId} and goes back to the sender for good.`,
    fields: [
      { name: 'id', label: 'Deposit', isHidden: true },
      { name: 'fiat', label: 'Currency', isHidden: true },
      { name: 'merchantId', label: 'Merchant', isHidden: true },
      { name: 'amount', label: 'Amount', isRequired: true, isMono: true },
    ],
    send: async (api, { id, fiat, amount: sum }) => {
      await api.post(`/deposits/${id}/return`, { amount: sum });
      return `${amount(sum!)} ${fiat} went back to the sender.`;
    },
  },
  move: {
    title: 'Move an order on',
    submit: 'Move order',
    fields: [
      { name: 'orderId', label: 'Order', isRequired: true, isMono: true },
      {
        name: 'orderStatus',
        label: 'New status',
        options: (state, { orderId }) => {
          const order = rows(state, 'orders').find((row) => text(row, 'orderId') === orderId);
          return same(((order?.['nextStatuses'] as number[] | undefined) ?? []).map(String));
        },
      },
    ],
    send: async (api, { orderId, orderStatus }) => {
      await api.post(`/orders/${orderId}`, { orderStatus: Number(orderStatus) });
      return `Order ${orderId} moved to ${orderStatus}.`;
    },
  },
  fault: {
    title: 'Make calls fail',
    submit: 'Set fault',
    fields: [
      { name: 'route', label: 'Operation', options: () => OPERATIONS, value: '*' },
      { name: 'effect', label: 'Effect', options: () => FAULT_EFFECTS, value: 'lose' },
      {
        name: 'value',
        label: 'Value',
        isFor: ({ effect }) => !['lose', 'cut'].includes(effect ?? ''),
        value: (_, { effect = '' }) => DEFAULT_VALUES[effect] ?? '',
        isMono: true,
        hint: 'A status, milliseconds or forever, calls a minute, bytes a second, a body, a content type, or a shape such as checks=failed.',
      },
      {
        name: 'point',
        label: 'Where it ends',
        options: () => same(['before', 'headers', 'body']),
        value: 'headers',
        isFor: ({ effect }) => effect === 'cut',
      },
      { name: 'retryAfter', label: 'Retry after (seconds)', isFor: ({ effect }) => effect === 'status' },
      { name: 'count', label: 'Calls', value: '1', hint: 'Empty: all calls.' },
      { name: 'probability', label: 'Share of calls', hint: 'Above 0 and up to 1. Empty: every call.' },
      { name: 'merchantId', label: 'Only for merchant', isMono: true },
    ],
    send: async (api, values) => {
      const fault = faultOf(values);
      const active = (await api.get('/faults'))['faults'] as Row[];
      await api.post('/faults', { faults: [...active, fault] });
      return `Fault set: ${titleOf(fault)}, ${scopeOf(fault)}.`;
    },
  },
  clock: {
    title: 'Advance the clock',
    submit: 'Advance',
    fields: [
      { name: 'advance', label: 'Advance by (minutes)', value: '60', isRequired: true },
      {
        name: 'freeze',
        label: 'Then',
        value: 'true',
        options: () => [
          ['true', 'freeze it'],
          ['false', 'keep it running'],
        ],
      },
    ],
    send: async (api, { advance, freeze }) => {
      await api.post('/clock', { advance: Math.round(Number(advance) * 60_000), freeze: freeze === 'true' });
      return freeze === 'true' ? 'The clock is frozen.' : 'The clock is running.';
    },
  },
  snapshot: {
    title: 'Take a snapshot',
    submit: 'Take snapshot',
    fields: [
      { name: 'name', label: 'Name', isRequired: true, hint: 'Lower-case letters, digits and hyphens.' },
    ],
    send: async (api, { name = '' }) => {
      await api.post(`/snapshots/${encodeURIComponent(name)}`, {});
      return `Snapshot ${name} was taken.`;
    },
  },
  restore: {
    title: 'Restore a snapshot',
    submit: 'Restore',
    kind: 'danger',
    intro:
      'Everything stored returns to that moment: merchants, money, orders and the clock. Recorded requests and faults are kept.',
    fields: [
      {
        name: 'name',
        label: 'Snapshot',
        options: (state) => same(rows(state, 'snapshots').map((row) => text(row, 'name'))),
      },
    ],
    send: async (api, { name = '' }) => {
      await api.post(`/snapshots/${encodeURIComponent(name)}/restore`, {});
      return { message: `Snapshot ${name} was restored.`, forgets: true };
    },
  },
  reset: {
    title: 'Reset the sandbox',
    submit: 'Reset everything',
    kind: 'danger',
    intro:
      'Restores the initial merchants, balances and orders, and removes all faults and recorded requests. Snapshots are kept.',
    fields: [],
    send: async (api) => {
      await api.post('/reset', {});
      return { message: 'The sandbox was reset.', change: { opened: '' }, forgets: true };
    },
  },
};

/**
 * The values of a form: the typed value, else the default, else the first choice. Hidden fields have none.
 */
export function valuesOf(id: string, state: State): Values {
  const typed = state.values[id] ?? {};
  let values: Values = {};
  for (const field of FORMS[id]!.fields) {
    if (field.isFor && !field.isFor(values)) continue;
    const options = field.options?.(state, values);
    const preset = typeof field.value === 'function' ? field.value(state, values) : (field.value ?? '');
    const wanted = typed[field.name] ?? preset;
    // Keeps a value that is no longer an option, so that another one is not sent instead.
    const isOffered = !options || Boolean(typed[field.name]) || options.some(([each]) => each === wanted);
    const value = isOffered ? wanted : (options[0]?.[0] ?? '');
    values = { ...values, [field.name]: value };
  }
  return values;
}
