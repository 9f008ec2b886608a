import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { METHODS } from 'deposit-slip/core';
import { builtScripts } from '../../../demo/scripts.js';

/** A page with every method, using the built script-tag file, and an endpoint that returns each method's sample. */
export interface SlipPage {
  readonly url: string;
  /** Path and query of every request. */
  readonly requests: string[];
  close(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export async function openSlipPage(): Promise<SlipPage> {
  const html = await readFile(`${ROOT}/test/pages/slips.html`, 'utf8');
  const script = await readFile((await builtScripts(ROOT)).get('/deposit-slip.js')!);
  const requests: string[] = [];
  const server = createServer(({ url = '/' }, response) => {
    requests.push(url);
    const { pathname, searchParams } = new URL(url, 'http://page');
    if (pathname === '/deposit') {
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      return response.end(sampleOf(Number(searchParams.get('paymentId'))));
    }
    if (pathname === '/deposit-slip.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      return response.end(script);
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    return response.end(pathname === '/' ? html.replace('%SLIPS%', slips()) : '<title>Elsewhere</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function slips(): string {
  return METHODS.map(({ id, amount }) => {
    const locked = amount === 'required' ? 'amount="1234.50"' : '';
    return `<deposit-slip endpoint="/deposit" payment-id="${id}" watch ${locked}></deposit-slip>`;
  }).join('\n    ');
}

function sampleOf(paymentId: number): string {
  const { fiat, sample, hasTxId } = METHODS.find(({ id }) => id === paymentId)!;
  const data = { fiat, fieldList: sample, ...(hasTxId && { txId: '100001' }) };
  return JSON.stringify({ code: 200, msg: 'SUCCESS', data });
}
