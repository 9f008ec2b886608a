import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Control } from 'deposit-slip-sandbox';
import { Accounts } from '../../demo/accounts.js';

describe("the demo's accounts", () => {
  it('are opened once for each owner, even at the same time', async () => {
    const opened: number[] = [];
    const control: Partial<Control> = {
      merchant: async ({ merchantId, type, name = '' }) => {
        opened.push(merchantId);
        return { merchantId: String(merchantId), type, name, email: null, balances: {} };
      },
      channels: async () => [],
    };
    const accounts = new Accounts({ token: 'token', control: control as Control });
    const params = { name: 'Tienda Sol' };
    assert.equal(await accounts.of('a', params), 5001);
    assert.deepEqual(await Promise.all([accounts.of('b', params), accounts.of('b', params)]), [5002, 5002]);
    assert.deepEqual(opened, [5001, 5002]);
  });
});
