import { isJsonObject, own } from '../core/reader/members.js';

/** Possible names of a page's list. The spec shows `record` and `data`. */
const LIST_KEYS = ['record', 'data', 'list'] as const;

/**
 * The records of a list or page, under any of its names. A single record becomes a list of one, and so does
 * deposit information without a page (docs/reading-policy.md R14). Undefined if the value has no list.
 */
export function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return undefined;
  const names = LIST_KEYS.filter((name) => Object.hasOwn(value, name));
  const list = names.map((name) => value[name]).find((found) => found !== null && found !== undefined);
  if (list !== undefined) return Array.isArray(list) ? list : [list];
  if (Object.hasOwn(value, 'fieldList')) return [value];
  return names.length > 0 ? [] : undefined;
}

/** Converts a page of any shape to one with all members. Returns any other value unchanged. */
export function toPage(value: unknown): unknown {
  const record = listIn(value);
  if (record === undefined) return value;
  const object = isJsonObject(value) ? value : {};
  return {
    currentPage: own(object, 'currentPage') ?? 1,
    size: own(object, 'size') ?? record.length,
    total: own(object, 'total') ?? record.length,
    record,
  };
}
