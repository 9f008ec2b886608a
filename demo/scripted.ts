import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';

/** Endpoints that fail as no back end of ours does, for the gallery: mounted at `/scripted`. */
export const scripted = new Hono<{ Bindings: HttpBindings }>();

scripted.get('/never', () => new Promise<Response>(() => undefined));

/** The connection breaks in the middle of an answer. Its length is said, or WebKit takes what came for all of it. */
scripted.get('/broken', ({ env: { outgoing } }) => {
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
  outgoing.write('{"code":200,', () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
});

/** An error by its HTTP status alone, as an endpoint written by hand may answer. */
scripted.get('/status/:status{[45][0-9]{2}}', (c) => {
  const code = Number(c.req.param('status'));
  return Response.json({ code, msg: 'Scripted', data: null }, { status: code });
});
