import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ControlError, type Control } from 'deposit-slip-sandbox';
import { Accounts, type Account } from '../../demo/accounts.js';
import { tableOf } from './table.js';

/** A sandbox that stores the accounts it opened, and fails for the channels of some. */
class FakeSandbox {
  readonly token = 'token';
  readonly opened: number[] = [];
  readonly control: Control;
  hasChannels = true;

  constructor() {
    const control: Partial<Control> = {
      merchant: async ({ merchantId, type, name = '' }) => {
        if (this.opened.includes(merchantId))
          throw new ControlError(409, 'It is the id of another merchant.');
        this.opened.push(merchantId);
        return { merchantId: String(merchantId), type, name, email: null, balances: {} };
      },
      merchants: async () =>
        this.opened.map((id) => {
          return { merchantId: String(id), type: 'individual', name: '', email: null, balances: {} };
        }),
      channels: async () => {
        if (!this.hasChannels) throw new Error('The process ends.');
        return [];
      },
    };
    this.control = control as Control;
  }
}

describe("the demo's accounts", () => {
  it('are opened once for each owner, even across a restart', async () => {
    const sandbox = new FakeSandbox();
    const table = tableOf<Account>();
    const first = await Accounts.open(sandbox, table);
    const params = { name: 'Tienda Sol' };
    assert.equal(await first.of('a', params), 5001);
    assert.deepEqual(await Promise.all([first.of('b', params), first.of('b', params)]), [5002, 5002]);
    const calls = sandbox.opened.length;
    sandbox.hasChannels = false;
    const second = await Accounts.open(sandbox, table);
    assert.deepEqual([await second.of('b', params), await second.of('a', params)], [5002, 5001]);
    assert.equal(sandbox.opened.length, calls);
  });

  it('each have a number, and are completed after a restart interrupts their opening', async () => {
    const sandbox = new FakeSandbox();
    const table = tableOf<Account>();
    const params = { name: 'Tienda Sol' };
    sandbox.hasChannels = false;
    await assert.rejects((await Accounts.open(sandbox, table)).of('a', params));
    sandbox.hasChannels = true;
    const second = await Accounts.open(sandbox, table);
    assert.deepEqual([await second.of('b', params), await second.of('a', params)], [5002, 5001]);
    assert.deepEqual(table.get('a'), { merchantId: 5001, isOpen: true });
  });

  it('are opened again after a restart if the sandbox was reset', async () => {
    const sandbox = new FakeSandbox();
    const table = tableOf<Account>();
    const params = { name: 'Tienda Sol' };
    await (await Accounts.open(sandbox, table)).of('a', params);
    sandbox.opened.length = 0;
    assert.equal(await (await Accounts.open(sandbox, table)).of('a', params), 5001);
    assert.deepEqual(sandbox.opened, [5001]);
  });

  it('never reuse a merchant that the sandbox already had', async () => {
    const sandbox = new FakeSandbox();
    sandbox.opened.push(5001);
    await assert.rejects(
      (await Accounts.open(sandbox, tableOf())).of('a', { name: 'Tienda Sol' }),
      ControlError,
    );
  });
});
