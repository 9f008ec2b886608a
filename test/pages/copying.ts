/** A test page in a frame of any origin. The page around it calls its methods through messages. */
import { createTestPage, type TestPage } from '../proofs/widget/clipboard/test-page.js';

const page = createTestPage();

addEventListener('message', async ({ data }: MessageEvent<{ method: keyof TestPage; args: never[] }>) => {
  const { method, args } = data;
  const call = page[method] as (...args: never[]) => Promise<unknown>;
  parent.postMessage(await call(...args), '*');
});
parent.postMessage(isSecureContext, '*');
