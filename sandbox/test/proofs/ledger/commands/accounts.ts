import fc from 'fast-check';
import { fromMinor } from 'deposit-slip/core';
import { num, type Bench } from '../bench.js';
import { Divergence, learn, same } from '../divergence.js';
import {
  activate,
  askDetails,
  CHANNELS,
  decide,
  DEPOSIT_METHODS,
  virtualAccount,
  type Channel,
  type DetailsAsk,
  type VirtualKey,
} from '../model/accounts.js';
import {
  isRefusal,
  ownMerchant,
  pickOf,
  refusal,
  type Activation,
  type Issuance,
  type Model,
} from '../model/model.js';
import { command, type Kind } from './command.js';
import { amount, holder, holderOf, merchant, pick, rarely } from './inputs.js';

const alias = fc.constantFrom('norte', 'centro', 'sur', 'este', 'oeste');

const ALIASES = { none: fc.constant(''), required: alias, optional: fc.oneof(alias, fc.constant('')) };

const channelCommand = (channel: Channel): Kind =>
  command({
    name: `activation on ${channel.trench}`,
    weight: channel.verifies ? 2 : 1,
    input: fc.record({
      merchant,
      fiat: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...channel.fiats) }, fc.constant('XXX')),
      alias: ALIASES[channel.alias],
      hasEmail: channel.takesEmail ? fc.boolean() : fc.constant(false),
    }),
    run: async (bench, ask) => {
      const expected = activate(bench.model, { ...ask, channel });
      const call = { path: '/v2/merchant/accounts', body: activationBody(channel, ask) };
      const { data } = await bench.ask<{ verifyLink?: string }>(call, expected);
      if (isRefusal(expected)) return;
      if (data.verifyLink !== undefined) learn(expected.verifyLink, data.verifyLink, 'a verifyLink');
      same('answer', data, activationRecord(expected), 'an activation');
    },
  });

function activationBody(
  { trench, fields, verifies }: Channel,
  ask: { merchant: bigint; fiat: string; alias: string; hasEmail: boolean },
): object {
  const { merchant, fiat, alias, hasEmail } = ask;
  const extra = { ...(alias && { alias }), ...(hasEmail && { email: 'ana@merchant.example' }) };
  return {
    ...{ merchantId: num(merchant), fiat, trench },
    ...(verifies && { callbackUri: 'https://shop.example/back' }),
    ...(fields && { fieldList: { ...fields, ...extra } }),
  };
}

/** Spec: Account activation result. */
function activationRecord({ fiat, status, verifyLink }: Activation): object {
  return { fiat, status: num(status), ...(status === 4 && { verifyLink: verifyLink.value }), failReason: '' };
}

export interface ListedActivation {
  readonly id: string;
}

/** The activations as the control API lists them, newest first; their ids stand nowhere else. */
export async function listActivations(bench: Bench): Promise<void> {
  const { data } = await bench.ask<{ activations: ListedActivation[] }>({
    path: '/sandbox/activations',
    as: 'control',
  });
  const expected = bench.model.activations.toReversed();
  same('rows', data.activations.length, expected.length, 'how many activations there are');
  for (const [index, { id }] of data.activations.entries()) learn(expected[index]!.id, id, 'an activation');
  same('rows', data.activations, expected.map(listed), 'the activations');
}

function listed({ id, merchant, fiat, trench, status, decision }: Activation): object {
  return { id: id.value, merchantId: String(merchant), fiat, trench, status: num(status), decision };
}

const toDecide = ({ activations }: Readonly<Model>, hasAgreement: boolean) =>
  activations.filter(({ status }) => !hasAgreement || status === 4);

async function decideOn(bench: Bench, activation: Activation, decision: 'accepted' | 'rejected') {
  await listActivations(bench);
  const expected = decide(bench.model, activation, decision);
  const path = `/sandbox/activations/${activation.id.value}`;
  const { data } = await bench.ask<object>({ path, body: { decision }, as: 'control' }, expected);
  if (!expected) same('answer', data, listed(activation), 'an activation decided');
}

