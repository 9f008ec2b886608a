import { ENDPOINT, type Properties, type Situation } from '../situations/situation.js';
import type { Settings } from './settings.js';

/** The merchant of the workbench. */
export const MERCHANT = 'Tienda Sol';

/** Whether another amount can be requested: the situation is no other then. */
export function takesAmount({ tag, group, properties: { endpoint, maxAmount } }: Situation): boolean {
  const isCaused = group === 'problems' || group === 'arrivals';
  return tag === undefined && endpoint === ENDPOINT && maxAmount === undefined && !isCaused;
}

/** The properties of the element: those of the situation, with the replacements of the knobs. */
export function propertiesOf(situation: Situation, { amount, watch }: Settings): Properties {
  return {
    ...situation.properties,
    ...(takesAmount(situation) && amount !== '' && { amount }),
    ...(!situation.tag && watch === 'on' && { watch: true }),
  };
}
