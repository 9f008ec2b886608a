import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('results', import.meta.url));

/** The results of a run, by part, with the date and the environment. */
export type Results<Parts> = { readonly [Name in keyof Parts]?: Run & { readonly figures: Parts[Name] } };

/** The date and the environment of a measurement. */
export interface Run {
  /** The day, as `2026-11-23`. */
  readonly date: string;
  readonly cores: number;
  /** Names and versions of the software that ran the benchmark. */
  readonly on: string;
}

/** The results of the last run of each part. */
export function readResults<Parts>(name: string): Results<Parts> {
  const file = `${FOLDER}/${name}.json`;
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results<Parts>) : {};
}

/** Replaces the results of the measured parts. */
export function saveResults(name: string, parts: Readonly<Record<string, unknown>>, on: string): void {
  const run = { date: new Date().toISOString().slice(0, 10), cores: cpus().length, on };
  const results: Record<string, unknown> = { ...readResults(name) };
  for (const [part, figures] of Object.entries(parts)) results[part] = { ...run, figures };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/${name}.json`, `${JSON.stringify(results, rounded, 2)}\n`);
}

/** Rounds to four decimals, because a measurement is not more precise. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 10_000) / 10_000 : value;
}
