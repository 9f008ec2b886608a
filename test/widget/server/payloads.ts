import { CRAFTED_LINKS } from '../../fixtures/links.js';
import { corpusLines, hasCorpus, hostileTexts } from '../../fixtures/payloads.js';
import type { Mount } from '../../browsers/mount.js';

/** `/payloads` lists every hostile text on this machine, links among them, for pages that try them on the element. */
const mount: Mount = () => ({
  handle: (request) => {
    if (new URL(request.url).pathname !== '/payloads') return undefined;
    const links = ['pat-Open-Redirect-payloads.txt', 'pat-openredirects.txt'].flatMap(corpusLines);
    const texts = [...hostileTexts(), ...CRAFTED_LINKS.never, ...CRAFTED_LINKS.elsewhere, ...links];
    return Response.json({ hasCorpus, texts: [...new Set(texts)] });
  },
});

export default mount;
