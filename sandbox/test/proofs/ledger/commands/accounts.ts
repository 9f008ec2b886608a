import fc from 'fast-check';
import { fromMinor } from 'deposit-slip/core';
import { assertSame, Divergence, observe } from '../divergence.js';
import { attempt, type Harness } from '../harness.js';
import {
  activate,
  CHANNELS,
  decide,
  DEPOSIT_METHODS,
  depositMethod,
  hasSameKey,
  virtualAccount,
  type ActivationRequest,
  type Channel,
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
  });
  const weight = channel.verifies ? 2 : 1;
  return command(`activation on ${channel.trench}`, weight, input, async (harness, generated) => {
    const request = { ...generated, channel };
    const call = { path: '/v2/merchant/accounts', body: activationBody(request) };
    const operation = () => activate(harness.model, request);
    await harness.compare('response', call, operation, 'an activation', activationResult);
  });
};

function activationBody({ channel, merchant, fiat, alias, hasEmail }: ActivationRequest): object {
  const { trench, fields, verifies } = channel;
  const extra = { ...(alias && { alias }), ...(hasEmail && { email: 'ana@merchant.example' }) };
  return {
    merchantId: merchant,
    fiat,
    trench,
    ...(verifies && { callbackUri: 'https://shop.example/back' }),
    ...(fields && { fieldList: { ...fields, ...extra } }),
  };
}

/** Spec: Account activation result. */
function activationResult({ fiat, status, verifyLink }: Activation): object {
  return { fiat, status, ...(status === 4 && { verifyLink: text(verifyLink) }), failReason: '' };
}

/** Compares the activations the control API lists, newest first, with the model, and learns their ids. */
export async function listActivations(harness: Harness): Promise<void> {
  const activations = harness.model.activations.toReversed().map(activationRecord);
  const { data } = await harness.send({ path: '/sandbox/activations' });
  assertRecord('rows', data, { activations }, 'the activations');
}

/** An activation as the control API returns it. */
function activationRecord({ id, merchant, fiat, trench, status, decision }: Activation): object {
  return { id: text(id), merchantId: String(merchant), fiat, trench, status, decision };
}

const undecided = ({ activations }: Readonly<Model>, hasAgreement: boolean) =>
  activations.filter(({ status }) => !hasAgreement || status === 4);

async function decideActivation(
  harness: Harness,
  activation: Activation,
  decision: 'accepted' | 'rejected',
): Promise<void> {
  await listActivations(harness);
  const call = { path: `/sandbox/activations/${activation.id.value}`, body: { decision } };
  const operation = () => decide(harness.model, activation, decision);
  await harness.compare('response', call, operation, 'a decided activation', activationRecord);
}

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
  hasAgreement: fc.boolean(),
  decision: fc.constantFrom('accepted', 'rejected'),
});
const otherKey = rarely(fc.record({ merchant, alias }));
const statusInput = fc.record({ pick, status: fc.constantFrom(1, 2, 3), otherKey });

export const ACCOUNTS: readonly CommandKind[] = [
  ...CHANNELS.map(activationCommand),
  command(
    'activation decided',
    4,
    decisionInput,
    (harness, { pick, hasAgreement, decision }) =>
      decideActivation(harness, pickFrom(undecided(harness.model, hasAgreement), pick)!, decision),
    (model, { hasAgreement }) => undecided(model, hasAgreement).length > 0,
  ),
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

/** Adds details to the model. Permanent ones, which name no funding, must be the same every time. */
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
  // No payment can be matched to a funding the response does not name.
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
  };
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
