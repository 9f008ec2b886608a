/** All phones in this browser that show the bank: beside the shop, and in other tabs. */
export interface Phones {
  /** Tells the others which page of the bank this phone shows. */
  tell(path: string): void;
}

/** Joins the channel. The phones follow each other: a payment on one is shown on all. */
export function joinPhones(follow: (path: string) => void): Phones {
  const channel = new BroadcastChannel('payer-phone');
  channel.addEventListener('message', ({ data }) => follow(String(data)));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  return { tell: (path) => channel.postMessage(path) };
}
