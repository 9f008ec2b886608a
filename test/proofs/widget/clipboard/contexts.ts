/** The documents from which a slip is copied. */
import { messageFrom } from '../../../widget/helpers/servers.js';
import { createTestPage, type TestPage } from './test-page.js';

/** An open document with a slip. */
export interface OpenContext {
  readonly page: TestPage;
  /** Whether a selection in the document survives reading the clipboard. */
  readonly keepsSelection: boolean;
  /** Gives the document the keyboard focus. */
  focus(): void;
  close(): void;
}

interface Frame {
  readonly origin: string;
  readonly allow?: string;
  readonly sandbox?: string;
}

const { port } = location;
const HERE = location.origin;
/** Another origin, on the same server. */
const ELSEWHERE = `http://localhost:${port}`;
/**
 * This machine's address in a form no browser recognizes as loopback, so that the origin is not trustworthy.
 */
const INSECURE = `http://[::ffff:127.0.0.1]:${port}`;

const FRAMES = {
  'a frame of the same origin': { origin: HERE },
  'a frame of another origin': { origin: ELSEWHERE },
  'a frame of another origin, allowed to write the clipboard': {
    origin: ELSEWHERE,
    allow: 'clipboard-write',
  },
  'a sandboxed frame': { origin: HERE, sandbox: 'allow-scripts' },
  'a sandboxed frame, allowed to write the clipboard': {
    origin: HERE,
    sandbox: 'allow-scripts',
    allow: 'clipboard-write',
  },
  'a frame of an insecure origin': { origin: INSECURE },
} satisfies Record<string, Frame>;

const TOP = 'the page itself';

export type Context = typeof TOP | keyof typeof FRAMES;
export const CONTEXTS = [TOP, ...Object.keys(FRAMES)] as Context[];

export async function open(context: Context): Promise<OpenContext> {
  if (context !== TOP) return framed(FRAMES[context]);
  const page = createTestPage();
  return { page, keepsSelection: false, focus: () => window.focus(), close: () => void page.clear() };
}

async function framed({ origin, allow, sandbox }: Frame): Promise<OpenContext> {
  const frame = document.createElement('iframe');
  frame.style.cssText =
    'position: fixed; inset: 0; width: 780px; height: 580px; border: 0; background: white';
  if (allow !== undefined) frame.allow = allow;
  if (sandbox !== undefined) frame.setAttribute('sandbox', sandbox);
  frame.src = `${origin}/test/pages/copying.html`;
  const isSecure = messageFrom<boolean>(frame);
  document.body.append(frame);
  if ((await isSecure) !== (origin !== INSECURE))
    throw new Error(`${origin} is not the kind of context the test expects.`);
  const remote =
    <Name extends keyof TestPage>(method: Name) =>
    (...args: Parameters<TestPage[Name]>): ReturnType<TestPage[Name]> => {
      frame.contentWindow!.postMessage({ method, args }, '*');
      return messageFrom(frame) as ReturnType<TestPage[Name]>;
    };
  const page: TestPage = {
    show: remote('show'),
    prepare: remote('prepare'),
    result: remote('result'),
    clear: remote('clear'),
  };
  return { page, keepsSelection: true, focus: () => frame.focus(), close: () => frame.remove() };
}
