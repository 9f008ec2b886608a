import type { Flow } from '../../contract/flows.js';

/** The members of a flow that a cursor consists of. */
type FlowStamp = Pick<Flow, 'id' | 'createTime'>;

/** The same members of a flow that cannot be read. */
type PartialStamp = { readonly [Part in keyof FlowStamp]: FlowStamp[Part] | undefined };

/**
 * The text form of a cursor: a time and the ids of the flows yielded since, separated by dots. It has at
 * least one id, so that a bare id or a bare time cannot pass as a cursor.
 */
export const CURSOR_PATTERN = /^(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,40})+$/;

/**
 * Position in the stream of flows. Every flow created before `from` has been handled; of the flows created
 * since, the yielded ones are remembered. A flow that appears late is therefore still new within the overlap,
 * and no flow is yielded twice.
 */
export class FlowCursor {
  #from: number;
  readonly #overlap: number;
  /**
   * Times of the yielded flows by id. The time of an id parsed from text is Infinity until the flow is seen
   * again.
   */
  readonly #yielded: Map<string, number>;

  private constructor(from: number, overlap: number, ids: readonly string[]) {
    this.#from = from;
    this.#overlap = overlap;
    this.#yielded = new Map(ids.map((id) => [id, Infinity]));
  }

  /** A cursor for which flows created at `time` or later are new. Both parameters are in milliseconds. */
  static since(time: number, overlap: number): FlowCursor {
    return new FlowCursor(time, overlap, []);
  }

  /** Parses the text form. The text must match `CURSOR_PATTERN`. */
  static parse(text: string, overlap: number): FlowCursor {
    const [from, ...ids] = text.split('.');
    return new FlowCursor(Number(from), overlap, ids);
  }

  get from(): number {
    return this.#from;
  }

  toString(): string {
    return [this.#from, ...this.#yielded.keys()].join('.');
  }

  isNew({ id, createTime }: PartialStamp): boolean {
    const isBefore = createTime !== undefined && createTime < this.#from;
    return !isBefore && !(id !== undefined && this.#yielded.has(id));
  }

  /** Records the time of a flow whose id was parsed from text. */
  learnTime({ id, createTime }: PartialStamp): void {
    if (id !== undefined && createTime !== undefined && this.#yielded.has(id))
      this.#yielded.set(id, createTime);
  }

  /**
   * Advances past a flow that cannot be read. Without a time, its id is remembered and no other flow is
   * hidden.
   */
  passOver({ id, createTime }: PartialStamp, now: number): void {
    if (id === undefined) return;
    if (createTime === undefined) this.#yielded.set(id, now);
    else this.advance({ id, createTime }, now);
  }

  /**
   * Advances past a yielded flow. `now`, the API's time, keeps a flow dated in the future from hiding earlier
   * ones.
   */
  advance({ id, createTime }: FlowStamp, now: number): void {
    this.#yielded.set(id, createTime);
    const settled = Math.min(createTime, now) - this.#overlap;
    if (settled <= this.#from) return;
    this.#from = settled;
    for (const [id, time] of this.#yielded) if (time < settled) this.#yielded.delete(id);
  }
}
