/** Without a server: the rules take seconds on a busy machine, and a server would close its idle connections meanwhile. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { EXAMPLES_FILE, recordExamples } from '../examples.js';
import { channelsOf } from '../src/channels.js';
import { CONTROL_ROUTES } from '../src/control/routes.js';
import { json } from '../src/http/response.js';
import { sandboxDocument } from '../src/reference/document.js';

type Responses = Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Responses }>>>>;
}

const document = (await json(sandboxDocument({ channels: channelsOf({}) })).json()) as Document;

/** Why Redocly's strictest rules reject a document. */
async function problemsOf(document: object): Promise<readonly string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

describe('the OpenAPI document of the sandbox', () => {
  test('satisfies the strictest rules of Redocly, which check the examples by the schemas', async () => {
    assert.deepEqual(await problemsOf(document), []);
    const wrong = JSON.stringify(document).replaceAll('"category":"FEE"', '"category":"TIP"');
    assert.match((await problemsOf(JSON.parse(wrong) as object)).join(), /no-invalid-media-type-examples/);
  });

  test('has every route of the control API, each with an example of a success', async () => {
    for (const { method, path, status = 200, contentType } of CONTROL_ROUTES) {
      const operation = document.paths[`/sandbox${path}`]?.[method.toLowerCase()];
      const [media] = Object.values(operation?.responses[status]?.content ?? {});
      assert.ok(media && (contentType ?? 'examples' in media), `${method} ${path}`);
    }
  });

  test('has examples that a new sandbox sends', async () => {
    const kept = readFileSync(new URL(`../../${EXAMPLES_FILE}`, import.meta.url), 'utf8');
    assert.equal(kept, await recordExamples(), 'run npm run docs');
  });
});
