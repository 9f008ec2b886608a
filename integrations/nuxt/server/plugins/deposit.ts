import { styleHash } from 'deposit-slip/ssr';
import { deposit } from '../utils/deposit';

export default defineNitroPlugin(({ hooks }) => {
  void deposit.follow(); // Not awaited: it never ends.

  // Nuxt adds an inline script to its pages, without a nonce.
  hooks.hook('render:html', async (html, { event }) => {
    const nonce = crypto.randomUUID();
    for (const part of [html.head, html.bodyAppend])
      part.forEach((text, at) => (part[at] = text.replace(/<(?:script|link)\b/g, `$& nonce="${nonce}"`)));
    setHeader(
      event,
      'Content-Security-Policy',
      `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; connect-src 'self'; ` +
        `style-src 'self' ${await styleHash()}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; ` +
        "require-trusted-types-for 'script'; trusted-types vue lit-html",
    );
  });
});
