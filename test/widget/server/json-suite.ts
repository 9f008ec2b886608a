import { corpusJson } from '../../fixtures/payloads.js';
import type { Mount } from '../../browsers/mount.js';

/** `/json-suite` lists the files of the public JSON test suite; `/json-suite/<name>` serves one as an endpoint's response. */
const mount: Mount = () => {
  const files = corpusJson();
  return {
    handle: (request) => {
      const [, place, name] = new URL(request.url).pathname.split('/');
      if (place !== 'json-suite') return undefined;
      if (name === undefined) return Response.json([...files.keys()]);
      const bytes = files.get(decodeURIComponent(name));
      if (!bytes) return new Response(null, { status: 404 });
      return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'application/json' } });
    },
  };
};

export default mount;
