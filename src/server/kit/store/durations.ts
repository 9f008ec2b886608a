/** Durations that every store uses, in milliseconds. */
import { DAY, HOUR } from '../../../core/time.js';

/** How long a slip is shown again. */
export const SHOWN = HOUR;
/**
 * How long a merchant is read after its last slip stopped being watched, because flows may become visible
 * late.
 */
export const LATE_FLOWS = DAY;
/** The minimum between two requests for a merchant. */
export const GAP = 1_000;
/** How far ahead turns are reserved. */
export const HORIZON = 500;
/** How long a page counts as waiting after its last poll. */
export const WAITING = 15_000;
