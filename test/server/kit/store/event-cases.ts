import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Records } from '../../../../src/server/kit/store/store.js';
import { eventOf, idsOf, LEASE, NOW, save, SECOND, type OpenBench } from './fixtures.js';

function claim(records: Records, limit = 100) {
  return records.claimEvents(limit, LEASE);
}

export function eventCases(open: OpenBench): void {
  describe('an event', () => {
    it('is offered with every member', async () => {
      const { records, advance } = await open();
      const payload = { b: 'it\'s "x" \0 \ud800 \u{1F4B8}', a: { amount: '1.00', list: [1, null, true] } };
      const events = (['deposit', 'paid', 'returned', 'unmatched'] as const).map((name) =>
        eventOf(`key of "${name}"`, { name, payload }),
      );
      await save(records, { events });
      await advance(SECOND);
      const claimed = await claim(records);
      assert.deepEqual(
        claimed.map(({ id, name, key }) => ({ id, name, key, payload })),
        events,
      );
      for (const each of claimed) {
        assert.deepEqual([each.payload, each.createTime, each.attempts], [payload, NOW, 0]);
        assert.deepEqual(Object.keys(each.payload), ['b', 'a']);
      }
    });

    it('is offered again when its lease is over', async () => {
      const { records, advance } = await open();
      await save(records, { events: [eventOf('key')] });
      assert.deepEqual(
        (await claim(records)).map(({ attempts }) => attempts),
        [0],
      );
      await advance(LEASE - 1);
      assert.deepEqual(await claim(records), []);
      await advance(1);
      assert.deepEqual(
        (await claim(records)).map(({ attempts }) => attempts),
        [1],
      );
    });

    it('is offered until it is delivered', async () => {
      const { records, advance } = await open();
      await save(records, { events: [eventOf('key')] });
      const [event] = await claim(records);
      await records.deleteEvent(event!.id);
      await records.deleteEvent(event!.id);
      await advance(LEASE);
      assert.deepEqual(await claim(records), []);
    });

    it('is offered after earlier ones of its key, whatever happens to those of other keys', async () => {
      const { records } = await open();
      const keys = ['a', 'b', 'a', 'c', 'b', 'a'];
      const events = keys.map((key) => eventOf(key));
      await save(records, { events: events.slice(0, 3) });
      await save(records, { events: events.slice(3) });
      const [a1, b1, a2, c1, b2, a3] = idsOf(events);
      assert.deepEqual(idsOf(await claim(records)), [a1, b1, c1]);
      assert.deepEqual(await claim(records), [], 'the next ones wait for the leased ones');
      await records.deleteEvent(a1!);
      assert.deepEqual(idsOf(await claim(records)), [a2]);
      await records.deleteEvent(b1!);
      await records.deleteEvent(a2!);
      assert.deepEqual(idsOf(await claim(records)), [b2, a3].toSorted(byPlace(events)));
    });

    it('waits after a failure, and so do those that follow it', async () => {
      const { records, advance } = await open();
      const events = [eventOf('a'), eventOf('a'), eventOf('b')];
      await save(records, { events });
      await claim(records);
      await records.postponeEvent(events[0]!.id, 60 * SECOND, false);
      await records.deleteEvent(events[2]!.id);
      await advance(LEASE);
      assert.deepEqual(await claim(records), []);
      await advance(60 * SECOND - LEASE);
      assert.deepEqual(idsOf(await claim(records)), [events[0]!.id]);
    });

    it('that is dead is not offered, and delays no other', async () => {
      const { records, advance } = await open();
      const events = [eventOf('a'), eventOf('a')];
      await save(records, { events });
      await claim(records);
      await records.postponeEvent(events[0]!.id, 0, true);
      assert.deepEqual(idsOf(await claim(records)), [events[1]!.id]);
      await records.deleteEvent(events[1]!.id);
      await advance(3_600_000);
      assert.deepEqual(await claim(records), []);
    });

    it('is offered to one of many at once, and only the oldest of a key', async () => {
      const { records } = await open();
      const keys = Array.from({ length: 40 }, (_, at) => `key ${at % 20}`);
      const events = keys.map((key) => eventOf(key));
      await save(records, { events });
      const lists = await Promise.all(Array.from({ length: 8 }, () => claim(records, 5)));
      assert.ok(lists.every((list) => list.length <= 5));
      const claimed = [...lists.flat(), ...(await claim(records))];
      assert.deepEqual(idsOf(claimed).toSorted(), idsOf(events.slice(0, 20)).toSorted());
    });

    it('is offered oldest first, up to the requested number, in its scope', async () => {
      const { records, store } = await open();
      const events = ['c', 'b', 'a'].map((key) => eventOf(key));
      await save(records, { events });
      assert.deepEqual(idsOf(await claim(records, 2)), idsOf(events.slice(0, 2)));
      assert.deepEqual(await store.open('a scope without events').claimEvents(10, LEASE), []);
    });
  });
}

function byPlace(events: readonly { readonly id: string }[]) {
  const ids = idsOf(events);
  return (one: string | undefined, other: string | undefined) => ids.indexOf(one!) - ids.indexOf(other!);
}
