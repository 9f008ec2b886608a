import { html } from 'hono/html';

// `html` escapes every interpolated value.
export type Markup = ReturnType<typeof html>;

/** A page of the simulated bank. */
export async function layout(title: string, main: Markup): Promise<string> {
  return String(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="format-detection" content="telephone=no" />
          <title>${title} · Sandbox Bank</title>
          <link rel="stylesheet" href="/sandbox/pay.css" />
        </head>
        <body>
          <header><strong>Sandbox Bank</strong> <span>Test only. No real money moves.</span></header>
          <main>${main}</main>
        </body>
      </html>`,
  );
}

/** An HTML response. */
export function page(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
