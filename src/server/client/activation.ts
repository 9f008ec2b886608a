import { ACTIVATION_PATH } from '../../contract/paths.js';
import {
  activation,
  activationBodyOf,
  CHANNELS,
  type Activation,
  type ActivationBody,
  type Channel,
} from '../../contract/activation.js';
import { textMember } from '../../contract/body.js';
import { guardLink, type LinkPolicy } from '../../core/links.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import { z } from 'zod';
import type { ActivationInput, NamedTrench } from './activation-input.js';
import { withAgreement, isSameFiat, type Agreement } from './agreement.js';
import { idNumber, writeBody } from './body.js';
import { readBody, readInput, type Caller } from './caller.js';
import type { CallOptions } from './options.js';

/**
 * Operation 2: activates a fiat account for an individual merchant. If the result's `failReason` is not
 * empty, the activation failed even though the API accepted the request. Never retried, because it has no
 * idempotency key.
 */
export async function activateAccount(
  call: Caller,
  input: ActivationInput,
  options?: CallOptions,
): Promise<Activation> {
  const operation = 'accounts.activate';
  const channel = readChannel(operation, input);
  const { channel: _, ...parameters } = {
    trench: channel.trench,
    ...input,
    merchantId: idNumber(input.merchantId),
  };
  const body = readBody({ operation }, activationBodyOf([channel]), parameters);
  const { merchantId, fiat, trench, callbackUri, fieldList } = body;
  const { data } = await call<Activation>({
    operation,
    path: ACTIVATION_PATH,
    request: { body: writeBody(omitUndefined({ merchantId, fiat, trench, callbackUri, fieldList })) },
    schema: withAgreement(activation, (answer) => activationAgreement(answer, body, call.links)),
    options,
  });
  return { ...data, fiat };
}

/**
 * Whether a result belongs to this activation. The merchant opens its `verifyLink`, so the link must be
 * https.
 */
function activationAgreement(
  { fiat, status, verifyLink, failReason }: Activation,
  body: ActivationBody,
  links: LinkPolicy,
): Agreement {
  const isVerified = VERIFIED_FIATS.has(body.fiat);
  const isRequired = failReason === '' && (body.channel.verifies || status === TO_BE_VERIFIED);
  return {
    fiat: isSameFiat(fiat, body.fiat),
    verifyLink:
      verifyLink === undefined ? !isRequired : isVerified && guardLink(verifyLink, links) !== undefined,
  };
}

/** The currencies whose activation has a `verifyLink` (spec: Account activation result). */
const VERIFIED_FIATS: ReadonlySet<string> = new Set(['USD', 'EUR']);

/** The `status` that comes with a `verifyLink` (spec: Account activation `status`). */
const TO_BE_VERIFIED = 4;

const NAMES = [...new Set(CHANNELS.map(({ name }) => name))];
const WITH_CHANNEL = z.looseObject({ channel: z.enum(NAMES, { error: `one of ${NAMES.join(', ')}` }) });
const WITH_TRENCH = z.looseObject({ trench: textMember });

/** A channel whose type of input has no `trench`: that of the specification has no placeholder. */
type Literal = Exclude<ActivationInput, NamedTrench>['channel'];
const LITERAL: Readonly<Record<Literal, true>> = {
  'qr-argentina': true,
  'cop-account': true,
  'pen-account': true,
};

/** Every channel has a type of input, or this does not compile. */
type Requested = { readonly channel: ActivationInput['channel'] };

function readChannel(operation: string, input: unknown): Channel {
  const { channel: requested }: Requested = readInput({ operation }, WITH_CHANNEL, input);
  const channel = CHANNELS.find(({ name }) => name === requested)!;
  if (requested in LITERAL) return channel;
  return { ...channel, trench: readInput({ operation }, WITH_TRENCH, input).trench };
}
