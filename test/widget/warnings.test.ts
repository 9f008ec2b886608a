/** What an element tells a developer on the console about a problem (SECURITY.md P14). */
import { expect } from '@open-wc/testing/pure';
import { engine } from '../browsers/commands.js';
import { consoleWarnings } from './helpers/events.js';
import { mountUntil } from './helpers/mount.js';
import { endpoint } from './helpers/servers.js';

/** Text that must not leave the page: accounts, an address, a name, and words that hide one. */
const CANARIES = [
  '706180304649761358',
  '7061 8030 4649 7613 58',
  'DE89-3704-0044-0532-0130-00',
  'lucia@example.com',
  'Lucía Herrera',
  'LUCIA_HERRERA',
  'account:706180304649761358,',
];

describe(`the warning of a problem in ${engine}`, () => {
  async function warningsOf(source: object): Promise<string> {
    const warnings = await consoleWarnings(() => mountUntil('problem', { paymentId: '105', ...source }));
    return warnings.join('\n');
  }

  function warningOf(body: object, status = 200, headers = {}): Promise<string> {
    const address = endpoint({ body, status, headers });
    return warningsOf({ endpoint: address });
  }

  for (const canary of CANARIES)
    it(`shows nothing of ${canary}, in whatever member it came`, async () => {
      const told = [
        await warningOf({ code: canary, msg: canary, data: null }),
        await warningOf({ code: canary, msg: canary, kind: 'forbidden', requestId: canary }, 403),
        await warningOf({ code: 500, msg: canary, requestId: canary }, 500, { 'x-request-id': canary }),
      ].join('\n');
      for (const word of canary.split(/[\s_-]+/).filter((part) => part.length > 2))
        expect(told.toLowerCase()).not.to.contain(word.toLowerCase());
    });

  it('keeps the words, the code and the request that lead to the cause', async () => {
    const requestId = '7d9f1c52-5fcd-424d-8a96-949cd03aee77';
    const told = await warningOf({ code: 1203, msg: 'merchant is not active', requestId }, 403);
    expect(told)
      .to.contain('"code":"1203"')
      .and.to.contain('merchant is not active')
      .and.to.contain(requestId);
  });

  it('about a text without an end takes no time', async () => {
    const started = performance.now();
    const told = await warningsOf({ answer: { code: 'a'.repeat(1e6), msg: 'x'.repeat(1e6), data: null } });
    expect(performance.now() - started).to.be.below(5_000);
    expect(told.length).to.be.below(500);
  });
});
