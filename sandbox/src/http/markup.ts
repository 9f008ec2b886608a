import type { html } from 'hono/html';

/** A part of a page. `html` escapes every interpolated value. */
export type Markup = ReturnType<typeof html>;
