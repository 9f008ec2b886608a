import { expect } from '@open-wc/testing/pure';
import { engine } from '../browsers/commands.js';
import { mountUntil } from './helpers/mount.js';
import { sampleAnswer } from './helpers/samples.js';
import { endpoint, requestsDuring } from './helpers/servers.js';

describe(`a request to the endpoint, in ${engine}`, () => {
  const attributes = { endpoint: endpoint({ body: sampleAnswer(105) }), paymentId: '105' };

  it('takes cookies to the endpoint of the page’s own origin only, and says nowhere which page it comes from', async () => {
    const [request] = await requestsDuring(() => mountUntil('ready', attributes));
    expect([request!.credentials, request!.referrerPolicy]).to.deep.equal(['same-origin', 'no-referrer']);
  });

  it('is never answered by a cache, which may hold the slip of another payer', async () => {
    const [request] = await requestsDuring(() => mountUntil('ready', attributes));
    expect([request!.method, request!.cache]).to.deep.equal(['GET', 'no-store']);
  });
});