/** Sets the status of a virtual account, if there is one. */
async function setStatus(bench: Bench, key: VirtualKey, status: number): Promise<void> {
  const account = virtualAccount(bench.model, key);
  const { paymentId, alias: depositAlias } = key;
  const body = { merchantId: num(key.merchant), paymentId, depositAlias, status };
  const call = { path: '/sandbox/virtual-accounts', body, as: 'control' as const };
  const { data } = await bench.ask<object>(call, account ?? refusal(404, /was not found/));
  if (!account) return;
  account.status = status;
  const { merchant, fiat } = account;
  const record = { merchantId: String(merchant), fiat, depositAlias };
  same('answer', data, { ...record, paymentId: num(paymentId), status: num(status) }, 'a virtual account');
}

export const ACCOUNTS: readonly Kind[] = [
  ...CHANNELS.map(channelCommand),
  command({
    name: 'activation decided',
    weight: 4,
    input: fc.record({ pick, hasAgreement: fc.boolean(), decision: fc.constantFrom('accepted', 'rejected') }),
    isPossible: (model, { hasAgreement }) => toDecide(model, hasAgreement).length > 0,
    run: (bench, { pick, hasAgreement, decision }) =>
      decideOn(bench, pickOf(toDecide(bench.model, hasAgreement), pick)!, decision),
  }),
  command({
    name: 'virtual account set',
    weight: 2,
    input: fc.record({
      ...{ pick, status: fc.constantFrom(1, 2, 3) },
      stray: rarely(fc.record({ merchant, alias })),
    }),
    run: (bench, { pick, status, stray }) =>
      setStatus(bench, { ...pickOf(bench.model.virtualAccounts, pick)!, ...stray }, status),
  }),
];

interface Details {
  readonly fiat: string;
  readonly txId?: string;
  readonly fieldList: Readonly<Record<string, string>>;
}

/** Keys whose value a payment finds its details by (spec: `fieldList` keys by payment id). */
const ACCOUNT_KEYS = [
  ...['Cuenta CLABE', 'CVU number', 'alias', 'Bank Account Number', 'IBAN'],
  ...['Chave Pix - Random Pix', 'pixKey'],
];

/** Takes in details; those of a merchant's own, or of a virtual account in a listing, are the same every time. */
function takeIn(
  bench: Bench,
  { merchant, paymentId, alias }: Pick<Issuance, 'merchant' | 'paymentId' | 'alias'>,
  { fiat, txId, fieldList }: Details,
  isKept: boolean,
): void {
  const { issued } = bench.model;
  if (isKept) {
    const before = issued.find(
      (each) =>
        each.merchant === merchant &&
        each.paymentId === paymentId &&
        each.alias === alias &&
        each.txId === undefined,
    );
    if (before) return same('answer', fieldList, before.fieldList, 'details given before');
  }
  const account = ACCOUNT_KEYS.map((key) => fieldList[key]).find((value) => value !== undefined);
  if (account !== undefined && issued.some((each) => each.account === account))
    throw new Divergence('answer', `the account ${account} was given out before`);
  const funding = txId === undefined ? undefined : BigInt(txId);
  if (funding !== undefined) bench.learnTxId({ value: undefined }, funding, 'txId of a funding');
  issued.push({
    ...{ merchant, fiat, paymentId, alias, txId: funding, account, fieldList },
    reference: fieldList['Deposit Message'],
  });
}

