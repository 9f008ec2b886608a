import fc from 'fast-check';
import type { VirtualAccountsQuery } from 'deposit-slip/contract';
import { fromMinor } from 'deposit-slip/core';
import { assertSame, Divergence, observe } from '../divergence.js';
import { attempt, type Harness } from '../harness.js';
import {
  activate,
  CHANNELS,
  CHANNEL_TYPES,
  decide,
  DEPOSIT_METHODS,
  depositMethod,
  failReasonOf,
  hasAgreement,
  hasSameKey,
  setChannel,
  statusOf,
  virtualAccount,
  type ActivationRequest,
  type Channel,
  type Decision,
  type DetailsRequest,
  type VirtualAccountKey,
} from '../model/accounts.js';
import {
  ExpectedError,
  found,
  ownMerchant,
  pickFrom,
  unobserved,
  type Activation,
  type Model,
} from '../model/model.js';
import { assertRecord, text } from '../record.js';
import { command, type CommandKind } from './command.js';
import { amount, holder, holderOf, merchant, pick, rarely } from './inputs.js';

const alias = fc.constantFrom('norte', 'centro', 'sur', 'este', 'oeste');

const ALIASES = { none: fc.constant(''), required: alias, optional: fc.oneof(alias, fc.constant('')) };

/** Operation 2 on a channel. */
const activationCommand = (channel: Channel): CommandKind => {
  const input = fc.record({
    merchant,
    fiat: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...channel.fiats) }, fc.constant('XXX')),
    alias: ALIASES[channel.alias],
    hasEmail: channel.takesEmail ? fc.boolean() : fc.constant(false),
    mayReturn: channel.mayVerify ? fc.boolean() : fc.constant(false),
    isOther: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
  });
  const weight = channel.verifies ? 2 : 1;
  return command(`activation on ${channel.trench}`, weight, input, async (harness, generated) => {
    const request = { ...generated, channel };
    const call = { path: '/v2/merchant/accounts', body: activationBody(request) };
    const operation = () => activate(harness.model, request);
    await harness.compare('response', call, operation, 'an activation', (activation) =>
      activationResult(harness.model, activation),
    );
  });
};

function activationBody(request: ActivationRequest): object {
  const { channel, merchant, fiat, alias, hasEmail, isOther } = request;
  const { trench } = channel;
  const fields = isOther ? (channel.otherFields ?? channel.fields) : channel.fields;
  const extra = { ...(alias && { alias }), ...(hasEmail && { email: 'ana@merchant.example' }) };
  return {
    merchantId: merchant,
    fiat,
    trench,
    ...(hasAgreement(request) && { callbackUri: 'https://shop.example/back' }),
    ...(fields && { fieldList: { ...fields, ...extra } }),
  };
}

/** Spec: Account activation result. */
function activationResult(model: Model, activation: Activation): object {
  const { fiat, hasAgreement, verifyLink } = activation;
  return {
    ...{ fiat, status: statusOf(model, activation) },
    ...(hasAgreement && { verifyLink: text(verifyLink) }),
    failReason: failReasonOf(model, activation),
  };
}

/**
 * Compares the activations that the control API lists, newest first, with the model, and stores their ids.
 */
export async function listActivations(harness: Harness): Promise<void> {
  const { model } = harness;
  const activations = model.activations.toReversed().map((each) => activationRecord(model, each));
  const { data } = await harness.send({ path: '/sandbox/activations' });
  assertRecord('rows', data, { activations }, 'the activations');
}

/** An activation as the control API returns it. */
function activationRecord(model: Model, activation: Activation): object {
  const { id, merchant, fiat, trench, alias, decision } = activation;
  return {
    ...{ id: text(id), merchantId: String(merchant), fiat, trench, alias },
    ...{ status: statusOf(model, activation), decision, failReason: failReasonOf(model, activation) },
  };
}

const undecided = (model: Readonly<Model>, isPending: boolean) =>
  model.activations.filter((each) => !isPending || statusOf(model, each) === 4);

async function decideActivation(harness: Harness, activation: Activation, body: Decision): Promise<void> {
  await listActivations(harness);
  const call = { path: `/sandbox/activations/${activation.id.value}`, body };
  const { model } = harness;
  await harness.compare(
    'response',
    call,
    () => decide(model, activation, body),
    'a decided activation',
    () => activationRecord(model, activation),
  );
}

