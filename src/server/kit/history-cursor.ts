/** Where the next page of a history begins. */
export interface HistoryCursor {
  /** Milliseconds: later deposits are on no page of this history. */
  readonly endTime: number;
  /** The number of the page, from 2 on. */
  readonly page: number;
  /** Marks of deposits that were sent back, as a page before says, and that no page has listed yet. */
  readonly marks: readonly string[];
}

/** Pages of a history. A payer with more deposits does not get the rest. */
const MAX_PAGE = 1_000;
/** With these, a cursor has at most 380 characters. */
const MAX_MARKS = 40;
const PATTERN = /^([1-9][0-9]{12})\.([1-9][0-9]{0,3})((?:\.[\w-]{8})*)$/;

/** Reads a cursor. Undefined if it is none. */
export function readCursor(text: string): HistoryCursor | undefined {
  const [, endTime, page, list = ''] = PATTERN.exec(text) ?? [];
  const marks = list.split('.').slice(1);
  const cursor = { endTime: Number(endTime), page: Number(page), marks };
  return cursor.page >= 2 && cursor.page <= MAX_PAGE && marks.length <= MAX_MARKS ? cursor : undefined;
}

/** The text of a cursor: digits, letters, `-`, `_` and points. Undefined after the last page. Drops the oldest marks beyond 40. */
export function cursorText({ endTime, page, marks }: HistoryCursor): string | undefined {
  return page > MAX_PAGE ? undefined : [endTime, page, ...marks.slice(-MAX_MARKS)].join('.');
}