/** Operation 8, held against the model. */
export async function details(bench: Bench, ask: DetailsAsk): Promise<void> {
  const expected = askDetails(bench.model, ask);
  const { merchant, paymentId, fiat, alias, amount } = ask;
  const query = {
    ...{ merchantId: merchant, paymentId, fiat, depositAlias: alias },
    amount: amount === undefined ? undefined : fromMinor(amount),
  };
  const { data } = await bench.ask<Details>({ path: '/v2/merchant/addfunds', query }, expected);
  if (isRefusal(expected)) return;
  const { funding } = expected;
  same('answer', [data.fiat, data.txId !== undefined], [fiat, funding === 'named'], 'details');
  // A funding the answer does not name cannot be paid by it.
  if (funding !== 'unnamed')
    takeIn(bench, { merchant, paymentId, alias: alias ?? '' }, data, funding === undefined);
}

/** The payment ids of operation 6 (spec: Get multiple virtual accounts). */
const LISTED: Readonly<Record<number, string>> = { 105: 'MXN', 63: 'ARS', 68: 'COP', 90: 'BRL', 92: 'BRL' };

interface ListedAccount extends Details {
  readonly depositAlias: string;
  readonly status: object;
}

/** Operation 6, held against the model: newest first. */
export async function listVirtualAccounts(
  bench: Bench,
  ask: { merchant: bigint; paymentId: number; alias?: string | undefined; pageSize: number },
): Promise<void> {
  const { model } = bench;
  const { merchant, paymentId, alias, pageSize } = ask;
  const owner = ownMerchant(model, merchant);
  const expected = isRefusal(owner) ? owner : 200;
  const query = { merchantId: merchant, paymentId, fiat: LISTED[paymentId], depositAlias: alias, pageSize };
  const call = { path: '/v2/merchant/virtual/addfunds', query };
  const { data } = await bench.ask<{ total: object; record: ListedAccount[] }>(call, expected);
  if (expected !== 200) return;
  const accounts = model.virtualAccounts
    .filter((each) => each.merchant === merchant && each.paymentId === paymentId)
    .filter((each) => alias === undefined || each.alias === alias)
    .toReversed();
  same('rows', data.total, num(accounts.length), 'how many virtual accounts there are');
  same(
    'rows',
    data.record.map(({ fiat, depositAlias, status }) => [fiat, depositAlias, status]),
    accounts.slice(0, pageSize).map((each) => [each.fiat, each.alias, num(each.status)]),
    'virtual accounts',
  );
  for (const record of data.record)
    takeIn(bench, { merchant, paymentId, alias: record.depositAlias }, record, true);
}

export const DETAILS: readonly Kind[] = [
  command({
    name: 'deposit details asked for',
    weight: 3,
    input: fc.record({
      ...{ holder, amount, pick: fc.nat(9), hasAmount: fc.boolean() },
      wrong: rarely(fc.constantFrom({ paymentId: 999 }, { fiat: 'PEN' })),
    }),
    run: (bench, { holder, pick, amount, hasAmount, wrong }) => {
      const { merchant, fiat } = holderOf(bench.model, holder);
      const methods = DEPOSIT_METHODS.filter((each) => each.fiat === fiat);
      const { id } = pickOf(methods, pick)!;
      const ask = { merchant, paymentId: id, fiat, alias: undefined };
      return details(bench, { ...ask, amount: hasAmount ? amount : undefined, ...wrong });
    },
  }),
  command({
    name: 'details of a virtual account asked for',
    weight: 2,
    input: fc.record({
      pick: fc.nat(30),
      stray: rarely(fc.record({ merchant, alias })),
    }),
    run: (bench, { pick, stray }) => {
      const { merchant, paymentId, fiat, alias } = pickOf(bench.model.virtualAccounts, pick)!;
      return details(bench, { merchant, paymentId, fiat, alias, amount: undefined, ...stray });
    },
  }),
  command({
    name: 'virtual accounts listed',
    input: fc.record(
      {
        ...{ merchant, alias, paymentId: fc.constantFrom(105, 92, 63, 68, 90) },
        pageSize: fc.constantFrom(1, 2, 50),
      },
      { requiredKeys: ['merchant', 'paymentId', 'pageSize'] },
    ),
    run: listVirtualAccounts,
  }),
];
