/** What the slip is rendered with. */
export const SLIP = {
  lang: 'en',
  endpoint: '/deposit',
  paymentId: '90',
  watch: true,
  stylesheet: '/deposit-slip.css',
} as const;

/** The page of an order, around its slip. */
export function pageWith(slip: string): Response {
  const html = `<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="trusted-types deposit-slip">
        <title>Pay</title>
        <link rel="preload" as="style" href="${SLIP.stylesheet}">
        <script type="module" src="/deposit-slip.js"></script>
        <script type="module" src="/shop.js"></script>
      </head>
      <body>${slip}<p></p></body>
    </html>`;
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store, no-transform' };
  return new Response(html, { headers });
}
