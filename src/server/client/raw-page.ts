import { readRawPage, type RawPage } from '../../contract/flow-reader.js';
import { isUnreadable } from '../../core/reader/members.js';
import type { Schema } from './schema.js';

/** Reads a page of operation 7 without reading its records. */
export const RAW_PAGE: Schema<RawPage> = {
  safeParse(value) {
    const page = readRawPage(value);
    return isUnreadable(page)
      ? { success: false, error: { issues: [{ path: page.unreadable }] } }
      : { success: true, data: page };
  },
};
