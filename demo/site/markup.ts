import type { html } from 'hono/html';

/** HTML whose interpolated values are escaped. */
export type Markup = ReturnType<typeof html>;
