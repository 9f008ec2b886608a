import { isLoopback } from '../../core/links.js';
import { cleanText } from '../../core/reader/hostile-text.js';
import { endpointOf } from '../shared/endpoint-element.js';
import type { SlipProperties } from './properties.js';
import type { Settings } from './slip-controller.js';

/**
 * The settings of an element. A removed attribute leaves null and an empty one the empty string; both count as absent. Without
 * `canRender` there is no endpoint and no answer.
 */
export function settingsOf(element: SlipProperties, inlineAnswer: unknown, canRender: boolean): Settings {
  const { strict, watch, trustKey } = element;
  return {
    missing: missingSetting(element, canRender),
    endpoint: canRender ? endpointOf(element) : undefined,
    signed: trustKey != null,
    answer: canRender ? (element.answer ?? inlineAnswer) : undefined,
    paymentIds: parseIds(element.paymentId),
    fiat: element.fiat || undefined,
    amount: element.amount || undefined,
    reading: {
      links: { hosts: splitWords(element.allowedHosts), loopback: isLoopback(location.hostname) },
      strict,
      beneficiaryName: element.beneficiaryName || undefined,
      seen: element.seen || undefined,
    },
    watch,
  };
}

/** The characters of a reference that are shown. */
const MAX_REFERENCE = 64;

/** The merchant's number of the order, as it is shown. */
export function orderOf({ orderReference }: SlipProperties): string {
  return cleanText(orderReference ?? '')
    .trim()
    .slice(0, MAX_REFERENCE);
}

/** What an element lacks that has no endpoint and no answer. */
function missingSetting({ paymentId }: SlipProperties, canRender: boolean): string {
  if (!canRender) return 'Trusted Types policy not allowed by the Content-Security-Policy';
  return parseIds(paymentId)
    ? 'no endpoint that is a URL, and no answer in the page'
    : 'payment-id not made of numbers';
}

/** The payment ids of the attribute, in order; undefined if it holds anything else. */
function parseIds(attribute: string | undefined): number[] | undefined {
  const words = splitWords(attribute);
  return words.every((word) => /^[1-9][0-9]{0,8}$/.test(word)) ? words.map(Number) : undefined;
}

function splitWords(attribute: string | undefined): string[] {
  return (attribute ?? '').split(/\s+/).filter(Boolean);
}
