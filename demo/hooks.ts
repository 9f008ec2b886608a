import type { KitHooks } from 'deposit-slip/kit';
import type { Owners } from './grants.js';
import type { Order } from './orders.js';

/**
 * The kit's hooks, which are called for every deposit, whether a page is open or not. Each resolves once its
 * effects are stored; until then it is called again with the same id.
 */
export function createHooks(
  { orders, wallets }: Pick<Owners, 'orders' | 'wallets'>,
  log: (line: string) => void,
): KitHooks {
  const say = (order: Order | undefined, text: string): void => {
    if (order) log(`${order.number}: ${text}`);
  };
  return {
    deposit: async (event) => {
      const { amount, fiat } = event.deposit;
      say(await orders.note(event), `${amount} ${fiat} received`);
      if (await wallets.book(event)) log(`Wallet: ${amount} ${fiat} received`);
    },
    paid: async (event) => say(await orders.pay(event), 'paid'),
    returned: async (event) => {
      const { returned, fiat } = event.deposit;
      say(await orders.note(event), `${returned} ${fiat} sent back`);
      if (await wallets.takeBack(event)) log(`Wallet: ${returned} ${fiat} sent back`);
    },
  };
}
