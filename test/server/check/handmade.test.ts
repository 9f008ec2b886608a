import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHECK_RULES, checkEndpoint, reportText, type Report } from 'deposit-slip/check';
import { PHP } from '../../fixtures/endpoints/php.js';
import type { Handmade, Planted } from '../../fixtures/endpoints/planted.js';
import { PYTHON } from '../../fixtures/endpoints/python.js';
import { withLoopback } from '../loopback.js';

const HANDMADE = [PHP, PYTHON];

/** Every value of a body's fieldLists that looks like an account, a code or a link. */
function accountsIn(body: string): readonly string[] {
  const lists = body.matchAll(/"fieldList": ?\{(.*?)\}/g);
  const texts = [...lists].flatMap(([, list]) =>
    [...list!.matchAll(/: ?"([^"]{8,})"/g)].map(([, text]) => text!),
  );
  return texts.filter((text) => /[0-9]/.test(text));
}

/** Checks an endpoint; whatever is found, the report tells no account and no secret. */
async function check(
  { listener, options }: Handmade,
  mistakes: readonly string[],
  planted: Partial<Planted> = {},
): Promise<Report> {
  const reports: Report[] = [];
  const secrets = new Set([options.session, options.tokenCanary]);
  const listening: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const body = await response.clone().text();
    for (const account of accountsIn(body)) secrets.add(account);
    return response;
  };
  const served = listener((mistake) => mistakes.includes(mistake));
  await withLoopback(served, async (url) => {
    const given = { endpoint: `${url}/deposit.php`, ...options, fetch: listening, ...planted.options };
    reports.push(await checkEndpoint(given));
  });
  const told = JSON.stringify(reports);
  for (const secret of secrets)
    if (secret !== undefined) assert.ok(!told.includes(secret), `${secret} is told: ${told}`);
  return reports[0]!;
}

function complaints({ lines }: Report): readonly string[] {
  return lines
    .filter(({ result }) => result === 'fail' || result === 'warning')
    .map(({ rule, found }) => `${rule}: ${found}`);
}

function assertReported(report: Report, name: string, { rules, result = 'fail' }: Planted): void {
  for (const rule of rules) {
    const line = report.lines.find((each) => each.rule === rule);
    assert.equal(line?.result, result, `${name}, ${rule}: ${line?.found}\n${reportText(report)}`);
  }
}

for (const handmade of HANDMADE)
  describe(`the check of ${handmade.name}`, () => {
    const mistakes = Object.entries(handmade.mistakes);

    it('finds nothing to complain of where there is no mistake', async () => {
      const report = await check(handmade, []);
      assert.deepEqual(complaints(report), [], reportText(report));
    });

    it('reports every mistake of a bad one by the rule meant for it', async () => {
      const planted = mistakes.filter(([, { alone, options }]) => !alone && !options);
      const report = await check(
        handmade,
        planted.map(([name]) => name),
      );
      for (const [name, mistake] of planted) {
        // Beside a worse mistake a warning becomes a failure.
        const rules = mistake.rules.filter(
          (rule) =>
            mistake.result === undefined ||
            report.lines.find((line) => line.rule === rule)?.result !== 'fail',
        );
        assertReported(report, name, { ...mistake, rules });
      }
    });

    for (const [name, planted] of mistakes)
      it(`reports ${name} (${planted.rules.join(', ')})`, async () => {
        assertReported(await check(handmade, [name], planted), name, planted);
      });
  });

describe('the rules', () => {
  it('were all seen failing', () => {
    const seen = new Set(
      HANDMADE.flatMap(({ mistakes }) => Object.values(mistakes).flatMap(({ rules }) => rules)),
    );
    assert.deepEqual(
      CHECK_RULES.map(({ name }) => name).filter((name) => !seen.has(name)),
      [],
    );
    const known = new Set(CHECK_RULES.map(({ name }) => name));
    assert.deepEqual(
      [...seen].filter((name) => !known.has(name)),
      [],
    );
    assert.equal(known.size, CHECK_RULES.length, 'each has its own name');
  });
});
