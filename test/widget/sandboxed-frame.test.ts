import { expect } from '@open-wc/testing/pure';
import { engine } from '../browsers/commands.js';
import { sampleAnswer } from './helpers/samples.js';
import { messageFrom } from './helpers/servers.js';

/** What a slip in a frame says and does. */
interface Outcome {
  readonly saved: boolean;
  readonly downloads: number;
}

/** A page that saves the QR code of its slip, without a real download, and reports the outcome. */
const PAGE = `<script type="module">
  import '${location.origin}/src/index.ts';
  let downloads = 0;
  HTMLAnchorElement.prototype.click = () => void downloads++;
  const slip = document.createElement('deposit-slip');
  slip.paymentId = '90';
  slip.answer = ${JSON.stringify(sampleAnswer(90))};
  document.body.append(slip);
  const frame = () => new Promise(requestAnimationFrame);
  const until = async (condition) => { while (!condition()) await frame(); };
  await until(() => slip.shadowRoot?.querySelector('[data-drawn]'));
  parent.postMessage({ saved: await slip.saveQr(), downloads }, '*');
</script>`;

/** Opens the page in a frame with these `sandbox` flags, or in a frame that is not sandboxed. */
async function outcomeIn(sandbox: string | undefined): Promise<Outcome> {
  const frame = document.createElement('iframe');
  if (sandbox !== undefined) frame.setAttribute('sandbox', sandbox);
  frame.srcdoc = PAGE;
  const outcome = messageFrom<Outcome>(frame);
  document.body.append(frame);
  return outcome.finally(() => frame.remove());
}

describe(`a slip in a frame in ${engine}`, () => {
  // Every engine blocks a download of a sandboxed frame without an error or an event.
  const FRAMES: readonly (readonly [what: string, sandbox: string | undefined, saved: boolean])[] = [
    ['is not sandboxed', undefined, true],
    ['may download', 'allow-scripts allow-same-origin allow-downloads', true],
    ['may not download', 'allow-scripts allow-same-origin', false],
    ['has an origin of its own and may not download', 'allow-scripts', false],
    ['has an origin of its own, which hides whether it may download', 'allow-scripts allow-downloads', false],
  ];
  for (const [what, sandbox, saved] of FRAMES)
    it(`${saved ? 'says' : 'does not say'} that the QR code was saved if the frame ${what}`, async () => {
      const outcome = await outcomeIn(sandbox);
      expect(outcome).to.deep.equal({ saved, downloads: 1 });
    });
});
