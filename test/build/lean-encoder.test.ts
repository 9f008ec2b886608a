import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { build, type Rolldown } from 'vite';
import { leanEncoder } from '../../scripts/lean-encoder.js';
import { cases } from '../proofs/scale.js';

interface Code {
  readonly version: number;
  readonly modules: { readonly data: Uint8Array };
}
type Encoder = (text: string) => Code;

const WHOLE = 'qrcode/lib/core/qrcode.js';
const require = createRequire(import.meta.url);
const { create: whole } = require(WHOLE) as { create: Encoder };
const { getCapacity } = require('qrcode/lib/core/version.js') as {
  getCapacity(version: number, level: object): number;
};
const { M } = require('qrcode/lib/core/error-correction-level.js') as { M: object };

async function leanOne(): Promise<Encoder> {
  const outputs = (await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [leanEncoder],
    build: { write: false, lib: { entry: `node_modules/${WHOLE}`, formats: ['es'], fileName: 'encoder' } },
  })) as Rolldown.RolldownOutput[];
  const code = encodeURIComponent(outputs[0]!.output[0].code);
  return ((await import(`data:text/javascript,${code}`)) as { create: Encoder }).create;
}

/** The code, or that there is none: both encoders must say the same. */
function drawnBy(encoder: Encoder, text: string): Code | 'none' {
  try {
    return encoder(text);
  } catch {
    return 'none';
  }
}

/** Runs of every alphabet a code may hold: each kind of run may be written in a mode of its own. */
const run = fc.oneof(
  ...['0123456789', 'ABCXYZ $%*+-./:', 'abcxyz@,_?&=', 'ñãçØ日本語кирилл«»', '😀'].map((alphabet) =>
    fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 40 }),
  ),
);
const text = fc.array(run, { minLength: 1, maxLength: 30 }).map((runs) => runs.join(''));

describe('the encoder as it is shipped', () => {
  let lean: Encoder;
  before(async () => {
    lean = await leanOne();
  });

  const same = (payload: string): void => {
    const [ours, theirs] = [drawnBy(lean, payload), drawnBy(whole, payload)];
    if (ours === 'none' || theirs === 'none') return assert.equal(ours, theirs, payload);
    assert.equal(ours.version, theirs.version, payload);
    assert.deepEqual(ours.modules.data, theirs.modules.data, payload);
  };

  it('draws any text in the same version, mask and modules as the whole package', () => {
    fc.assert(fc.property(text, same), { numRuns: cases(150, 20_000) });
  });

  it('draws every version alike to its last byte, and refuses what fits in none', () => {
    const versions = Array.from({ length: 40 }, (_, index) => index + 1);
    for (const version of versions) {
      const payload = 'a'.repeat(getCapacity(version, M));
      same(payload);
      assert.equal((drawnBy(lean, payload) as Code).version, version);
    }
    assert.equal(drawnBy(lean, 'a'.repeat(getCapacity(40, M) + 1)), 'none');
  });
});
