/** What every store does for how long, in milliseconds. */
import { DAY, HOUR } from '../../../core/time.js';

/** A slip is shown again for so long. */
export const SHOWN = HOUR;
/** Flows may become visible late: a merchant is read for so long after its last slip was watched. */
export const LATE_FLOWS = DAY;
/** Between two requests of a merchant. */
export const GAP = 1_000;
/** How far ahead turns are given. */
export const HORIZON = 500;
/** A page that polled so recently still waits. */
export const WAITING = 15_000;
