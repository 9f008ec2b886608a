/** The compressed size of what a page loads (Brotli, quality 11). */
import { brotliCompressSync, constants } from 'node:zlib';
import type { Rolldown } from 'vite';
import { bundle, bundleForEdge } from './bundle.js';

/** The bytes that a page loads, after Brotli. */
export interface Weight {
  /** The scripts that the page starts with, and all its style sheets. */
  readonly first: number;
  /** The scripts that the page loads on demand. */
  readonly later: number;
  readonly lazyChunks: number;
  /** The script that the page loads if a server rendered the element. */
  readonly takeOver: number;
}

export function brotli(content: string | Uint8Array): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

/** Builds a page with one module, and weighs it. */
export async function weigh(module: string, root: string): Promise<Weight> {
  return weightOf(await bundle(module, root));
}

/**
 * Builds a module for a Worker, and returns its uncompressed size in bytes, which is what platforms limit.
 */
export async function weighForEdge(
  module: string,
  root: string,
  conditions?: readonly string[],
): Promise<number> {
  const [{ code }] = await bundleForEdge(module, root, conditions);
  return Buffer.byteLength(code);
}

function weightOf(output: Rolldown.RolldownOutput['output']): Weight {
  const chunks = output.filter((file) => file.type === 'chunk');
  const sheets = output.filter((file) => file.type === 'asset');
  const first = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of first)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) first.add(chunk);
  const isTakeOver = ({ name }: Rolldown.OutputChunk) => name === 'take-over';
  const lazy = chunks.filter((chunk) => !first.has(chunk) && !isTakeOver(chunk));
  return {
    first: sum([...first].map(({ code }) => code)) + sum(sheets.map(({ source }) => source)),
    later: sum(lazy.map(({ code }) => code)),
    lazyChunks: lazy.length,
    takeOver: sum(chunks.filter(isTakeOver).map(({ code }) => code)),
  };
}

function sum(contents: readonly (string | Uint8Array)[]): number {
  return contents.reduce((total, content) => total + brotli(content), 0);
}
