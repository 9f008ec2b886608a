import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packagesOf } from '../../../scripts/on-demand.js';
import { channelsOf } from '../../src/channels.js';
import { json } from '../../src/http/response.js';
import { sandboxDocument } from '../../src/reference/document.js';

/** The part of `@redocly/openapi-core` that we use. Its own types are missing until it is installed. */
interface Redocly {
  createConfig(config: { readonly extends: readonly string[] }): Promise<object>;
  lintFromString(options: {
    readonly source: string;
    readonly absoluteRef: string;
    readonly config: object;
  }): Promise<readonly { readonly ruleId: string; readonly message: string }[]>;
}

const { createConfig, lintFromString } = (await import(
  packagesOf('docs').resolve('@redocly/openapi-core')
)) as Redocly;

/** The reasons for which Redocly's strictest rules reject a document. */
async function problemsOf(document: object): Promise<readonly string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

test('the OpenAPI document satisfies the strictest rules of Redocly, which check the examples against the schemas', async () => {
  const document = (await json(sandboxDocument({ channels: channelsOf({}) })).json()) as object;
  assert.deepEqual(await problemsOf(document), []);
  const wrong = JSON.stringify(document).replaceAll('"category":"FEE"', '"category":"TIP"');
  assert.match((await problemsOf(JSON.parse(wrong) as object)).join(), /no-invalid-media-type-examples/);
});
