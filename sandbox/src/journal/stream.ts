import { fitsFilter, type Journal, type JournalEntry, type JournalFilter } from './journal.js';

interface StreamOptions {
  readonly after: number;
  readonly write: (entry: JournalEntry) => object;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A stream of one line for each new entry that fits. It reads from the journal only as fast as its reader, and begins
 * after the entry `after`. A reader that falls too far behind gets a line with the number of entries it missed. The stream
 * ends when `signal` is aborted.
 */
export function streamJournal(
  journal: Journal,
  filter: JournalFilter,
  { after, write, signal }: StreamOptions,
): ReadableStream<Uint8Array> {
  // A sandbox that was started again counts from 1.
  let last = after > journal.newest ? 0 : after;
  let stop = (): void => undefined;
  let cancel = stop;

  const nextLine = (): object | undefined => {
    if (last < journal.dropped) {
      const missed = journal.dropped - last;
      last = journal.dropped;
      return { missed };
    }
    while (last < journal.newest) {
      const entry = journal.find(++last);
      if (entry && fitsFilter(entry, filter)) return write(entry);
    }
    return undefined;
  };

  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const end = (): void => {
          stop();
          controller.close();
        };
        if (signal?.aborted) end();
        else signal?.addEventListener('abort', end, { once: true });
        cancel = () => {
          signal?.removeEventListener('abort', end);
          stop();
        };
      },
      pull: (controller) =>
        new Promise<void>((resolve) => {
          const send = (): boolean => {
            const line = nextLine();
            if (!line) return false;
            controller.enqueue(Buffer.from(`${JSON.stringify(line)}\n`));
            resolve();
            return true;
          };
          if (send()) return;
          const remove = journal.onAdd(() => {
            if (send()) remove();
          });
          stop = () => {
            remove();
            resolve();
          };
        }),
      cancel: () => cancel(),
    },
    { highWaterMark: 0 },
  );
}
