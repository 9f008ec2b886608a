import { expect } from '@open-wc/testing/pure';
import { engine } from '../browsers/commands.js';
import { mountUntil } from './helpers/mount.js';
import { sampleAnswer } from './helpers/samples.js';
import { endpoint, requestsDuring } from './helpers/servers.js';

describe(`a request to the endpoint, in ${engine}`, () => {
  const attributes = { endpoint: endpoint({ body: sampleAnswer(105) }), paymentId: '105' };

  it('sends cookies only to an endpoint on the page’s own origin, and never reveals its page', async () => {
    const [request] = await requestsDuring(() => mountUntil('ready', attributes));
    expect([request!.credentials, request!.referrerPolicy]).to.deep.equal(['same-origin', 'no-referrer']);
  });

  it('bypasses every cache, which may hold the slip of another payer', async () => {
    const [request] = await requestsDuring(() => mountUntil('ready', attributes));
    expect([request!.method, request!.cache]).to.deep.equal(['GET', 'no-store']);
  });
});
