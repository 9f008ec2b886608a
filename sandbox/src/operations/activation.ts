import { randomBytes } from 'node:crypto';
import { ACTIVATION_PATH, activationBodyOf, type ActivationBody } from 'deposit-slip/contract';
import { Refusal } from '../http/refusal.js';
import {
  openAccounts,
  openVirtualAccount,
  recordActivation,
  type Activation,
  type ActivationOrder,
} from '../ledger/accounts.js';
import type { Merchant } from '../ledger/merchants.js';
import type { World } from '../world.js';
import { command, merchantOf, type Asked } from './operation.js';

/** Operation 2: an account in a currency, on a channel (spec: Activate merchant account). */
export const activation = command({
  name: 'activation',
  path: ACTIVATION_PATH,
  body: ({ channels }: World) => activationBodyOf(channels),
  answer,
});

async function answer(asked: Asked<ActivationBody>): Promise<object> {
  const { given, world } = asked;
  const merchant = await merchantOf(asked, given.merchantId);
  if (merchant.kind === 'business')
    throw new Refusal(422, `Merchant ${merchant.id} is a business: its accounts are activated otherwise.`);
  checkEmail(given, merchant);
  return toData(await activate(world, given), world.baseUrl());
}

/** `email` is optional where the merchant has one on record (spec: activation table). */
function checkEmail({ channel, fieldList }: ActivationBody, { email }: Merchant): void {
  if (channel.takesEmail && email === null && fieldList?.['email'] === undefined)
    throw new Refusal(400, 'Parameter fieldList.email is required: the merchant has none on record.');
}

function activate({ db, channels }: World, given: ActivationBody): Promise<Activation> {
  const { merchantId: merchant, fiat, trench, callbackUri, fieldList } = given;
  const paymentId = channels.find((channel) => channel.trench === trench)?.paymentId;
  const alias = fieldList?.['alias'] ?? '';
  const agreement = callbackUri === undefined ? undefined : { secret: newSecret(), callbackUri };
  const order: ActivationOrder = { merchant, fiat, trench, alias, fieldList, agreement };
  return db.transaction(async (tx) => {
    const made = await recordActivation(tx, order);
    // With an agreement to accept, the accounts open when it is accepted (simulator/agreement.ts).
    if (made.secret === null) await openAccounts(tx, merchant, [fiat]);
    if (paymentId !== undefined && alias !== '')
      await openVirtualAccount(tx, { merchant, paymentId, fiat, alias });
    return made;
  });
}

function newSecret(): string {
  return randomBytes(18).toString('base64url');
}

/** Spec: Account activation result. `verifyLink` leads to the agreement, where there is one. */
function toData({ fiat, status, secret }: Activation, baseUrl: string): object {
  return {
    fiat,
    status,
    ...(secret !== null && { verifyLink: `${baseUrl}/sandbox/agreement/${secret}` }),
    failReason: '',
  };
}
