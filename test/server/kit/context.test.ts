import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { createDepositKit, toNodeHandler, type NodeContext } from 'deposit-slip/kit';
import { fakeApi } from '../fake-api.js';
import { listening } from '../loopback.js';
import { PIX_GRANT, SECRET, TOKEN } from '../shop.js';

interface Session {
  readonly order: string;
}

const options = {
  baseUrl: 'https://api.example',
  token: TOKEN,
  secret: SECRET,
  fetch: fakeApi().fetch,
  logger: { warn: () => undefined, error: () => undefined },
};
const request = () => new Request('https://shop.example/deposit');

describe('the options of a kit', () => {
  // `npm run check` compiles this. Running it only shows that every case exists.
  it('include either authorize or session', () => {
    const kits = [
      () => createDepositKit({ ...options, authorize: () => null }),
      () => createDepositKit({ ...options, session: 'x'.repeat(32) }),
      // @ts-expect-error: anybody would be a payer
      () => createDepositKit(options),
      // @ts-expect-error: it may be undefined
      () => createDepositKit({ ...options, session: process.env['SESSION_KEY'] }),
    ];
    assert.equal(kits.length, 4);
  });
});

describe('the context of a request', () => {
  it('is passed to authorize and key as the caller passed it', async () => {
    const handed: Session[] = [];
    const kit = createDepositKit({
      ...options,
      authorize: (_request, session: Session) => {
        handed.push(session);
        return { ...PIX_GRANT, id: session.order };
      },
      key: (_request, session: Session) => {
        handed.push(session);
        return session.order;
      },
    });
    const session = { order: 'order-1' };
    assert.equal((await kit(request(), session)).status, 200);
    assert.equal(handed.length, 2);
    assert.ok(handed.every((each) => each === session));
  });

  it('is required by the type of the kit if authorize declares its type, and otherwise optional', async () => {
    const declared = createDepositKit({ ...options, authorize: (_request, _session: Session) => null });
    // @ts-expect-error: there is no context.
    assert.equal((await declared(request())).status, 401);
    // @ts-expect-error: it is no Session.
    assert.equal((await declared(request(), { user: 1 })).status, 401);
    const other = createDepositKit({ ...options, authorize: () => PIX_GRANT });
    assert.equal((await other(request())).status, 200);
    assert.equal((await other(request(), { params: {} })).status, 200);
  });

  it('contains the request and the response of the framework behind toNodeHandler', async () => {
    interface WithSession extends IncomingMessage {
      session?: Session;
    }
    const kit = createDepositKit({
      ...options,
      authorize: (_request, { req, res }: NodeContext<WithSession>) =>
        'writeHead' in res && req.session ? { ...PIX_GRANT, id: req.session.order } : null,
    });
    const handle = toNodeHandler(kit);
    const server = createServer((req: WithSession, res) => {
      if (req.headers.cookie === 'known') req.session = { order: 'order-1' };
      return handle(req, res);
    });
    const url = await listening(server);
    assert.equal((await fetch(url)).status, 401);
    assert.equal((await fetch(url, { headers: { cookie: 'known' } })).status, 200);
    server.close();
  });
});
