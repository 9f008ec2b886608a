import { randomBytes } from 'node:crypto';
import { ACTIVATION_PATH, activationBodyOf, type ActivationBody } from 'deposit-slip/contract';
import type { AppContext } from '../app-context.js';
import { ApiError } from '../http/api-error.js';
import {
  openAccounts,
  openVirtualAccount,
  recordActivation,
  type Activation,
  type NewActivation,
} from '../ledger/accounts.js';
import type { Merchant } from '../ledger/merchants.js';
import { activationData } from '../schemas/activation.js';
import type { Sent } from '../schemas/wire.js';
import { command, findOwnMerchant, type OperationInput } from './operation.js';

/** Operation 2: activates an account in a currency, on a channel (spec: Activate merchant account). */
export const activation = command({
  name: 'activation',
  path: ACTIVATION_PATH,
  body: ({ channels }: AppContext) => activationBodyOf(channels),
  data: activationData,
  errors: [404, 409, 422],
  handle,
});

async function handle(input: OperationInput<ActivationBody>): Promise<Sent<typeof activationData>> {
  const { params, context } = input;
  const merchant = await findOwnMerchant(input, params.merchantId);
  if (merchant.kind === 'business')
    throw new ApiError(
      422,
      `Merchant ${merchant.id} is a business: its accounts cannot be activated through the API.`,
    );
  checkEmail(params, merchant);
  return toData(await activate(context, params), context.baseUrl());
}

/** `email` is optional if the merchant has an e-mail address on record (spec: activation table). */
function checkEmail({ channel, fieldList }: ActivationBody, { email }: Merchant): void {
  if (channel.takesEmail && email === null && fieldList?.['email'] === undefined)
    throw new ApiError(
      400,
      'Parameter fieldList.email is required: the merchant has no e-mail address on record.',
    );
}

function activate({ db, channels }: AppContext, params: ActivationBody): Promise<Activation> {
  const { merchantId: merchant, fiat, trench, callbackUri, fieldList } = params;
  const paymentId = channels.find((channel) => channel.trench === trench)?.paymentId;
  const alias = fieldList?.['alias'] ?? '';
  const agreement = callbackUri === undefined ? undefined : { secret: newSecret(), callbackUri };
  const values: NewActivation = { merchant, fiat, trench, alias, fieldList, agreement };
  return db.transaction(async (tx) => {
    const recorded = await recordActivation(tx, values);
    // An activation with an agreement opens its accounts when the agreement is accepted (simulator/agreement.ts).
    if (recorded.secret === null) await openAccounts(tx, merchant, [fiat]);
    if (paymentId !== undefined && alias !== '')
      await openVirtualAccount(tx, { merchant, paymentId, fiat, alias });
    return recorded;
  });
}

function newSecret(): string {
  return randomBytes(18).toString('base64url');
}

/** `data` (spec: Account activation result). `verifyLink` opens the page of the agreement, if there is one. */
function toData({ fiat, status, secret }: Activation, baseUrl: string): Sent<typeof activationData> {
  return {
    fiat,
    status,
    ...(secret !== null && { verifyLink: `${baseUrl}/sandbox/agreement/${secret}` }),
    failReason: '',
  };
}
