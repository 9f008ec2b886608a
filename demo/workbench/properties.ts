import { METHODS } from 'deposit-slip/core';
import { ENDPOINT, type Properties, type Situation } from '../situations/situation.js';
import { answerOf } from '../situations/slips.js';
import type { Settings } from './settings.js';

/** The merchant of the workbench. */
export const MERCHANT = 'Tienda Sol';

/** Which knobs have an effect in a situation. */
export interface Abilities {
  /** Its payment id can be replaced. */
  readonly method: boolean;
  /** Its amount can be replaced. */
  readonly amount: boolean;
  /** It can be shown from the kit, and from an answer in the page. */
  readonly source: boolean;
}

/**
 * What the knobs can change. A response of the situation's own, and a magic amount, are what makes the
 * situation.
 */
export function abilitiesOf({ tag, group, properties }: Situation): Abilities {
  const { endpoint, paymentId, answer, maxAmount } = properties;
  const isPlain = tag === undefined && endpoint === ENDPOINT && maxAmount === undefined;
  const isCaused = group === 'problems' || group === 'arrivals';
  return {
    method: tag === undefined && paymentId !== undefined && answer === undefined && !(isPlain && isCaused),
    amount: isPlain && !isCaused,
    source: isPlain && !isCaused && !paymentId!.includes(' '),
  };
}

/** The properties of the element: those of the situation, and what the knobs put in their place. */
export function propertiesOf(situation: Situation, settings: Settings): Properties {
  const abilities = abilitiesOf(situation);
  const { endpoint, ...own } = {
    ...situation.properties,
    ...(abilities.method && settings.method !== '' && { paymentId: settings.method }),
    ...(abilities.amount && settings.amount !== '' && { amount: settings.amount }),
    ...(!situation.tag && settings.watch === 'on' && { watch: true }),
  };
  const method = METHODS.find(({ id }) => String(id) === own.paymentId);
  if (abilities.source && settings.source === 'inline' && method) return { ...own, answer: answerOf(method) };
  return endpoint === undefined ? own : { endpoint, ...own };
}
