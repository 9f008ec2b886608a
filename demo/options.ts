import { parseArgs } from 'node:util';

/** The options of `npm start` and `npm run dev`. */
export interface DemoOptions {
  /** From the variable PORT. */
  readonly port: number;
  /** From `--allow-host NAME`, which can be repeated: hosts to answer besides addresses and loopback names. */
  readonly allowedHosts: readonly string[];
}

export function readOptions(): DemoOptions {
  const { values } = parseArgs({
    options: { 'allow-host': { type: 'string', multiple: true, default: [] } },
  });
  return { port: Number(process.env['PORT'] ?? 8080), allowedHosts: values['allow-host'] };
}
