/** Servers of several frameworks, each with a middleware in front of the handler. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { connect, createServer as createServer2 } from 'node:http2';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import express from 'express';
import { fastify } from 'fastify';
import { toNodeHandler, type NodeContext } from 'deposit-slip/kit';
import { listening } from '../loopback.js';

/** A request before it gets to the handler: that of node:http, or the framework's own. */
export interface Incoming {
  method?: string | undefined;
  url?: string | undefined;
  headers: Record<string, unknown>;
  body?: unknown;
}

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  /** Names in lower case. A list is sent as several fields. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

export interface Received {
  readonly status: number;
  readonly body: string;
}

export type Handler = (request: Request, context: NodeContext) => Promise<Response>;
/** What a merchant’s middleware does to a request. */
export type Change = (incoming: Incoming) => void;

/** Sends one request to a server whose middleware changes it before `handler` gets it. */
export type Exchange = (handler: Handler, change: Change, sent: Sent) => Promise<Received>;

async function sendTo(server: Server, { method, path = '/', headers = {}, body }: Sent): Promise<Received> {
  const { port } = new URL(await listening(server));
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path,
    ...(method && { method }),
    headers,
    agent: false,
  });
  const [response] = (await once(outgoing.end(body), 'response')) as [IncomingMessage];
  const received = { status: response.statusCode!, body: await text(response) };
  server.close();
  return received;
}

/** Middleware and handler as one listener of node:http. */
const listener =
  (handler: Handler, change: Change): RequestListener =>
  (incoming, outgoing) => {
    change(incoming);
    void toNodeHandler(handler)(incoming, outgoing);
  };

function expressApp(handler: Handler, change: Change) {
  const app = express();
  app.use(express.json(), (req, _res, next) => {
    change(req as Incoming);
    next();
  });
  app.use(toNodeHandler(handler));
  return app;
}

/** A router that is mounted under a path, which Express takes off `url`. */
function mountedApp(handler: Handler, change: Change) {
  return express().use('/shop', expressApp(handler, change));
}

/**
 * How Next 16 calls a route of `pages/api`: its server copies the headers of its own middleware
 * (`NextResponse.next({ request: { headers } })`) onto the request of node:http, one by one
 * (`resolve-routes.js`), and adds the parsed body, query and cookies (`api-resolver.js`).
 */
function nextListener(handler: Handler, change: Change): RequestListener {
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const overridden: Incoming = { ...incoming, headers: { ...incoming.headers } };
    change(overridden);
    for (const name of Object.keys(incoming.headers))
      if (!(name in overridden.headers)) delete incoming.headers[name];
    for (const [name, value] of Object.entries(overridden.headers))
      incoming.headers[name] = value === null ? undefined : (value as string);
    const { method = incoming.method, url = incoming.url } = overridden;
    const body = await text(incoming);
    Object.assign(incoming, { method, url, body, query: {}, cookies: {} });
    await toNodeHandler(handler)(incoming, outgoing);
  };
  return (incoming, outgoing) => void serve(incoming, outgoing);
}

type Lambda = (event: object, context: object) => Promise<{ statusCode: number; body: string }>;
const require = createRequire(import.meta.url);
const serverless = require('serverless-http') as (app: unknown) => Lambda;

/** An event of API Gateway, payload format 1.0. */
function eventOf({ method = 'GET', path = '/', headers = {}, body }: Sent): object {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const fields = Object.entries(headers).map(([name, value]) => [name, [value].flat()] as const);
  return {
    httpMethod: method,
    path: pathname,
    headers: Object.fromEntries(fields.map(([name, values]) => [name, values.join(', ')])),
    queryStringParameters: Object.fromEntries(searchParams),
    body: body ?? null,
    requestContext: { identity: { sourceIp: '192.0.2.1' } },
  };
}

async function invoke(app: unknown, sent: Sent): Promise<Received> {
  const { statusCode, body } = await serverless(app)(eventOf(sent), {});
  return { status: statusCode, body };
}

async function viaHttp2(handler: Handler, change: Change, sent: Sent): Promise<Received> {
  const mounted = toNodeHandler(handler);
  const server = createServer2((incoming, outgoing) => {
    change(incoming);
    void mounted(incoming, outgoing);
  });
  const client = connect(await listening(server));
  const { method = 'GET', path = '/', headers, body } = sent;
  const stream = client.request({ ...headers, ':method': method, ':path': path });
  stream.end(body);
  const [{ ':status': status }] = (await once(stream, 'response')) as [{ ':status': number }];
  const received = { status, body: await text(stream) };
  client.close();
  server.close();
  return received;
}

/** Fastify with a hook that changes Fastify’s own request, or that of node:http behind it. */
const viaFastify =
  (of: (request: { raw: IncomingMessage }) => unknown): Exchange =>
  async (handler, change, { method = 'GET', path = '/', headers = {}, body }) => {
    const app = fastify();
    app.addHook('preHandler', async (incoming) => change(of(incoming) as Incoming));
    app.all('/*', toNodeHandler(handler));
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const outgoing = request(`${url}${path}`, { method, headers: { ...type, ...headers }, agent: false });
    const [response] = (await once(outgoing.end(body), 'response')) as [IncomingMessage];
    const received = { status: response.statusCode!, body: await text(response) };
    await app.close();
    return received;
  };

export const FRAMEWORKS: Readonly<Record<string, Exchange>> = {
  'node:http': (handler, change, sent) => sendTo(createServer(listener(handler, change)), sent),
  'HTTP/2': viaHttp2,
  Express: (handler, change, sent) => sendTo(createServer(expressApp(handler, change)), sent),
  'an Express router': (handler, change, { path = '/', ...sent }) =>
    sendTo(createServer(mountedApp(handler, change)), { ...sent, path: `/shop${path}` }),
  Fastify: viaFastify((incoming) => incoming),
  'node:http below Fastify': viaFastify(({ raw }) => raw),
  'Next, a route of pages/api': (handler, change, sent) =>
    sendTo(createServer(nextListener(handler, change)), sent),
  'Lambda (serverless-http)': (handler, change, sent) => invoke(listener(handler, change), sent),
  'Express on Lambda': (handler, change, sent) => invoke(expressApp(handler, change), sent),
};
