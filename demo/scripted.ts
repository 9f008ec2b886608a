import { Hono } from 'hono';

/** Endpoints that fail as no back end of ours does, for the gallery: mounted at `/scripted`. */
export const scripted = new Hono();

scripted.get('/never', () => new Promise<Response>(() => undefined));

/** The connection breaks in the middle of the answer. */
scripted.get('/broken', () => {
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode('{"code":200,')),
    pull: (stream) => stream.error(new Error('The scripted answer breaks off.')),
  });
  // Chunked, or the server would wait for the end of an answer this short, and make it a plain 500.
  return new Response(body, {
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  });
});

/** An error by its HTTP status alone, as an endpoint written by hand may answer. */
scripted.get('/status/:status{[45][0-9]{2}}', (c) => {
  const code = Number(c.req.param('status'));
  return Response.json({ code, msg: 'Scripted', data: null }, { status: code });
});
