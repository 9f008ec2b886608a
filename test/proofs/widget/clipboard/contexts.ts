/** Where a slip may stand. */
import { roomHere, type Room } from './room.js';

/** A room, and where its viewport begins in the page's. */
export interface Place {
  readonly room: Room;
  /** Whether what is selected in it stays so while the clipboard is looked at. */
  readonly keepsSelection: boolean;
  /** Gives the keyboard to the room. */
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
/** Another site, on the same server. */
const ELSEWHERE = `http://localhost:${port}`;
/** This machine's address in a form no browser counts as its own: an origin that is not potentially trustworthy. */
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

export async function open(context: Context): Promise<Place> {
  if (context !== TOP) return framed(FRAMES[context]);
  const room = roomHere();
  return { room, keepsSelection: false, focus: () => window.focus(), close: () => void room.leave() };
}

async function framed({ origin, allow, sandbox }: Frame): Promise<Place> {
  const frame = document.createElement('iframe');
  frame.style.cssText =
    'position: fixed; inset: 0; width: 780px; height: 580px; border: 0; background: white';
  if (allow !== undefined) frame.allow = allow;
  if (sandbox !== undefined) frame.setAttribute('sandbox', sandbox);
  frame.src = `${origin}/test/pages/copying.html`;
  const said = <Answer>(): Promise<Answer> =>
    new Promise((resolve) => {
      const hear = ({ source, data }: MessageEvent): void => {
        if (source !== frame.contentWindow) return;
        removeEventListener('message', hear);
        resolve(data as Answer);
      };
      addEventListener('message', hear);
    });
  const ready = said<boolean>();
  document.body.append(frame);
  if ((await ready) !== (origin !== INSECURE)) throw new Error(`${origin} is not what it was taken for.`);
  const asking =
    <Name extends keyof Room>(ask: Name) =>
    (...given: Parameters<Room[Name]>): ReturnType<Room[Name]> => {
      frame.contentWindow!.postMessage({ ask, given }, '*');
      return said() as ReturnType<Room[Name]>;
    };
  const room: Room = {
    show: asking('show'),
    prepare: asking('prepare'),
    told: asking('told'),
    leave: asking('leave'),
  };
  return { room, keepsSelection: true, focus: () => frame.focus(), close: () => frame.remove() };
}
