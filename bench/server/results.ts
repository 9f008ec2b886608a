import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { CopiesFigures } from './copies.js';
import type { GrowthFigures } from './growth.js';
import type { KitFigures } from './kit.js';
import type { RequestsFigures } from './requests.js';
import type { StartFigures } from './start.js';

/** Where and when a part was measured. */
export interface Measured {
  readonly date: string;
  readonly cores: number;
  /** Version of Node.js. */
  readonly node: string;
}

interface Figures {
  readonly kit: KitFigures;
  readonly copies: CopiesFigures;
  readonly requests: RequestsFigures;
  readonly start: StartFigures;
  readonly growth: GrowthFigures;
}

/** The name of a part of the benchmark. */
export type Part = keyof Figures;

/** The figures of every part that was measured, perhaps on different days. */
export type ServerResults = { readonly [Name in Part]?: Measured & Figures[Name] };

/** How each part is measured. */
export type Benches = { readonly [Name in Part]: () => Promise<Figures[Name]> };

const FILE = new URL('../results/server.json', import.meta.url);

/** The results so far; none if there is no file yet. */
export function readResults(): ServerResults {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as ServerResults;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

/** Replaces the figures of one part. */
export function writeResult<Name extends Part>(part: Name, figures: Figures[Name]): void {
  const measured: Measured = {
    date: new Date().toISOString().slice(0, 10),
    cores: availableParallelism(),
    node: process.versions.node,
  };
  mkdirSync(new URL('.', FILE), { recursive: true });
  const results = { ...readResults(), [part]: { ...measured, ...figures } };
  writeFileSync(FILE, `${JSON.stringify(results, rounded, 2)}\n`);
}

/** Four digits: the rest differs from run to run. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}
