import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHECK_RULES, checkEndpoint, reportText, type Line, type Report } from 'deposit-slip/check';
import { PHP } from '../../fixtures/endpoints/php.js';
import { PYTHON } from '../../fixtures/endpoints/python.js';
import type { Mistake, SampleEndpoint } from '../../fixtures/endpoints/sample-endpoint.js';
import { listen } from '../../../sandbox/serving.js';
import { withLoopback } from '../loopback.js';
import { anchorsOf } from '../../docs/anchors.js';
import { complaintsOf, rulesWith } from './reports.js';

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

function lineOf({ lines }: Report, rule: string): Line {
  const line = lines.find((each) => each.rule === rule);
  assert.ok(line, rule);
  return line;
}

/** Responds to every request with the same data. */
const fetchOf =
  (data: object): typeof fetch =>
  () =>
    Promise.resolve(Response.json({ code: 200, msg: 'SUCCESS', data }));

const PIX_LIST = { methods: [{ paymentId: 90, fiat: 'BRL', amount: 'none' }] };

function assertReported(report: Report, name: string, { rules, result = 'fail' }: Mistake): void {
  for (const rule of rules) {
    const line = report.lines.find((each) => each.rule === rule);
    assert.equal(line?.result, result, `${name}, ${rule}: ${line?.message}\n${reportText(report)}`);
  }
}

