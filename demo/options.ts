import { parseArgs } from 'node:util';

/** The options of `npm start` and `npm run dev`. */
export interface DemoOptions {
  /** From the variable PORT. */
  readonly port: number;
  /** From `--allow-host NAME`, which can be repeated: hosts to answer besides addresses and loopback names. */
  readonly allowedHosts: readonly string[];
  /** From `--data DIR`: where payments, orders and the sandbox's data are kept. Default: in memory. */
  readonly data: string | undefined;
}

export function readOptions(): DemoOptions {
  const { values } = parseArgs({
    options: { 'allow-host': { type: 'string', multiple: true, default: [] }, data: { type: 'string' } },
  });
  const { 'allow-host': allowedHosts, data } = values;
  return { port: Number(process.env['PORT'] ?? 8080), allowedHosts, data };
}