async function changeChannel(
  harness: Harness,
  input: { type: (typeof CHANNEL_TYPES)[number]; merchant: bigint; change: ChannelChange },
): Promise<void> {
  const { merchant, change } = input;
  const { fiat, trench } = input.type;
  const { status } = change;
  const failReason = change.reason ?? DEFAULT_REASONS[status];
  const body = { merchantId: merchant, fiat, channel: trench, ...change };
  const operation = () => {
    found(harness.model.merchants.get(merchant));
    return setChannel(harness.model, { merchant, fiat, trench, status, failReason });
  };
  const record = { merchantId: String(merchant), fiat, channel: trench, status, failReason };
  const call = { path: '/sandbox/channels', body };
  await harness.compare('response', call, operation, 'a channel', () => record);
}

interface ChannelChange {
  readonly status: 'active' | 'failed' | 'closed';
  readonly reason?: string;
}

const DEFAULT_REASONS = {
  active: '',
  failed: 'The activation failed.',
  closed: 'The channel was closed.',
} as const;

async function setStatus(harness: Harness, key: VirtualAccountKey, status: number): Promise<void> {
  const { merchant, paymentId, alias: depositAlias } = key;
  const body = { merchantId: merchant, paymentId, depositAlias, status };
  const operation = () => Object.assign(found(virtualAccount(harness.model, key)), { status });
  const call = { path: '/sandbox/virtual-accounts', body };
  await harness.compare('response', call, operation, 'a virtual account', ({ fiat }) => {
    return { ...body, merchantId: String(merchant), fiat };
  });
}

const decisionInput = fc.record({
  pick,
  isPending: fc.boolean(),
  body: fc.constantFrom<Decision>(
    { decision: 'accepted' },
    { decision: 'rejected' },
    { decision: 'rejected', reason: 'No such company.' },
  ),
});
const channelInput = fc.record({
  type: fc.constantFrom(...CHANNEL_TYPES),
  merchant,
  change: fc.constantFrom<ChannelChange>(
    ...[{ status: 'active' as const }, { status: 'active' as const }],
    ...[{ status: 'closed' as const }, { status: 'failed' as const, reason: 'The name does not match.' }],
  ),
});
const otherKey = rarely(fc.record({ merchant, alias }));
const statusInput = fc.record({ pick, status: fc.constantFrom(1, 2, 3), otherKey });

export const ACCOUNTS: readonly CommandKind[] = [
  ...CHANNELS.map(activationCommand),
  command(
    'activation decided',
    4,
    decisionInput,
    (harness, { pick, isPending, body }) =>
      decideActivation(harness, pickFrom(undecided(harness.model, isPending), pick)!, body),
    (model, { isPending }) => undecided(model, isPending).length > 0,
  ),
  command('channel set', 4, channelInput, changeChannel),
  command('virtual account set', 2, statusInput, (harness, { pick, status, otherKey }) =>
    setStatus(harness, { ...pickFrom(harness.model.virtualAccounts, pick)!, ...otherKey }, status),
  ),
];

interface Details {
  readonly fiat: string;
  readonly txId?: string;
  readonly fieldList: Readonly<Record<string, string>>;
}

/** Keys of the account a payment is sent to (spec: `fieldList` keys by payment id). */
const ACCOUNT_KEYS = [
  'Cuenta CLABE',
  'CVU number',
  'alias',
  'Bank Account Number',
  'IBAN',
  'Chave Pix - Random Pix',
  'pixKey',
];

/** Adds details to the model. Permanent details, which name no funding, must be the same every time. */
function observeDetails(
  harness: Harness,
  key: VirtualAccountKey,
  { fiat, txId, fieldList }: Details,
  isPermanent: boolean,
): void {
  const { issued } = harness.model;
  if (isPermanent) {
    const previous = issued.find((each) => hasSameKey(each, key) && each.txId === undefined);
    if (previous) return assertSame('response', fieldList, previous.fieldList, 'details issued before');
  }
  const account = ACCOUNT_KEYS.map((name) => fieldList[name]).find((value) => value !== undefined);
  if (account !== undefined && issued.some((each) => each.account === account))
    throw new Divergence('response', `the account ${account} was issued before`);
  const funding = txId === undefined ? undefined : BigInt(txId);
  if (funding !== undefined) observe(unobserved(harness.model.txIds), funding, 'txId of a funding');
  const { merchant, paymentId, alias } = key;
  const reference = fieldList['Deposit Message'];
  issued.push({ merchant, paymentId, alias, fiat, txId: funding, account, fieldList, reference });
}

