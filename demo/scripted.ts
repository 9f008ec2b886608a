import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';

/** Endpoints that fail on purpose, for the gallery; mounted at `/scripted`. */
export const scripted = new Hono<{ Bindings: HttpBindings }>();

scripted.get('/never', () => new Promise<Response>(() => undefined));

/** Breaks the connection within a body. Without `Content-Length`, WebKit would take the part it received for all of it. */
scripted.get('/broken', ({ env: { outgoing } }) => {
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
  outgoing.write('{"code":200,', () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
});

/** The problem of this kind, from an endpoint that names it. */
scripted.get('/problem/:kind', (c) => Response.json({ kind: c.req.param('kind') }, { status: 503 }));

/** An error with an HTTP status and no `kind`, as from an endpoint that does not use the kit. */
scripted.get('/status/:status{[45][0-9]{2}}', (c) => {
  const code = Number(c.req.param('status'));
  return Response.json({ code, msg: 'Scripted', data: null }, { status: code });
});
