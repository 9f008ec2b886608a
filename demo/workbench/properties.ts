import { ENDPOINT, type Properties, type Situation } from '../situations/situation.js';
import type { Settings } from './settings.js';

/** The merchant of the workbench. */
export const MERCHANT = 'Tienda Sol';

/** The knobs that have an effect in a situation. */
export interface Abilities {
  /** Whether its payment id can be replaced. */
  readonly method: boolean;
  /** Whether its amount can be replaced. */
  readonly amount: boolean;
}

/** The knobs that have an effect. A situation keeps a response or a magic amount that it depends on. */
export function abilitiesOf({ tag, group, properties }: Situation): Abilities {
  const { endpoint, paymentId, answer, maxAmount } = properties;
  const isPlain = tag === undefined && endpoint === ENDPOINT && maxAmount === undefined;
  const isCaused = group === 'problems' || group === 'arrivals';
  return {
    method: tag === undefined && paymentId !== undefined && answer === undefined && !(isPlain && isCaused),
    amount: isPlain && !isCaused,
  };
}

/** The properties of the element: those of the situation, with the replacements of the knobs. */
export function propertiesOf(situation: Situation, settings: Settings): Properties {
  const abilities = abilitiesOf(situation);
  const { endpoint, ...own } = {
    ...situation.properties,
    ...(abilities.method && settings.method !== '' && { paymentId: settings.method }),
    ...(abilities.amount && settings.amount !== '' && { amount: settings.amount }),
    ...(!situation.tag && settings.watch === 'on' && { watch: true }),
  };
  return endpoint === undefined ? own : { endpoint, ...own };
}
