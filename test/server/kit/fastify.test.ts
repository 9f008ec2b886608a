import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fastifyCookie from '@fastify/cookie';
import fastifySession from '@fastify/session';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { toNodeHandler } from 'deposit-slip/kit';

type Handler = Parameters<typeof toNodeHandler<FastifyRequest, FastifyReply>>[0];

/** A shop that sets a header, and whose sessions are renewed by each response. */
async function shopWith(handler: Handler) {
  const app = fastify();
  await app.register(fastifyCookie);
  await app.register(fastifySession, {
    secret: 'a secret of the sessions, thirty-two bytes long',
    rolling: true,
    cookie: { secure: false, maxAge: 60_000 },
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-shop', 'sent');
  });
  app.get('/checkout', async ({ session }) => session.sessionId);
  app.all('/deposit', toNodeHandler(handler));
  return app;
}

describe('the kit on Fastify', () => {
  it('responds through the reply, so that hooks can add headers and renew sessions', async () => {
    const app = await shopWith(async (_, { req }) => {
      const response = Response.json({ session: req.session.sessionId });
      response.headers.append('Set-Cookie', 'a=1');
      return response;
    });
    const first = await app.inject({ url: '/checkout' });
    const [session] = first.cookies;
    const answer = await app.inject({ url: '/deposit', cookies: { [session!.name]: session!.value } });
    assert.equal(answer.headers['x-shop'], 'sent');
    assert.equal(answer.headers['content-type'], 'application/json');
    assert.deepEqual(answer.json(), { session: first.body });
    assert.deepEqual(
      answer.cookies.map(({ name }) => name),
      ['a', session!.name],
    );
    await app.close();
  });

  it('keeps statuses, and gives an empty body no content type', async () => {
    const app = await shopWith(
      async ({ method }) => new Response(null, { status: method === 'HEAD' ? 200 : 204 }),
    );
    for (const [method, status] of [
      ['HEAD', 200],
      ['OPTIONS', 204],
    ] as const) {
      const { statusCode, headers, body } = await app.inject({ method, url: '/deposit' });
      assert.deepEqual([statusCode, headers['content-type'], body], [status, undefined, '']);
    }
    await app.close();
  });

  it('responds with 500 if its handler fails, or its response cannot be sent', async () => {
    for (const handler of [
      () => Promise.reject(new Error('broken')),
      async () => new Response('x', { headers: { 'x-line': 'é\u0001' } }),
    ]) {
      const app = await shopWith(handler);
      const { statusCode, body } = await app.inject({ url: '/deposit' });
      assert.equal(statusCode, 500);
      assert.doesNotMatch(body, /broken/);
      await app.close();
    }
  });
});
