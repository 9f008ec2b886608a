/** The statements for the embedded database are run in the order in which they come, and only so many wait. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Busy, MAX_WAITING, Turns } from '../src/db/turns.js';
import { toApiError } from '../src/http/database-errors.js';

describe('turns', () => {
  it('are taken in the order of asking, also after work that fails', async () => {
    const turns = new Turns();
    const done: number[] = [];
    const work = Array.from({ length: 20 }, (_, at) =>
      turns.take(async () => {
        await new Promise(setImmediate);
        done.push(at);
        if (at % 3 === 0) throw new Error('no');
      }),
    );
    await Promise.allSettled(work);
    assert.deepEqual(
      done,
      Array.from({ length: 20 }, (_, at) => at),
    );
  });

  it('let input and output in between, however much work there is', async () => {
    const turns = new Turns();
    let isRead = false;
    setImmediate(() => (isRead = true));
    const busy = async () => {
      const end = performance.now() + 2;
      while (performance.now() < end);
      return isRead;
    };
    const seen = await Promise.all(Array.from({ length: 20 }, () => turns.take(busy)));
    assert.equal(seen.at(-1), true);
  });

  it('are refused while too much waits, and are given again afterwards', async () => {
    const turns = new Turns();
    let finish!: () => void;
    let first!: Promise<void>;
    await new Promise<void>((begun) => {
      first = turns.take(() => {
        begun();
        return new Promise<void>((resolve) => (finish = resolve));
      });
    });
    const waiting = Array.from({ length: MAX_WAITING }, (_, at) => turns.take(async () => at));
    await assert.rejects(
      turns.take(async () => 0),
      Busy,
    );
    const closing = turns.add(async () => 'closed');
    finish();
    await first;
    assert.equal((await Promise.all(waiting)).at(-1), MAX_WAITING - 1);
    assert.equal(await closing, 'closed');
    assert.equal(await turns.take(async () => 1), 1);
  });

  it('that are refused are a 503, which says when to ask again', () => {
    const { status, message, headers } = toApiError(new Busy(), false, { error: () => undefined });
    assert.deepEqual(
      [status, message, headers],
      [503, 'Nothing was done; send the request again.', { 'retry-after': '1' }],
    );
  });
});
