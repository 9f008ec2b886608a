import { CRAFTED_LINKS } from '../../fixtures/links.js';
import { corpusJson, corpusLines, hasCorpus, hostileTexts } from '../../fixtures/payloads.js';
import type { Mount } from '../../browsers/mount.js';

/**
 * The hostile inputs on this machine, for pages that try them on the element: `/payloads` lists every text, links among them;
 * `/json-suite` lists the files of the public JSON test suite, and `/json-suite/<name>` serves one as an endpoint's response.
 */
const mount: Mount = () => {
  const files = corpusJson();
  const payloads = (): Response => {
    const links = ['pat-Open-Redirect-payloads.txt', 'pat-openredirects.txt'].flatMap(corpusLines);
    const texts = [...hostileTexts(), ...CRAFTED_LINKS.never, ...CRAFTED_LINKS.elsewhere, ...links];
    return Response.json({ hasCorpus, texts: [...new Set(texts)] });
  };
  return {
    handle: (request) => {
      const [, place, name] = new URL(request.url).pathname.split('/');
      if (place === 'payloads') return payloads();
      if (place !== 'json-suite') return undefined;
      if (name === undefined) return Response.json([...files.keys()]);
      const bytes = files.get(decodeURIComponent(name));
      if (!bytes) return new Response(null, { status: 404 });
      return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'application/json' } });
    },
  };
};

export default mount;
