import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHECK_RULES, checkEndpoint, reportText, type Report } from 'deposit-slip/check';
import { PHP } from '../../fixtures/endpoints/php.js';
import { PYTHON } from '../../fixtures/endpoints/python.js';
import type { Mistake, SampleEndpoint } from '../../fixtures/endpoints/sample-endpoint.js';
import { withLoopback } from '../loopback.js';
import { complaintsOf } from './reports.js';

const ENDPOINTS = [PHP, PYTHON];

/** Every value in the fieldLists of a body that looks like an account, a code or a link. */
function accountsIn(body: string): readonly string[] {
  const lists = body.matchAll(/"fieldList": ?\{(.*?)\}/g);
  const texts = [...lists].flatMap(([, list]) =>
    [...list!.matchAll(/: ?"([^"]{8,})"/g)].map(([, text]) => text!),
  );
  return texts.filter((text) => /[0-9]/.test(text));
}

/** Checks an endpoint, and asserts that the report contains no account number and no secret. */
async function check(
  { listener, options }: SampleEndpoint,
  mistakes: readonly string[],
  mistake: Partial<Mistake> = {},
): Promise<Report> {
  const secrets = new Set([options.session, options.tokenCanary]);
  const recordingFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const body = await response.clone().text();
    for (const account of accountsIn(body)) secrets.add(account);
    return response;
  };
  const report = await withLoopback(
    listener((name) => mistakes.includes(name)),
    (url) =>
      checkEndpoint({
        endpoint: `${url}/deposit.php`,
        ...options,
        fetch: recordingFetch,
        ...mistake.options,
      }),
  );
  const text = JSON.stringify(report);
  for (const secret of secrets)
    if (secret !== undefined) assert.ok(!text.includes(secret), `${secret} is in the report: ${text}`);
  return report;
}

function assertReported(report: Report, name: string, { rules, result = 'fail' }: Mistake): void {
  for (const rule of rules) {
    const line = report.lines.find((each) => each.rule === rule);
    assert.equal(line?.result, result, `${name}, ${rule}: ${line?.message}\n${reportText(report)}`);
  }
}

for (const endpoint of ENDPOINTS)
  describe(`the check of ${endpoint.name}`, () => {
    const mistakes = Object.entries(endpoint.mistakes);

    it('reports nothing without a mistake', async () => {
      const report = await check(endpoint, []);
      assert.deepEqual(complaintsOf(report), [], reportText(report));
    });

    it('reports all mistakes at once, each by the rule meant for it', async () => {
      const combined = mistakes.filter(([, { alone, options }]) => !alone && !options);
      const report = await check(
        endpoint,
        combined.map(([name]) => name),
      );
      const failed = new Set(report.lines.filter(({ result }) => result === 'fail').map(({ rule }) => rule));
      for (const [name, mistake] of combined) {
        // A warning becomes a failure if another mistake breaks the same rule.
        const rules = mistake.rules.filter((rule) => mistake.result === undefined || !failed.has(rule));
        assertReported(report, name, { ...mistake, rules });
      }
    });

    for (const [name, mistake] of mistakes)
      it(`reports ${name} (${mistake.rules.join(', ')})`, async () => {
        assertReported(await check(endpoint, [name], mistake), name, mistake);
      });
  });

describe('the rules', () => {
  it('have unique names, and each fails for a mistake', () => {
    const reported = ENDPOINTS.flatMap(({ mistakes }) =>
      Object.values(mistakes).flatMap(({ rules }) => rules),
    );
    const names = CHECK_RULES.map(({ name }) => name);
    assert.deepEqual([...new Set(reported)].toSorted(), names.toSorted());
  });
});
