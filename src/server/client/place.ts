import type { Flow } from '../../contract/flows.js';

/** What of a flow says where it stands. */
type Marked = Pick<Flow, 'id' | 'createTime'>;

/** The form of a cursor: a time, and the ids of flows made since; one at least, so that no id and no time alone is a cursor. */
export const CURSOR = /^(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,40})+$/;

/**
 * How far a watch over flows has come: every flow made before `from` is dealt with, and of those made since, the ones
 * yielded. So a flow that shows up late is still new, as far back as the overlap reaches, and none is yielded twice.
 */
export class Place {
  #from: number;
  readonly #overlap: number;
  /** The flows yielded, by id, with their times; those a cursor brought have none until they are met again. */
  readonly #yielded: Map<string, number>;

  private constructor(from: number, overlap: number, ids: readonly string[]) {
    this.#from = from;
    this.#overlap = overlap;
    this.#yielded = new Map(ids.map((id) => [id, Infinity]));
  }

  /** Flows made from a time on are new. Milliseconds, as `overlap` is. */
  static since(time: number, overlap: number): Place {
    return new Place(time, overlap, []);
  }

  /** Where another watch was. The text must be of the form of a cursor. */
  static at(cursor: string, overlap: number): Place {
    const [from, ...ids] = cursor.split('.');
    return new Place(Number(from), overlap, ids);
  }

  get from(): number {
    return this.#from;
  }

  get cursor(): string {
    return [this.#from, ...this.#yielded.keys()].join('.');
  }

  isNew({ id, createTime }: Marked): boolean {
    return createTime >= this.#from && !this.#yielded.has(id);
  }

  /** Learns when a flow was made that a cursor brought. */
  meet({ id, createTime }: Marked): void {
    if (this.#yielded.has(id)) this.#yielded.set(id, createTime);
  }

  /** A flow is yielded. `now`, by the API's clock, keeps one that says it is of the future from hiding what comes first. */
  pass({ id, createTime }: Marked, now: number): void {
    this.#yielded.set(id, createTime);
    const settled = Math.min(createTime, now) - this.#overlap;
    if (settled <= this.#from) return;
    this.#from = settled;
    for (const [id, time] of this.#yielded) if (time < settled) this.#yielded.delete(id);
  }
}
