import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import { renderDepositSlip, renderHistoryFromKit, type DepositSlipRendering } from 'deposit-slip/ssr';
import { historyAnswer } from '../../../demo/situations/history.js';
import { answerOf } from '../../../demo/situations/slips.js';
import { packagesOf } from '../../../scripts/on-demand.js';
import { bundleForEdge } from '../../../bench/bundle.js';
import { ROOT } from '../../root.js';

interface Miniflares {
  readonly Miniflare: new (options: object) => {
    dispatchFetch(url: string, init: { method: string; body: string }): Promise<Response>;
    dispose(): Promise<void>;
  };
}

// Not in the test, whose time is limited: the package may have to be installed first.
const { Miniflare } = packagesOf('test/docs/worker')('miniflare') as Miniflares;

const HISTORY = historyAnswer('full', undefined)[0];
const WORKER = `
  import { renderDepositSlip, renderHistoryFromKit } from 'deposit-slip/ssr';
  export default {
    async fetch(request) {
      const { history, ...options } = await request.json();
      const kit = async () => Response.json(history);
      const { url } = options;
      return new Response(
        await (history ? renderHistoryFromKit(kit, new Request(url), undefined, options) : renderDepositSlip(options)),
      );
    },
  };`;

describe('a Worker that is bundled as the guide says', () => {
  let worker: InstanceType<Miniflares['Miniflare']>;

  before(async () => {
    const [{ code }] = await bundleForEdge(WORKER, ROOT, ['@deposit-slip/source', 'node']);
    worker = new Miniflare({
      modules: true,
      script: code,
      compatibilityDate: '2026-01-01',
      compatibilityFlags: ['nodejs_compat'],
    });
  });
  after(() => worker.dispose());

  /** The HTML that the Worker renders. */
  async function rendered(options: object): Promise<string> {
    const body = JSON.stringify(options);
    return (await worker.dispatchFetch('http://localhost/', { method: 'POST', body })).text();
  }

  for (const lang of ['en', 'es-MX', 'pt-BR'])
    it(`renders the slip of every method, and the history, as Node does: ${lang}`, async () => {
      for (const method of METHODS) {
        const options: DepositSlipRendering = {
          lang,
          paymentId: String(method.id),
          answer: answerOf(method),
        };
        assert.equal(await rendered(options), await renderDepositSlip(options), `method ${method.id}`);
      }
      const options = { lang, endpoint: '/deposit', url: 'https://shop.example/' };
      const kit = async (): Promise<Response> => Response.json(HISTORY);
      assert.equal(
        await rendered({ ...options, history: HISTORY }),
        await renderHistoryFromKit(kit, new Request(options.url), undefined, options),
      );
    });
});