for (const endpoint of ENDPOINTS)
  describe(`the check of ${endpoint.name}`, () => {
    const mistakes = Object.entries(endpoint.mistakes);
    const combined = mistakes.filter(([, { alone, options }]) => !alone && !options);

    it('reports nothing without a mistake', async () => {
      const report = await check(endpoint, []);
      assert.deepEqual(complaintsOf(report), [], reportText(report));
    });

    it('reports all mistakes at once, each by its own rule', async () => {
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

    /** Whether its rules may have reported another mistake of the run above. */
    const isHidden = ([name, { rules }]: (typeof mistakes)[number]): boolean =>
      !combined.some(([each]) => each === name) ||
      combined.some(([each, other]) => each !== name && other.rules.some((rule) => rules.includes(rule)));

    for (const [name, mistake] of mistakes.filter(isHidden))
      it(`reports ${name} (${mistake.rules.join(', ')})`, async () => {
        assertReported(await check(endpoint, [name], mistake), name, mistake);
      });
  });

describe('the check', () => {
  it('judges the body of a slip with a wrong Content-Type, and reports only that failure', async () => {
    const mistakes = ['the default content type of PHP', 'a routing number without its last digit'];
    const report = await check(PHP, mistakes);
    assert.deepEqual(rulesWith(report, 'fail'), ['json', 'check-digits'], reportText(report));
  });

  it('reports an endpoint that sends a slip to anyone, if it was given no session', async () => {
    const report = await check(PHP, ['a slip for anybody'], { rules: [], options: { headers: [] } });
    assert.deepEqual(rulesWith(report, 'fail'), ['unauthorized'], reportText(report));
  });

  it('finds no mistake in an endpoint that sends a stranger 401, and counts what it skipped', async () => {
    const report = await check(PHP, [], { rules: [], options: { headers: [] } });
    assert.ok(rulesWith(report, 'ok').includes('unauthorized'), reportText(report));
    const skipped = rulesWith(report, 'skipped').length;
    assert.ok(skipped > 5);
    assert.match(reportText(report), new RegExp(`, ${skipped} skipped\\.\n$`));
  });

  it('names the options that are missing if the endpoint sends a stranger 401', async () => {
    const report = await check(PHP, [], { rules: [], options: { headers: [] } });
    const fix =
      "The check was given no credentials: pass --session, or --header 'Cookie: …', of a test payer.";
    assert.equal(lineOf(report, 'status').fix, fix);
    const withSession = await check(PHP, [], { rules: [], options: { headers: [], session: 'unknown' } });
    assert.notEqual(lineOf(withSession, 'status').fix, fix);
  });

  it('gives no reason that a 401 does not establish', async () => {
    const report = await check(PHP, [], { rules: [], options: { headers: [] } });
    const messages = ['slip', 'same-slip', 'identity'].map(
      (rule) => `${rule}: ${lineOf(report, rule).message}`,
    );
    assert.deepEqual(messages, [
      'slip: no slip was received',
      'same-slip: not requested',
      'identity: not requested',
    ]);
  });

  it('tests whether a payer can choose the account even if the slip changes with every request', async () => {
    const report = await check(PHP, ['a new slip for each request']);
    assert.equal(lineOf(report, 'same-slip').result, 'fail');
    assert.equal(
      lineOf(report, 'identity').message,
      'a merchantId or alias in the query changes only what every request changes',
    );
  });

  it('does not report an https URL as a loopback URL', async () => {
    const local = await check(PHP, []);
    assert.equal(lineOf(local, 'https').message, 'the URL is on loopback');
    const remote = await checkEndpoint({
      endpoint: 'https://shop.example/deposit',
      fetch: fetchOf(PIX_LIST),
    });
    assert.equal(lineOf(remote, 'https').message, 'the URL uses https');
  });

  it('does not treat a request as a stranger’s if a header may identify the payer', async () => {
    const options = { headers: [['X-Order', 'one']] } as const;
    const report = await check(PHP, ['a slip for anybody'], { rules: [], options });
    assert.ok(rulesWith(report, 'skipped').includes('unauthorized'), reportText(report));
  });

  it('does not hide the name of a cookie or of a scheme as a secret', async () => {
    const textWith = async (name: string, value: string): Promise<string> => {
      const { session: _, ...others } = PHP.options;
      const options = { ...others, headers: [[name, value]] as const };
      return reportText(await check({ ...PHP, options }, []));
    };
    const texts = await Promise.all([
      textWith('X-Shop', 'anything'),
      textWith('Cookie', 'connection=qwertyuiop; session=asdfghjkl'),
      textWith('Authorization', 'Bearer zxcvbnm=='),
    ]);
    for (const text of texts) assert.doesNotMatch(text, /\b[a-z]{2}…/);
  });

  it('names the request that got the wrong response', async () => {
    const report = await check(PHP, ['no-store only on success']);
    assert.equal(
      lineOf(report, 'no-store-errors').message,
      'Cache-Control is missing (unknown payment id, request without a session)',
    );
  });

  it('links every failure to the section that explains the fix, if there is one', async () => {
    const report = await check(PHP, ['a routing number without its last digit', 'a link without https']);
    const text = reportText(report);
    assert.match(
      text,
      /^FAIL +check-digits: .* See deposit-slip\/docs\/checks\.md#what-check-digits-detect$/m,
    );
    assert.match(text, /^FAIL +links: .* See deposit-slip\/docs\/troubleshooting\.md#incomplete$/m);
  });
});

describe('the check of an endpoint that it cannot reach', () => {
  const FIX = 'Check that the server is running and that the URL is right.';

  it('reports it in one line', async () => {
    // Nothing listens on port 9, to which `fetch` refuses to connect.
    const report = await checkEndpoint({ endpoint: 'http://localhost:9/deposit' });
    const message = 'cannot connect to http://localhost:9/deposit';
    assert.deepEqual(report.lines, [{ rule: 'answered', result: 'fail', message, fix: FIX }]);
    assert.equal(
      reportText(report),
      `http://localhost:9/deposit\n\nFAIL    answered: ${message}. ${FIX}\n\n` +
        '1 request, 0 slips. 0 ok, 1 failed, 0 warnings, 0 skipped.\n',
    );
  });

  it('names the error code of the system', async () => {
    const server = await listen(() => new Response(), 0);
    await server.close();
    const report = await checkEndpoint({ endpoint: server.url });
    assert.equal(lineOf(report, 'answered').message, `cannot connect to ${server.url}/ (ECONNREFUSED)`);
    assert.equal(report.lines.length, 1);
  });

  it('does not report it for an endpoint that closes the connection early', async () => {
    const report = await check(PYTHON, ['a broken connection']);
    assert.match(lineOf(report, 'answered').message, /^no response to /);
  });
});

describe('the rules', () => {
  it('link to sections that exist', () => {
    const links = CHECK_RULES.flatMap(({ see }) => (see === undefined ? [] : [see]));
    assert.ok(links.length > 8);
    for (const link of links) {
      const [file = '', anchor = ''] = link.split('#');
      assert.ok(anchorsOf(file).has(anchor), link);
    }
  });

  it('have unique names, and a mistake for each makes it fail', () => {
    const reported = ENDPOINTS.flatMap(({ mistakes }) =>
      Object.values(mistakes).flatMap(({ rules }) => rules),
    );
    const names = CHECK_RULES.map(({ name }) => name);
    assert.deepEqual([...new Set(reported)].toSorted(), names.toSorted());
  });
});
