import { isLoopback } from '../../core/links.js';
import { record } from '../../core/record.js';
import { cleanText } from '../../core/reader/hostile-text.js';
import type { ReaderOptions } from '../../core/reader/slip.js';
import type { Endpoint } from '../shared/endpoint.js';
import { endpointOf } from '../shared/endpoint-element.js';
import type { SlipProperties } from './properties.js';

/** The merchant's settings, read when they are needed. */
export interface Settings {
  /** The cause of the problem `unconfigured`. */
  readonly missing: string;
  readonly endpoint: Endpoint | undefined;
  /** A response embedded in the page: then nothing is requested. */
  readonly answer: unknown;
  /** The payment ids in the attribute; undefined if it cannot be parsed. */
  readonly paymentIds: readonly number[] | undefined;
  readonly fiat: string | undefined;
  readonly amount: string | undefined;
  readonly reading: ReaderOptions;
  readonly watch: boolean;
}

/** The contents and the limits of the surrounding page. */
export interface Surroundings {
  /** The response that a server wrote into the page. */
  readonly inlineAnswer: unknown;
  readonly canRender: boolean;
  readonly hostname: string;
}

/**
 * The settings of an element. A removed attribute is null and an empty one is the empty string; both count as
 * absent. Without `canRender` there is no endpoint and no response.
 */
export function settingsOf(
  element: SlipProperties,
  { inlineAnswer, canRender, hostname }: Surroundings,
): Settings {
  const { strict, watch } = element;
  return {
    missing: missingSetting(element, canRender),
    endpoint: canRender ? endpointOf(element) : undefined,
    answer: canRender ? (element.answer ?? inlineAnswer) : undefined,
    paymentIds: parseIds(element.paymentId),
    fiat: element.fiat || undefined,
    amount: element.amount || undefined,
    reading: record({
      links: { hosts: splitWords(element.allowedHosts), loopback: isLoopback(hostname) },
      strict,
      beneficiaryName: element.beneficiaryName || undefined,
      seen: element.seen || undefined,
    }),
    watch,
  };
}

/** Maximum characters of a reference to show. */
const MAX_REFERENCE = 64;

/** The merchant's number of the order, as it is shown. */
export function shownReference({ orderReference }: SlipProperties): string {
  const characters = [...cleanText(orderReference ?? '').trim()];
  return characters.slice(0, MAX_REFERENCE).join('');
}

/** The missing attribute of an element that has neither an endpoint nor a response. */
function missingSetting({ paymentId }: SlipProperties, canRender: boolean): string {
  if (!canRender) return 'Trusted Types policy not allowed by the Content-Security-Policy';
  return parseIds(paymentId)
    ? 'no endpoint URL, and no response in the page'
    : 'payment-id not made of numbers';
}

/** The payment ids in the attribute, in order; undefined if it contains anything else. */
function parseIds(attribute: string | undefined): number[] | undefined {
  const words = splitWords(attribute);
  return words.every((word) => /^[1-9][0-9]{0,8}$/.test(word)) ? words.map(Number) : undefined;
}

function splitWords(attribute: string | undefined): string[] {
  return (attribute ?? '').split(/\s+/).filter(Boolean);
}
