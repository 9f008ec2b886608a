import { randomBytes } from 'node:crypto';
import { ACTIVATION_PATH, activationBodyOf, type ActivationBody } from 'deposit-slip/contract';
import type { AppContext } from '../app-context.js';
import { channelIdOf } from '../channels.js';
import { ApiError } from '../http/api-error.js';
import { activate, statusOf, type Activation, type ActivationCall } from '../ledger/activations.js';
import type { Merchant } from '../ledger/merchants.js';
import { activationData } from '../schemas/activation.js';
import type { WireValue } from '../schemas/wire.js';
import { command, findOwnMerchant, type AcceptedOnly, type OperationInput } from './operation.js';

/** Operation 2: activates an account in a currency, on a channel (spec: Activate merchant account). */
export const activation = command({
  name: 'activation',
  path: ACTIVATION_PATH,
  body: ({ channels }: Pick<AppContext, 'channels'>) => activationBodyOf(channels),
  data: activationData,
  errors: [404, 409, 422],
  handle,
});

async function handle(input: OperationInput<ActivationBody>): Promise<WireValue<typeof activationData>> {
  const { params, context } = input;
  const merchant = await findOwnMerchant(input, params.merchantId);
  if (merchant.kind === 'business')
    throw new ApiError(
      422,
      `Merchant ${merchant.id} is a business: its accounts cannot be activated through the API.`,
    );
  checkEmail(params, merchant);
  const recorded = await activate(context.db, toCall(params, context));
  if (!recorded)
    throw new ApiError(
      409,
      `Channel ${params.trench} was first activated with other values${aliasOf(params) && ' for this alias'}.`,
    );
  return toData(recorded, context.baseUrl());
}

/** `email` is optional if the merchant has an e-mail address on record (spec: activation table). */
function checkEmail({ channel, fieldList }: ActivationBody, { email }: Merchant): void {
  if (channel.takesEmail && email === null && fieldList?.['email'] === undefined)
    throw new ApiError(
      400,
      'Parameter fieldList.email is required: the merchant has no e-mail address on record.',
    );
}

const aliasOf = ({ fieldList }: ActivationBody) => fieldList?.['alias'] ?? '';

function toCall(params: ActivationBody, { channels }: AppContext): ActivationCall {
  const { merchantId: merchant, trench, channel, fieldList = {}, ...passed } = params;
  const id = channelIdOf(channels, trench);
  return {
    ...(passed satisfies AcceptedOnly<typeof passed, ActivationCall>),
    ...{ merchant, channel: id, alias: aliasOf(params), fieldList },
    secret: channel.verifies || passed.callbackUri !== undefined ? newSecret() : undefined,
    paymentId: channels.find((each) => each.id === id)?.paymentId,
  };
}

function newSecret(): string {
  return randomBytes(18).toString('base64url');
}

/**
 * `data` (spec: Account activation result). `verifyLink` opens the page of the agreement, if there is one.
 * `failReason` says why the channel failed or was closed.
 */
function toData(recorded: Activation, baseUrl: string): WireValue<typeof activationData> {
  const { fiat, secret, failReason } = recorded;
  return {
    fiat,
    status: statusOf(recorded),
    ...(secret !== null && { verifyLink: `${baseUrl}/sandbox/agreement/${secret}` }),
    failReason: failReason ?? '',
  };
}
