import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../sandbox/dist/cli.js', import.meta.url));

/** A request to the API, or with `token` to the control API. With a body, it is a POST. */
export interface Call {
  readonly path: string;
  readonly body?: object;
  readonly token?: 'control';
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** The built sandbox in a process of its own, and a client for it. */
export interface BuiltSandbox {
  send(call: Call): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts the built sandbox. `connections` limits the connections of the client. */
export async function startBuilt(
  connections: number,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<BuiltSandbox> {
  const code = `import(${JSON.stringify(CLI)}).then(({ main }) => main(${JSON.stringify(['--port', '0', ...args])}))`;
  const sandbox = spawn(process.execPath, ['-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [greeting] = (await once(sandbox.stdout, 'data')) as [Buffer];
  const url = new URL(/http:\/\/\S+/.exec(String(greeting))![0]);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    send: (call) => send(url, agent, call),
    stop: async () => {
      agent.destroy();
      sandbox.kill();
      await once(sandbox, 'exit');
    },
  };
}

function send({ hostname, port }: URL, agent: Agent, { path, body, token }: Call): Promise<Answer> {
  const text = body && JSON.stringify(body);
  const headers = {
    ...(token === undefined ? { 'x-bh-token': 'sandbox-token' } : { authorization: 'Bearer control-token' }),
    ...(text && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, hostname, port, path, headers, method: text ? 'POST' : 'GET' },
      (response) => {
        let received = '';
        response.setEncoding('utf8').on('data', (part: string) => (received += part));
        response.once('end', () => resolve({ status: response.statusCode!, text: received }));
      },
    );
    sent.once('error', reject);
    sent.end(text);
  });
}
