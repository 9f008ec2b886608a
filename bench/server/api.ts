/**
 * The API of the kit's benchmarks, in a process of its own (kit-processes.ts). It returns a new slip for
 * every request for one, and no flows: at once, to expose the kit's own work, or below `/remote` after about
 * 20 ms, as across a network. It answers each message of its parent with an `ApiState`.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from './processes.js';

export interface ApiState {
  readonly url: string;
}

/** Mean delay of the remote API, in milliseconds. */
const REMOTE_MS = 20;

let requests = 0;

/** Each slip has a funding id of its own, as a real one has. */
function slip(): string {
  return JSON.stringify({
    code: 200,
    msg: 'SUCCESS',
    data: {
      fiat: 'MXN',
      paymentMethodName: 'SPEI',
      txId: String(90_071_992_547_409_931n + BigInt(requests)),
      fieldList: { 'Cuenta CLABE': '646180110400000007', 'Beneficiary Name': 'COMERCIO DE PRUEBA' },
    },
  });
}

const NO_FLOWS = JSON.stringify({
  code: 200,
  msg: 'SUCCESS',
  data: { currentPage: 1, size: 250, total: 0, record: [] },
});

const server = createServer(({ url }, response) => {
  requests += 1;
  const body = url?.includes('/flows') ? NO_FLOWS : slip();
  const respond = () => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  // A random delay, because concurrent requests would otherwise run in lockstep.
  if (url?.startsWith('/remote')) setTimeout(respond, REMOTE_MS * (0.5 + Math.random()));
  else respond();
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.address() as AddressInfo;
serveParent((): ApiState => ({ url: `http://127.0.0.1:${port}` }));