/** Operation 8, compared with the model. */
export async function requestDetails(harness: Harness, request: DetailsRequest): Promise<void> {
  const expected = attempt(() => depositMethod(harness.model, request));
  const { merchant, paymentId, fiat, alias, amount } = request;
  const decimal = amount === undefined ? undefined : fromMinor(amount);
  const query = { merchantId: merchant, paymentId, fiat, depositAlias: alias, amount: decimal };
  const { data } = await harness.send<Details>({ path: '/v2/merchant/addfunds', query }, expected);
  if (expected instanceof ExpectedError) return;
  const { funding } = expected;
  assertSame('response', [data.fiat, data.txId !== undefined], [fiat, funding === 'named'], 'details');
  // A payment cannot be matched to a funding that the response does not name.
  if (funding === 'unnamed') return;
  observeDetails(harness, { merchant, paymentId, alias: alias ?? '' }, data, funding === undefined);
}

/** Payment ids of operation 6 and their currencies (spec: Get multiple virtual accounts). */
const VIRTUAL_FIATS: Readonly<Record<number, string>> = {
  105: 'MXN',
  63: 'ARS',
  68: 'COP',
  90: 'BRL',
  92: 'BRL',
};

interface ListedAccount extends Details {
  readonly depositAlias: string;
  readonly status: object;
}

/** Operation 6, compared with the model: newest first. */
export async function listVirtualAccounts(
  harness: Harness,
  request: { merchant: bigint; paymentId: number; alias?: string | undefined; pageSize: number },
): Promise<void> {
  const { model } = harness;
  const { merchant, paymentId, alias, pageSize } = request;
  const owner = attempt(() => ownMerchant(model, merchant));
  const query = {
    merchantId: merchant,
    paymentId,
    fiat: VIRTUAL_FIATS[paymentId],
    depositAlias: alias,
    pageSize,
  } satisfies Readonly<Record<Exclude<keyof VirtualAccountsQuery, 'currentPage'>, unknown>>;
  const call = { path: '/v2/merchant/virtual/addfunds', query };
  const { data } = await harness.send<{ total: object; record: ListedAccount[] }>(call, owner);
  if (owner instanceof ExpectedError) return;
  const accounts = model.virtualAccounts
    .filter((each) => each.merchant === merchant && each.paymentId === paymentId)
    .filter((each) => alias === undefined || each.alias === alias)
    .toReversed();
  assertRecord('rows', data.total, accounts.length, 'number of virtual accounts');
  const listed = data.record.map(({ fiat, depositAlias, status }) => [fiat, depositAlias, status]);
  const expected = accounts.slice(0, pageSize).map((each) => [each.fiat, each.alias, each.status]);
  assertRecord('rows', listed, expected, 'virtual accounts');
  for (const record of data.record)
    observeDetails(harness, { merchant, paymentId, alias: record.depositAlias }, record, true);
}

const detailsInput = fc.record({
  holder,
  amount,
  pick: fc.nat(9),
  hasAmount: fc.boolean(),
  invalid: rarely(fc.constantFrom({ paymentId: 999 }, { fiat: 'PEN' })),
});
const virtualInput = fc.record({ pick: fc.nat(30), otherKey });
const listInput = fc.record(
  { merchant, alias, paymentId: fc.constantFrom(105, 92, 63, 68, 90), pageSize: fc.constantFrom(1, 2, 50) },
  { requiredKeys: ['merchant', 'paymentId', 'pageSize'] },
);

export const DETAILS: readonly CommandKind[] = [
  command('deposit details requested', 3, detailsInput, (harness, input) => {
    const { holder, pick, amount, hasAmount, invalid } = input;
    const { merchant, fiat } = holderOf(harness.model, holder);
    const methods = DEPOSIT_METHODS.filter((each) => each.fiat === fiat);
    const { id: paymentId } = pickFrom(methods, pick)!;
    const request = { merchant, paymentId, fiat, alias: undefined };
    return requestDetails(harness, { ...request, amount: hasAmount ? amount : undefined, ...invalid });
  }),
  command('details of a virtual account requested', 2, virtualInput, (harness, { pick, otherKey }) => {
    const { merchant, paymentId, fiat, alias } = pickFrom(harness.model.virtualAccounts, pick)!;
    return requestDetails(harness, { merchant, paymentId, fiat, alias, amount: undefined, ...otherKey });
  }),
  command('virtual accounts listed', 1, listInput, listVirtualAccounts),
];
