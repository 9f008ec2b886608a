import { fitsFilter, type Journal, type JournalEntry, type JournalFilter } from './journal.js';

interface StreamOptions {
  readonly after: number;
  readonly write: (entry: JournalEntry) => Promise<object>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A stream with one line for each new entry that matches. It reads from the journal only as fast as its
 * reader, and begins after the entry `after`. A reader that falls too far behind gets a line with the number
 * of missed entries. The stream ends when `signal` is aborted.
 */
export function streamJournal(
  journal: Journal,
  filter: JournalFilter,
  { after, write, signal }: StreamOptions,
): ReadableStream<Uint8Array> {
  // A restarted sandbox counts from 1.
  let last = after > journal.newest ? 0 : after;
  const ended = new AbortController();
  let wake = (): void => undefined;
  const unsubscribe = journal.onAdd(() => wake());

  const nextLine = async (): Promise<object | undefined> => {
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

  const end = (): void => {
    ended.abort();
    unsubscribe();
    signal?.removeEventListener('abort', end);
    wake();
  };
  if (signal?.aborted) end();
  else signal?.addEventListener('abort', end);

  const writeNext = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    while (!ended.signal.aborted) {
      // Subscribes before the journal is read, so that no entry is added unnoticed in between.
      const added = new Promise<void>((resolve) => (wake = resolve));
      const line = await nextLine();
      if (line && !ended.signal.aborted) return controller.enqueue(Buffer.from(`${JSON.stringify(line)}\n`));
      await added;
    }
    if (signal?.aborted) controller.close();
  };

  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> =>
    writeNext(controller).catch((error: unknown) => {
      end();
      throw error;
    });
  return new ReadableStream<Uint8Array>({ pull, cancel: end }, { highWaterMark: 0 });
}
