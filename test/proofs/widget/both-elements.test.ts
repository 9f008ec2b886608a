import { expect, fixture } from '@open-wc/testing';
import type { DepositHistory } from '../../../src/widget/deposit-history/deposit-history.js';
import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';
import { engine } from '../../browsers/commands.js';
import { until } from '../../widget/helpers/mount.js';
import { sampleAnswer } from '../../widget/helpers/samples.js';
import { scripted } from '../../widget/helpers/servers.js';

const AWAITED = { id: 'w1', txId: '100015', paymentId: 90, fiat: 'BRL', amount: '187.40', status: 'waiting' };
const BUILDS = { npm: ['both-npm'], 'script-tag': ['both-slip', 'both-history'] };

/**
 * Loads the scripts of a build in a separate page, and returns both elements and the number of copies of Lit.
 */
async function load(
  scripts: readonly string[],
  endpoint: string,
): Promise<{ slip: DepositSlip; history: DepositHistory; copies: number }> {
  const frame = await fixture<HTMLIFrameElement>('<iframe style="width: 700px; height: 900px"></iframe>');
  const page = frame.contentWindow as Window & { litElementVersions?: readonly string[] };
  for (const name of scripts) {
    const script = page.document.createElement('script');
    script.type = 'module';
    script.src = `/second-element/${name}.js`;
    const loaded = new Promise((resolve) => script.addEventListener('load', resolve));
    page.document.head.append(script);
    await loaded;
  }
  page.document.body.innerHTML = `<deposit-slip lang="en" endpoint="${endpoint}" payment-id="105"></deposit-slip>
    <deposit-history lang="es-AR" endpoint="${endpoint}" limit="3"></deposit-history>`;
  const [slip, history] = [...page.document.body.children] as unknown as [DepositSlip, DepositHistory];
  await until(() => slip.status === 'ready' && history.status === 'ready');
  await Promise.all([slip.updateComplete, history.updateComplete]);
  return { slip, history, copies: page.litElementVersions?.length ?? 0 };
}

function shop(deposit = AWAITED): string {
  const history = { code: 200, data: { deposits: [{ ...deposit, createTime: Date.now() }] } };
  return scripted({
    body: sampleAnswer(90),
    bodyFor: { 105: sampleAnswer(105), history },
  }).url.replaceAll('"', '&quot;');
}

// The first request for each build waits for that build.
await Promise.all(
  Object.values(BUILDS)
    .flat()
    .map((name) => fetch(`/second-element/${name}.js`)),
);

for (const [build, scripts] of Object.entries(BUILDS))
  describe(`the slip and the history of the ${build} build in ${engine}`, () => {
    it('work on one page, each in its own language and style', async () => {
      const { slip, history } = await load(scripts, shop());
      expect(slip.shadowRoot!.querySelector('[part="title"]')!.textContent).to.equal('SPEI transfer');
      expect(history.shadowRoot!.querySelector('[part="title"]')!.textContent).to.equal(
        'Depósitos recientes',
      );
      expect(history.shadowRoot!.querySelector('[part="state"]')!.textContent.trim()).to.equal('Pendiente');
      for (const element of [slip, history])
        expect(getComputedStyle(element.shadowRoot!.querySelector('.card')!).borderRadius).to.equal('16px');
    });

    it(`use ${scripts.length === 1 ? 'one copy of Lit' : 'a copy of Lit each'}`, async () => {
      const { copies } = await load(scripts, shop());
      expect(copies).to.equal(scripts.length);
    });

    it('show "Copied" only at the value that was copied last, in either element', async () => {
      const { slip, history } = await load(scripts, shop({ ...AWAITED, status: 'arrived' }));
      const page = slip.ownerDocument.defaultView!;
      Object.defineProperty(page.navigator, 'clipboard', { value: { writeText: () => Promise.resolve() } });
      const copied = (element: HTMLElement): boolean =>
        element.shadowRoot!.querySelector('[data-outcome="copied"]') !== null;
      slip.shadowRoot!.querySelector<HTMLElement>('[part="copy"]')!.click();
      await until(() => copied(slip));
      history.shadowRoot!.querySelector<HTMLElement>('[part="entry"]')!.click();
      await history.updateComplete;
      history.shadowRoot!.querySelector<HTMLElement>('[part="copy"]')!.click();
      await until(() => copied(history));
      await slip.updateComplete;
      expect(copied(slip)).to.equal(false);
    });

    it('show an awaited deposit in the slip', async () => {
      const { slip, history } = await load(scripts, shop());
      history.shadowRoot!.querySelector<HTMLElement>('[part="entry"]')!.click();
      await until(() => slip.slip?.paymentId === 90);
    });
  });

describe(`the script-tag files under a strict policy with Trusted Types in ${engine}`, () => {
  /** Opens a page whose policy allows no inline style, no image and only named Trusted Types policies. */
  async function open(
    name: string,
  ): Promise<{ slip: DepositSlip; history: DepositHistory; errors: string[] }> {
    const frame = await fixture<HTMLIFrameElement>('<iframe style="width: 700px; height: 900px"></iframe>');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    frame.src = `/test/pages/${name}.html`;
    await loaded;
    const page = frame.contentDocument!;
    const { errors } = (frame.contentWindow as unknown as { watched: { errors: string[] } }).watched;
    page.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      errors.push(violatedDirective),
    );
    const history = page.createElement('deposit-history');
    Object.assign(history, { lang: 'en', endpoint: shop().replaceAll('&quot;', '"') });
    page.body.append(history);
    const slip = page.querySelector('deposit-slip')!;
    await until(() => slip.status === 'ready' && ['ready', 'problem'].includes(history.status));
    await history.updateComplete;
    return { slip, history, errors };
  }

  it('both work if the policy names both of them', async () => {
    const { history, errors } = await open('script-beside-history');
    const line = history.shadowRoot!.querySelector<HTMLElement>('[part="entry"]')!;
    line.click();
    await history.updateComplete;
    expect(history.shadowRoot!.querySelectorAll('[part="details"]')).to.have.length(1);
    expect(getComputedStyle(line).display).to.equal('flex');
    expect(errors).to.deep.equal([]);
  });

  if ('trustedTypes' in globalThis)
    it('report it if the policy does not name that of the history', async () => {
      const { slip, history } = await open('script-beside-history-unnamed');
      expect(slip.slip?.paymentId).to.equal(105);
      expect(history.problem).to.deep.include({ kind: 'unconfigured' });
      expect(history.shadowRoot!.textContent).to.contain('Your deposits could not be loaded');
    });
});
