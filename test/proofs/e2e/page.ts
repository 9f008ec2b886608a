import { readFile } from 'node:fs/promises';
import { METHODS } from 'deposit-slip/core';
import { builtScripts } from '../../../demo/scripts.js';
import { listen } from '../../../sandbox/serving.js';
import { ROOT } from '../../root.js';

/**
 * A page with every method, using the built script-tag file, and an endpoint that returns each method's
 * sample.
 */
export interface SlipPage {
  readonly url: string;
  /** Path and query of every request. */
  readonly requests: string[];
  close(): Promise<void>;
}

export async function openSlipPage(): Promise<SlipPage> {
  const html = await readFile(`${ROOT}/test/pages/slips.html`, 'utf8');
  const script = await readFile((await builtScripts(ROOT)).get('/deposit-slip.js')!);
  const requests: string[] = [];
  const respond = (request: Request): Response => {
    const { pathname, searchParams, search } = new URL(request.url);
    requests.push(pathname + search);
    if (pathname === '/deposit')
      return Response.json(sampleOf(Number(searchParams.get('paymentId'))), {
        headers: { 'cache-control': 'no-store' },
      });
    if (pathname === '/deposit-slip.js')
      return new Response(script, { headers: { 'content-type': 'text/javascript' } });
    const body = pathname === '/' ? html.replace('%SLIPS%', slips()) : '<title>Elsewhere</title>';
    return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  };
  const { url, close } = await listen(respond, 0);
  return { url, requests, close };
}

function slips(): string {
  return METHODS.map(({ id, amount }) => {
    const locked = amount === 'required' ? 'amount="1234.50"' : '';
    return `<deposit-slip endpoint="/deposit" payment-id="${id}" watch ${locked}></deposit-slip>`;
  }).join('\n    ');
}

function sampleOf(paymentId: number): object {
  const { fiat, sample, hasTxId } = METHODS.find(({ id }) => id === paymentId)!;
  const data = { fiat, fieldList: sample, ...(hasTxId && { txId: '100001' }) };
  return { code: 200, msg: 'SUCCESS', data };
}
