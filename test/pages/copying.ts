/** Runs the commands that the parent page posts, in a frame of any origin. */
import { roomHere, type Room } from '../proofs/widget/clipboard/room.js';

const room = roomHere();

addEventListener('message', async ({ data }: MessageEvent<{ ask: keyof Room; given: never[] }>) => {
  const { ask, given } = data;
  const answer = room[ask] as (...given: never[]) => Promise<unknown>;
  parent.postMessage(await answer(...given), '*');
});
parent.postMessage(isSecureContext, '*');
