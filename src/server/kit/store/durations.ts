/** Durations that every store uses, in milliseconds. */
import { DAY, HOUR, SECOND } from '../../../core/time.js';

/** How long a slip is shown again. */
export const SLIP_SHOWN_FOR = HOUR;
/**
 * How long a merchant is read after its last slip stopped being watched, because flows may become visible
 * late.
 */
export const LATE_FLOWS = DAY;
/** The minimum between two requests for a merchant. */
export const READING_GAP = SECOND;
/** How far ahead turns are reserved. */
export const TURNS_AHEAD = 500;
/** How long a page counts as waiting after its last poll. */
export const WAITING = 15 * SECOND;
/** How long after a new slip its merchant is read. */
export const SOON = 5 * SECOND;
